/** The order of commits, row by row: what a push does, and what a run does that is meant. */

import { describe, expect, test } from 'vitest';
import { type Decision, decideOrder, type OrderFacts, overAfter, type Standing } from '../../src/plan/order.ts';

const [ours, theirs, rolledBack, tip] = ['b', 'a', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];
type Recorded = NonNullable<OrderFacts['recorded']>;
const over = (standing: Standing): Partial<Recorded> => ({ over: { commit: rolledBack, standing } });

interface Case extends Partial<Omit<OrderFacts, 'recorded'>> {
  recorded?: Partial<Recorded> | undefined;
}

function factsOf({ recorded, ...facts }: Case, meant: string): OrderFacts {
  const main = 'refs/heads/main';
  const older = { commit: theirs, ref: main, run: '7.1', standing: 'older', over: undefined } as const;
  const doubt = { why: 'commit aaaaaaaaaaaa, which GitHub did not compare', said: '', hint: '' };
  return {
    ...{ name: 'llama', ours: { commit: ours, ref: main, branch: 'main' }, tip: '', change: 'version' },
    ...{ members: ['image.image', 'workerConfig.maxNum'], image: { kind: 'named' } },
    ...{ meant, mustBeKnown: false },
    ...facts,
    recorded: recorded && { ...older, hasServed: true, isInBranch: 'yes', doubt, ...recorded },
  };
}

/** In a few letters: how it goes on, and how loudly. */
function shown(decision: Decision): string {
  if (decision.kind === 'refuse') return decision.failure.code;
  const words = decision.kind === 'skip' ? [decision.word] : decision.words;
  return [decision.kind, ...words.map(({ severity }) => severity)].join(' ');
}

const feature = { ref: 'refs/heads/feature/x' };
const tag = { commit: ours, ref: 'refs/tags/v1', branch: 'main' };
const unchanged = { change: 'none' as const, members: [] };
const kept = { image: { kind: 'kept', why: 'it is a tag' } } as const;
const retagged = { image: { kind: 'changed', why: 'it is a tag' } } as const;

describe('one row after the other', () => {
  test.for<[string, Case, string, string]>([
    ['no record', {}, 'go', 'go'],
    ['nothing to write, the image by its digest', { ...unchanged, recorded: { standing: 'newer' } }, 'go', 'go'],
    ['nothing to write, no newer commit', { ...unchanged, ...kept, recorded: { standing: 'apart' } }, 'go', 'go'],
    [
      'nothing to write, and GitHub says nothing',
      { ...unchanged, ...kept, recorded: { standing: 'unknown' } },
      'go',
      'go',
    ],
    [
      'nothing to write where a newer one is',
      { ...unchanged, ...kept, recorded: { standing: 'newer' } },
      'skip notice',
      'nothing-rolled-back',
    ],
    ['another branch', { recorded: { ...feature, standing: 'newer' } }, 'go warning', 'go warning'],
    ['another branch that ours contains', { recorded: feature }, 'go warning', 'go warning'],
    ['the same commit, which a merge queue has deployed', { recorded: { ...feature, standing: 'same' } }, 'go', 'go'],
    ['a tag that contains it', { ours: tag, recorded: feature }, 'go', 'go'],
    ['a tag beside it', { ours: tag, recorded: { ...feature, standing: 'apart' } }, 'go warning', 'go warning'],
    ['a tag of an older commit', { ours: tag, recorded: { standing: 'newer' } }, 'skip notice', 'go warning'],
    ['a branch after a tag', { recorded: { ref: 'refs/tags/v1' } }, 'go', 'go'],
    ['what was rolled back', { recorded: over('same') }, 'skip warning', 'go warning'],
    ['older than what was rolled back', { recorded: over('newer') }, 'skip warning', 'go warning'],
    ['the commit of the rollback itself', { recorded: { standing: 'same', ...over('newer') } }, 'go', 'go'],
    ['the same, by a tag', { ...retagged, recorded: { standing: 'same', ...over('newer') } }, 'go', 'go warning'],
    ['contains what was rolled back', { recorded: over('older') }, 'go notice', 'go'],
    ['beside what was rolled back', { recorded: over('apart') }, 'go', 'go'],
    ['what was rolled back is not known', { recorded: over('unknown') }, 'go warning', 'go warning'],
    ['back once more', { recorded: { standing: 'newer', ...over('newer') } }, 'skip warning', 'go warning'],
    [
      'back once more, to nothing else',
      { ...kept, ...unchanged, recorded: { standing: 'newer', ...over('newer') } },
      'skip warning',
      'nothing-rolled-back',
    ],
    ['a newer commit', { recorded: { standing: 'newer' } }, 'skip notice', 'go warning'],
    [
      'a newer commit, a tag for its digest',
      { ...kept, members: ['image.image'], recorded: { standing: 'newer' } },
      'skip notice',
      'nothing-rolled-back',
    ],
    [
      'a newer commit, a tag and another env',
      { ...kept, members: ['envs.A'], recorded: { standing: 'newer' } },
      'skip notice',
      'go warning',
    ],
    [
      'a newer commit, scaling alone',
      { change: 'scaling', members: ['workerConfig.maxNum'], recorded: { standing: 'newer' } },
      'skip notice',
      'go warning',
    ],
    [
      'a newer commit that never served',
      { recorded: { standing: 'newer', hasServed: false } },
      'go notice',
      'go warning',
    ],
    [
      'a newer commit that the branch has lost',
      { recorded: { standing: 'newer', isInBranch: 'no' } },
      'go notice',
      'go warning',
    ],
    [
      'a newer commit, and GitHub does not say what the branch has',
      { recorded: { standing: 'newer', isInBranch: 'unknown' } },
      'go warning',
      'go warning',
    ],
    ['beside it', { recorded: { standing: 'apart' } }, 'go warning', 'go warning'],
    ['not known', { recorded: { standing: 'unknown' } }, 'go warning', 'go warning'],
    [
      'not known, with an approved plan',
      { mustBeKnown: true, recorded: { standing: 'unknown' } },
      'order-unknown',
      'order-unknown',
    ],
    ['an ancestor', { recorded: {} }, 'go', 'go'],
    ['the same', { recorded: { standing: 'same' } }, 'go', 'go'],
    ['an ancestor, but the branch has gone on', { tip, recorded: {} }, 'go notice', 'go notice'],
    ['an ancestor, but the branch has lost ours', { tip: undefined, recorded: {} }, 'go notice', 'go notice'],
  ])('%s', ([, given, expected, meant]) => {
    expect(shown(decideOrder(factsOf(given, '')))).toBe(expected);
    expect(shown(decideOrder(factsOf(given, 'because it was started again')))).toBe(meant);
  });
});

test('each word names both commits, and where they come from', () => {
  const said = (given: Case, meant = '') => {
    const decision = decideOrder(factsOf(given, meant));
    if (decision.kind === 'refuse') return decision.failure.message;
    const [word] = decision.kind === 'go' ? decision.words : [decision.word];
    return decision.kind === 'go' ? `llama: ${word?.message}` : word?.message;
  };
  expect([
    said({ recorded: feature }),
    said({ recorded: over('same') }),
    said({ recorded: { standing: 'newer' } }, 'because it was started again'),
    said(
      { recorded: { standing: 'newer' }, change: 'scaling', members: ['workerConfig.maxNum'] },
      'because it was started again',
    ),
    said({ ...kept, recorded: { standing: 'newer' }, members: ['envs.A'] }, 'because `older-commit` allows it'),
    said({ ...retagged, recorded: { standing: 'same', ...over('newer') } }, 'because it was started again'),
    said({ tip, recorded: {} }),
    said({ tip: undefined, recorded: {} }),
  ]).toMatchInlineSnapshot(`
    [
      "llama: this run deploys bbbbbbbbbbbb of refs/heads/main over aaaaaaaaaaaa of refs/heads/feature/x (run 7.1).",
      "Skipped: cccccccccccc is rolled back: run 7.1 deployed aaaaaaaaaaaa instead. Not changed: image.image, workerConfig.maxNum of llama.",
      "llama: this run deploys bbbbbbbbbbbb over the newer aaaaaaaaaaaa, because it was started again.",
      "llama: this run deploys bbbbbbbbbbbb over the newer aaaaaaaaaaaa, because it was started again. It changes scaling alone, which the endpoint does not record: the next push or schedule changes it back.",
      "llama: this run deploys bbbbbbbbbbbb over the newer aaaaaaaaaaaa, because \`older-commit\` allows it. Its image may be another than at that time: it is a tag.",
      "llama: this run deploys bbbbbbbbbbbb, because it was started again. Its image may be another than at that time: it is a tag.",
      "llama: this run's bbbbbbbbbbbb is not the last commit of main, which is dddddddddddd.",
      "llama: this run's bbbbbbbbbbbb is not in the branch main.",
    ]
  `);
});

test.for<[string, Partial<Recorded> | undefined, string | undefined, string | undefined]>([
  ['no record', undefined, undefined, undefined],
  ['an older commit', {}, undefined, undefined],
  ['a newer commit', { standing: 'newer' }, undefined, theirs],
  ['the commit of the rollback', { standing: 'same', ...over('newer') }, rolledBack, rolledBack],
  ['a commit before a rolled back one', { standing: 'newer', ...over('newer') }, rolledBack, rolledBack],
  ['a commit that nobody knows', over('unknown'), rolledBack, rolledBack],
  ['the rolled back commit', over('same'), undefined, undefined],
  ['a commit that contains it', over('older'), undefined, undefined],
])('what stays rolled back after a run over %s', ([, recorded, pushed, meant]) => {
  expect([overAfter(factsOf({ recorded }, '')), overAfter(factsOf({ recorded }, 'again'))]).toEqual([pushed, meant]);
});
