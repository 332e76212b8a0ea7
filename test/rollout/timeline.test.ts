/** Phases with their times, folded one by one and recorded by a clock. */

import { expect, test } from 'vitest';
import { phasesAfter, phasesUntil, startTimeline } from '../../src/rollout/timeline.ts';
import { createTestClock } from '../clock.ts';

test('a phase ends where the next begins, or where none follows', () => {
  const written = phasesAfter({ ended: [] }, { phase: 'write', atMs: 10 });
  const waiting = phasesAfter(written, { phase: 'wait', atMs: 30 });
  const idle = phasesAfter(waiting, { phase: undefined, atMs: 60 });
  const write = { phase: 'write', startMs: 10, endMs: 30 };
  const wait = { phase: 'wait', startMs: 30, endMs: 60 };
  expect(phasesUntil({ ended: [] }, 5)).toEqual([]);
  expect(phasesUntil(written, 25)).toEqual([{ ...write, endMs: 25 }]);
  expect(phasesUntil(waiting, 60)).toEqual([write, wait]);
  expect(phasesUntil(idle, 99)).toEqual([write, wait]);
  expect(phasesUntil(phasesAfter(idle, { phase: 'test', atMs: 80 }), 90)).toEqual([
    write,
    wait,
    { phase: 'test', startMs: 80, endMs: 90 },
  ]);
});

test('the record counts from its start, and a fork goes on by itself', () => {
  const clock = createTestClock();
  clock.advance(5000);
  const timeline = startTimeline(clock);
  clock.advance(100);
  timeline.begin('look-up');
  clock.advance(100);
  const fork = timeline.fork();
  clock.advance(50);
  fork.begin('write');
  timeline.end();
  clock.advance(25);
  expect(timeline.phases()).toEqual([{ phase: 'look-up', startMs: 100, endMs: 250 }]);
  expect(fork.phases()).toEqual([
    { phase: 'look-up', startMs: 100, endMs: 200 },
    { phase: 'write', startMs: 250, endMs: 275 },
  ]);
});
