/** Courses of readings by the second, as pure values: what a service shows of an endpoint and its workers, and the story that this makes. */

import type { Endpoint, Worker } from '../../src/model/endpoint.ts';
import type { Effect, Write } from '../../src/rollout/evidence/effect.ts';
import { continueStory, startStory } from '../../src/rollout/evidence/next-story.ts';
import type { Story } from '../../src/rollout/evidence/story.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

export const stateOf = (state: string, message = '', error = '') => ({ state, error, message });

/** `new running+` is healthy; `new failed: manifest unknown` says something. Without an id: ` running+`. */
export function workerOf(text: string): Worker {
  const [, id = '', word = '', healthy = '', message = ''] = /^(\S*) ([\w-]*)(\+?)(?:: (.*))?$/.exec(text) ?? [];
  return { id, state: stateOf(word, message), log: id && `/logs/${id}`, healthy: healthy === '+' };
}

/** Workers as {@link workerOf} takes them, with `, ` between them. */
export type Shown = string | { workers?: string; state?: string; message?: string; minNum?: number; path?: string };

export function endpointOf(shown: Shown): Endpoint {
  const {
    workers = '',
    state = 'serving',
    message = '',
    minNum = 1,
    path = '/health',
  } = typeof shown === 'string' ? { workers: shown } : shown;
  const workerConfig = { ...liveConfig.workerConfig, minNum };
  return {
    ...liveEndpoint,
    state: stateOf(state, message),
    workers: workers === '' ? [] : workers.split(', ').map(workerOf),
    config: { ...liveConfig, workerConfig, healthy: { path } },
  };
}

interface Before {
  /** The workers that were listed before the write. */
  old?: readonly string[];
  /** Those of them that an earlier write was to replace. */
  superseded?: readonly string[];
  /** The state of the endpoint. */
  before?: string;
}

/**
 * An update at second 0 of an endpoint that was serving with the worker `old`, unless told otherwise, and with another
 * one, which has stopped since.
 */
export function writeOver(
  effect: Effect,
  { old = ['old'], superseded = [], before = 'serving', ...part }: Before & Partial<Write> = {},
): Write {
  return {
    kind: effect === 'keeps' ? 'keeps' : 'update',
    known: (id) => ((effect === 'keeps' ? superseded : old).includes(id) ? 'earlier' : undefined),
    oldCount: effect === 'keeps' ? superseded.length : old.length > 0 ? old.length + 1 : 0,
    spare: 0,
    unlisted: 0,
    unidentified: 0,
    found: effect === 'keeps' ? { unordered: new Set(old), unready: new Set(), isByHand: false } : undefined,
    sentMs: 0,
    stateBefore: stateOf(before),
    ...part,
  };
}

export const replaced = writeOver('replaces');
export const created = writeOver('replaces', { kind: 'create', old: [], stateBefore: undefined });
/** This run has written nothing: the record of an earlier run, of long ago, names the workers. */
export const foundWith = (...old: string[]): Write =>
  writeOver('replaces', {
    ...{ kind: 'found', old, superseded: old, stateBefore: undefined, sentMs: Number.NEGATIVE_INFINITY },
  });

export type Course = readonly (readonly [second: number, shown: Shown])[];

/** `0 a exited | 5 a starting, b running+`: a course of workers, as {@link workerOf} takes them. */
export function readings(text: string): Course {
  return text.split(' | ').map((reading) => {
    const [, second = '', shown = ''] = /^(\d+) ?(.*)$/.exec(reading) ?? [];
    return [Number(second), shown];
  });
}

/** The story after each reading of a course. */
export function storiesOver(course: Course, write: Write): Story[] {
  const stories: Story[] = [];
  for (const [second, shown] of course) {
    const reading = { endpoint: endpointOf(shown), atMs: second * 1000 };
    const before = stories.at(-1);
    stories.push(before ? continueStory(before, reading) : startStory(write, reading));
  }
  return stories;
}

/** The story after its last one. */
export function storyOver(course: Course, write: Write): Story {
  const last = storiesOver(course, write).at(-1);
  if (!last) throw new Error('a course has a reading');
  return last;
}

/** The same workers at each of those seconds. */
export function steadily(seconds: readonly number[], shown: Shown): Course {
  return seconds.map((second) => [second, shown] as const);
}

/** Every so many seconds, from 0 to the last. */
export function every(stepSeconds: number, lastSecond: number): number[] {
  return Array.from({ length: Math.floor(lastSecond / stepSeconds) + 1 }, (_, index) => index * stepSeconds);
}
