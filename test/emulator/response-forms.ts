// How single members are written down under the switches: states, numbers, ports, dates, and what is left out.
import type { Switches } from './switches.ts';
import type { StateView } from './worker-life.ts';

export type Json = Readonly<Record<string, unknown>>;

const v2EndpointWords: Readonly<Record<string, string>> = { serving: 'running' };
const v2WorkerWords: Readonly<Record<string, string>> = { running: 'ready' };

export function endpointState(state: StateView, switches: Switches): unknown {
  const v2Word = switches.stateWords === 'v2' ? v2EndpointWords[state.state] : undefined;
  const word = switches.endpointWords[state.state] ?? v2Word ?? state.state;
  return stateBody({ ...state, state: word }, switches.stateForm, switches);
}

export function workerState(state: StateView, switches: Switches): unknown {
  const v2Word = switches.stateWords === 'v2' ? v2WorkerWords[state.state] : undefined;
  const word = switches.workerWords[state.state] ?? v2Word ?? state.state;
  return stateBody({ ...state, state: word }, switches.workerStateForm, switches);
}

/** A worker may get its id, or another one, only once it runs. */
export function workerId({ id, state }: { id: string; state: StateView }, { startingWorkerIds }: Switches): string {
  const isStarting = ['pending', 'pulling', 'starting'].includes(state.state);
  if (!isStarting || startingWorkerIds === 'shown') return id;
  return startingWorkerIds === 'missing' ? '' : `pending-${id}`;
}

function stateBody(state: StateView, form: Switches['stateForm'], switches: Switches): unknown {
  if (form === 'null') return null;
  if (form === 'text') return state.state;
  const { error, message } = state;
  return { state: state.state, ...presentWhenFilled({ error, message }, switches) };
}

export function presentWhenFilled(members: Readonly<Record<string, string>>, switches: Switches): Json {
  if (!switches.omitEmptyMembers) return members;
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}

export function integers(members: Readonly<Record<string, number>>, switches: Switches): Json {
  return numbers(members, switches, switches.numbers === 'strings');
}

/** The members that are documented as strings in responses although they are integers in requests. */
export function longIntegers(members: Readonly<Record<string, number>>, switches: Switches): Json {
  return numbers(members, switches, switches.numbers !== 'integers');
}

function numbers(members: Readonly<Record<string, number>>, switches: Switches, asText: boolean): Json {
  const shown = Object.entries(members).filter(([, value]) => value !== 0 || !switches.omitZeros);
  return Object.fromEntries(shown.map(([member, value]) => [member, asText ? String(value) : value]));
}

export function booleans(members: Readonly<Record<string, boolean>>, switches: Switches): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value || !switches.omitFalse));
}

export function lists(members: Readonly<Record<string, readonly unknown[]>>, switches: Switches): Json {
  if (switches.emptyLists === 'shown') return members;
  const entries = Object.entries(members).map(([member, items]) => [member, items.length === 0 ? null : items]);
  return Object.fromEntries(entries.filter(([, items]) => items !== null || switches.emptyLists === 'null'));
}

export function portValue(port: number, reader: 'list' | 'get', switches: Switches): number | string {
  const documented = reader === 'list' ? 'string' : 'integer';
  const type = switches.portTypes === 'documented' ? documented : switches.portTypes;
  return type === 'string' ? String(port) : port;
}

export function timestamps(members: Readonly<Record<string, number>>, form: Switches['timestamps']): Json {
  if (form === 'none') return {};
  return Object.fromEntries(Object.entries(members).map(([member, atMs]) => [member, timestamp(atMs, form)]));
}

function timestamp(atMs: number, form: Exclude<Switches['timestamps'], 'none'>): string | number {
  if (form === 'iso') return new Date(atMs).toISOString();
  return form === 'seconds' ? Math.floor(atMs / 1000) : atMs;
}

export function extraMembers(switches: Switches): Json {
  return switches.extraMembers ? { xFutureMember: { since: '2027-01-01', values: [1, null, 'two'] } } : {};
}

/** `body` without `answersLeaveOut` and with `answersReplace`; a path goes into each item of a list. */
export function distorted(body: Json, switches: Switches): Json {
  const { answersLeaveOut, answersReplace } = switches;
  const replaced = Object.entries(answersReplace);
  if (answersLeaveOut.length === 0 && replaced.length === 0) return body;
  const copy = structuredClone(body);
  for (const path of answersLeaveOut) setMember(copy, path.split('.'), undefined);
  for (const [path, value] of replaced) setMember(copy, path.split('.'), value);
  return copy;
}

function setMember(target: unknown, path: readonly string[], value: unknown): void {
  const [member, ...rest] = path;
  if (Array.isArray(target)) {
    for (const item of target) setMember(item, path, value);
  } else if (typeof target === 'object' && target !== null && member !== undefined) {
    const members = target as Record<string, unknown>;
    if (rest.length > 0) setMember(members[member], rest, value);
    else if (value === undefined) delete members[member];
    else members[member] = value;
  }
}
