/** What the service says, cleaned where it comes in. */

import { expect, test } from 'vitest';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createCleaner } from '../../src/service/said.ts';
import { toEndpoint } from '../../src/service/wire-endpoint.ts';

const worker = (id: string, state: string, log = '') => ({ id, state: { state, error: '', message: '' }, log });
const raw = {
  id: 'a',
  name: 'llama',
  state: { state: 'hunter', error: 'no hunter-two-two', message: '' },
  envs: [
    { key: 'WORD', value: 'hunter' },
    { key: 'STATE', value: 'pending' },
    { key: 'KEY', value: 'hunter-two-two' },
  ],
  log: 'first\u001b[31m hunter-two-two\nhunter',
  workers: [worker('hunter', 'pending'), worker('hunter-two-two', 'hunter', 'hunter-two-two'), worker('w3', 'running')],
};

test('a word of an env is no state and no id of a worker, and two workers stay two', () => {
  const clean = createCleaner(createRedactor());
  const shown = clean(toEndpoint(raw), { hidesEnvs: true });
  expect(shown).toMatchObject({
    state: { state: '***', error: 'no ***', message: '' },
    log: 'first ***\n***',
    workers: [
      { id: '*** (1)', state: { state: 'pending' } },
      { id: '*** (2)', state: { state: '***' }, log: '***' },
      { id: 'w3', state: { state: 'running' } },
    ],
  });
  // The next reading has the same workers.
  const again = clean(toEndpoint({ ...raw, workers: raw.workers.toReversed() }), { hidesEnvs: true });
  expect(again.workers.map(({ id }) => id)).toEqual(['w3', '*** (2)', '*** (1)']);
});

test('of a list that is not ours, the envs are not hidden: half of its words would be', () => {
  const shown = createCleaner(createRedactor())(toEndpoint(raw), { hidesEnvs: false });
  expect(shown.state).toEqual({ state: 'hunter', error: 'no hunter-two-two', message: '' });
});
