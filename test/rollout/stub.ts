/** A service client that is a table over the time of a test clock, for courses that the emulator does not take. */

import type { Endpoint } from '../../src/model/endpoint.ts';
import { createContext } from '../../src/rollout/context.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { ServiceError, type ServiceErrorDetails } from '../../src/service/errors.ts';
import type { ListOptions } from '../../src/service/list.ts';
import { createTestClock } from '../clock.ts';

type Answers = { [Operation in 'create' | 'updateV1' | 'updateV2' | 'get' | 'list' | 'delete']?: unknown };

/** Each operation answers with what its function makes of the time in seconds since the start; an `Error` is thrown. */
export function openStub(
  answers: { [Operation in keyof Answers]?: (second: number, argument: unknown) => unknown },
  clockOptions: { random?: () => number } = {},
) {
  const clock = createTestClock(clockOptions);
  const startedMs = clock.nowMs;
  const calls: { operation: string; second: number; argument: unknown }[] = [];
  const events: RolloutEvent[] = [];
  const cancelled = new AbortController();
  const second = () => (clock.nowMs - startedMs) / 1000;
  const operation = (name: keyof Answers) => async (argument: unknown) => {
    calls.push({ operation: name, second: second(), argument });
    const answer = answers[name]?.(second(), argument);
    if (answer instanceof Error) throw answer;
    return name === 'list' && Array.isArray(answer) ? filtered(answer, argument as ListOptions) : answer;
  };
  const client = {
    create: operation('create'),
    updateV1: operation('updateV1'),
    updateV2: operation('updateV2'),
    get: operation('get'),
    list: operation('list'),
    delete: operation('delete'),
  } as unknown as ServiceClient;
  const onEvent = (event: RolloutEvent) => {
    if (event.kind !== 'workers-told') events.push(event);
  };
  const ports = { client, clock, signal: cancelled.signal, onEvent };
  return {
    clock,
    ports,
    context: createContext(ports, 600_000),
    events,
    calls,
    /** In seconds since the start, those of one operation. */
    secondsOf: (name: keyof Answers) => calls.flatMap(({ operation, second }) => (operation === name ? [second] : [])),
    second,
    cancel: (reason: Error) => cancelled.abort(reason),
  };
}

/** As the service's client gives them. */
function filtered(endpoints: readonly Endpoint[], { only = () => true }: ListOptions = {}): Endpoint[] {
  return endpoints.filter(({ id, config }) => only({ id, ...config }));
}

export function serviceError(code: ServiceError['code'], details: Partial<ServiceErrorDetails> = {}): ServiceError {
  const message = `the service says ${code}`;
  return new ServiceError({ code, message, method: 'GET', mayHaveHappened: false, ...details });
}
