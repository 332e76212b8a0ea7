/** The restore of an updated endpoint: its previous configuration, read back and waited for. */

import type { EndpointConfig } from '../../model/config.ts';
import { diffConfigs } from '../../model/diff.ts';
import { endpointName } from '../../model/display.ts';
import type { Endpoint } from '../../model/endpoint.ts';
import { readParked, readRecord } from '../../model/record.ts';
import { planRestore } from '../../plan/restore.ts';
import { patienceMs, settlingMs } from '../../times.ts';
import type { RolloutContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { type KnownVersion, mayServeEarlier, supersededIn } from '../evidence/effect.ts';
import type { Facts } from '../facts.ts';
import { type Observation, observe } from '../read/observe.ts';
import { awaitReady } from '../wait.ts';
import { asFound, type Written, writeCalls } from './write.ts';

interface RestoreRequest {
  previous: Endpoint;
  desired: EndpointConfig;
  /** Which version each worker runs, by the readings since the update. */
  versions: Facts['versions'];
  /** An earlier attempt may have written it back already. */
  isSent: boolean;
  /** False for a cancelled run, which has no time for it. */
  isAwaited: boolean;
  context: RolloutContext;
}

/**
 * Resolves when the previous configuration has been written back and serves again, within five minutes of its own;
 * fields that no update puts back are named and left. Rejects with `conflict` when someone else has changed the
 * endpoint meanwhile, which is then left alone; otherwise as {@link writeCalls} and {@link awaitReady}.
 */
export async function restore(request: RestoreRequest): Promise<void> {
  const written = await writeBack(request);
  const goal = { wait: 'ready', tests: 'none' } as const;
  if (request.isAwaited) await awaitReady({ written, goal, context: request.context });
}

async function writeBack(request: RestoreRequest): Promise<Written> {
  const { previous, desired, context } = request;
  const failed = await readFailed(request);
  // A version that no run had proved is not proved by its restore.
  const noted = { record: readRecord(previous.config), parked: readParked(previous.config) };
  const isNoted = noted.parked !== undefined && readParked(failed.config) === undefined;
  const given = { previous: previous.config, failed: desired, found: failed.config, isNoted };
  const { target, changes, calls, lost, unrestored } = planRestore(given);
  context.onEvent({ kind: 'restoring', changes, calls, unrestored });
  const done = (written: Written) => {
    context.onEvent({ kind: 'put-back', unrestored });
    return written;
  };
  if (calls.length === 0) return done(asFound(failed, { desired: target, context }));
  // After a partial restore, the old workers do not run this configuration; superseded workers never did.
  const isSuperseded = supersededIn(previous);
  const isDoubtful = lost.size > 0 || mayServeEarlier(previous);
  const seen = [...request.versions].flatMap(([id, version]): [string, KnownVersion][] =>
    version === 'unknown' ? [] : [[id, version === 'this' ? version : 'superseded']],
  );
  const right = previous.workers.filter(({ id }) => !isDoubtful && !isSuperseded(id));
  const runs = new Map([...seen, ...right.map(({ id }) => [id, 'earlier'] as const)]);
  const writes = { calls, desired: target, live: failed, ...noted, restoring: { failed: desired, runs } };
  return done(await writeCalls(writes, context));
}

/** The endpoint as it is now. A late reading may show it as before the update that this run has already seen. */
async function readFailed({ previous, desired, isSent, context }: RestoreRequest): Promise<Endpoint> {
  const lateUntilMs = context.clock.monotonicMs() + (isSent ? 0 : settlingMs);
  const target = { id: previous.id, desired, earlier: [previous.config], lateUntilMs };
  const decide = ({ endpoint, match: { kind }, atMs }: Observation) => {
    if (kind === 'foreign' || kind === 'partial') return undefined;
    const isAsBefore = diffConfigs({ asked: previous.config, found: endpoint.config }).length === 0;
    return !isAsBefore || atMs >= lateUntilMs ? endpoint : undefined;
  };
  const found = await observe(target, { decide, context });
  if (!found) throw unread(previous);
  return found;
}

function unread(previous: Endpoint): RolloutError {
  const readFor = `endpoint ${endpointName(previous)} could not be read completely within ${patienceMs / 1000} s`;
  const message = `${readFor}, so nothing was written back`;
  return new RolloutError({ code: 'unavailable', message, endpointId: previous.id });
}
