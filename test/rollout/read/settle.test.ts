/** What is read before a write: until the workers of the last one are listed, and never for longer than they may be missing. */

import { expect, test } from 'vitest';
import { withRecord } from '../../../src/model/record.ts';
import { shorten } from '../../../src/model/shortened.ts';
import { settle } from '../../../src/rollout/read/settle.ts';
import { startMs } from '../../clock.ts';
import { endpointOf, type Shown } from '../readings.ts';
import { openStub, serviceError } from '../stub.ts';

type Seen = Shown | Error;

/** Half a minute after a write over the worker `old`; `image` is what the endpoint shows. */
const away = serviceError('unavailable');

async function settleOver(at: (second: number) => Seen, { writtenAt = startMs / 1000 - 30, image = '' } = {}) {
  const shown = (second: number) => {
    const now = at(second);
    if (now instanceof Error) return now;
    const endpoint = endpointOf(now);
    const envs = withRecord([], { oldWorkers: shorten(['old']), envKeys: '8.', writtenAt });
    return { ...endpoint, config: { ...endpoint.config, envs } };
  };
  const theirs = (second: number) => {
    const now = shown(second);
    return now instanceof Error || image === ''
      ? now
      : { ...now, config: { ...now.config, image: { ...now.config.image, image } } };
  };
  const stub = openStub({ get: theirs, list: () => [] });
  const endpoint = shown(0);
  if (endpoint instanceof Error) throw endpoint;
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] as const, isShown: true };
  const result = await settle({ endpoint, target }, stub.context).catch((error) => error);
  return {
    end: result.code ?? result.workers.map(({ id }: { id: string }) => id).join(),
    second: Math.round(stub.second()),
    told: stub.events.flatMap((event) => (event.kind === 'awaiting' ? [event.leftSeconds] : [])),
  };
}

test.for<[string, (second: number) => Seen, object, Parameters<typeof settleOver>[1]?]>([
  ['nothing, where all are there', () => 'new running+', { end: 'new', second: 0, told: [] }],
  [
    'nothing, after two minutes',
    () => 'old running+',
    { end: 'old', second: 0, told: [] },
    { writtenAt: startMs / 1000 - 120 },
  ],
  [
    'until one is listed',
    (at) => (at < 20 ? 'old running+' : 'old running+, new pulling'),
    { end: 'old,new', second: 20, told: [90] },
  ],
  [
    'until one has an ID',
    (at) => (at < 20 ? 'old running+,  pending' : 'old running+, new pending'),
    { end: 'old,new', second: 20 },
  ],
  ['until two minutes after the write', () => 'old running+', { end: 'old', second: 90 }],
  ['through an outage', (at) => (at > 1 && at < 30 ? away : at < 1 ? '' : 'new pulling'), { end: 'new' }],
  ['to the end, where it cannot be read', (at) => (at > 0 ? away : 'old running+'), { end: 'old', second: 125 }],
  ['somebody else’s change', () => 'old running+', { end: 'conflict' }, { image: 'theirs:3' }],
])('%s', async ([, at, expected, given]) => {
  expect(await settleOver(at, given)).toMatchObject(expected);
});
