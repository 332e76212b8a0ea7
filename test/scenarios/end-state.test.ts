/** What a run says of how it ended: the last words of the log, the outputs and what is there agree. */

import { expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import type { Switches } from '../emulator/switches.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: /health\n`;
const live = {
  name: 'llama',
  appName: 'old',
  workerConfig: { minNum: 1, maxNum: 1 },
  policy: { type: 'concurrency', value: 8 },
  healthy: { path: '/health' },
};
const theirs = { image: { image: 'theirs:3' } };
const atReading = (emulator: Emulator, after: number, run: () => void) =>
  emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after, run });
const crash = (emulator: Emulator) => emulator.addScript({ image: 'a:2', outcome: 'crash-loop' });

interface World {
  arrange?: (emulator: Emulator, id: string) => void;
  switches?: Partial<Switches>;
  spec?: string;
  with?: Record<string, string>;
}

/** The world; what the log says, and what it must not say; outputs. */
type Case = [string, World, RegExp, RegExp, Record<string, string>];

const cases: Case[] = [
  [
    'somebody else’s change in the wait',
    { arrange: (emulator, id) => atReading(emulator, 4, () => emulator.change(id, theirs)) },
    /It has someone else's change, image theirs:3/,
    /new configuration/,
    { changed: 'true', image: 'theirs:3', 'failure-reason': 'conflict' },
  ],
  [
    'somebody else’s change before the restore',
    {
      arrange: (emulator, id) => {
        crash(emulator);
        // The run is in its last readings by then, and sees the change together with the failure.
        atReading(emulator, 25, () => emulator.change(id, theirs));
      },
    },
    /It has someone else's change, image theirs:3/,
    /new configuration|The previous configuration was/,
    { changed: 'true', image: 'theirs:3' },
  ],
  [
    'somebody else’s change after the restore',
    {
      arrange: (emulator, id) => {
        crash(emulator);
        const run = () => emulator.addChange({ kind: 'change', endpoint: id, afterMs: 5000, part: theirs });
        emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', after: 1, run });
      },
    },
    /It has someone else's change, image theirs:3/,
    /with its previous configuration|not seen serving|The previous configuration was/,
    { operation: 'restored', image: 'theirs:3', 'failure-reason': 'crashed' },
  ],
  [
    'an endpoint that somebody deletes in the wait',
    { arrange: (emulator, id) => atReading(emulator, 4, () => emulator.remove(id)) },
    /llama \(\w+\): Someone else has deleted it. Nobody is served. Nothing is billed/,
    /new configuration/,
    { changed: 'true', 'failure-reason': 'not-found' },
  ],
  [
    'a reading that leaves the image out',
    {
      arrange: (emulator) => {
        const run = () => emulator.setSwitches({ answersReplace: { image: null, workerConfig: null } });
        emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
      },
    },
    /The v1 update was in progress, .* 1 old worker \(ghcr.io\/acme\/llama:1\) serves/,
    /image \./,
    { changed: 'true', image: 'ghcr.io/acme/llama:1', 'failure-reason': 'unreadable' },
  ],
  [
    'workers that a change of scaling keeps',
    {
      with: { image: 'spec' },
      spec: spec.replace('minNum: 1', 'minNum: 1, maxNum: 3'),
      switches: { rolloutOn: 'container-change' },
    },
    /Evidence: the service did not replace the workers/,
    /old version/,
    { operation: 'updated' },
  ],
  [
    'a crashing worker without an id',
    { switches: { answersReplace: { 'workers.id': '' } }, arrange: crash },
    /It has the new configuration/,
    /Restore/,
    { operation: 'updated', 'failure-reason': 'timeout' },
  ],
  [
    'an operation of somebody else that does not end',
    {
      arrange: (emulator) =>
        emulator.addFault({ operation: 'update', kind: 'status', status: 400, reason: 'CONFLICT', times: 'always' }),
    },
    /Another operation .*\nNow: llama .*: Nothing was changed/,
    /new configuration/,
    { changed: 'false', image: 'ghcr.io/acme/llama:1', 'failure-reason': 'busy' },
  ],
];

test.for(cases)('%s', async ([, world, says, saysNot, outputs]) => {
  const { arrange, switches = {} } = world;
  await using emulator = await startEmulator({ ...passing, switches });
  const id = emulator.seed(live);
  arrange?.(emulator, id);
  const step = await deployTo(emulator, { spec: world.spec ?? spec, with: { image: 'a:2', ...world.with } });
  expect(step.log).toMatch(says);
  expect(step.log).not.toMatch(saysNot);
  expect(told(step.outputs)).toMatchObject(outputs);
});
