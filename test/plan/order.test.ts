/** The order of versions, row by row: what a push does, what a schedule does, and what a run does on purpose. */

import { expect, test } from 'vitest';
import type { Order, Trigger } from '../../src/plan/history.ts';
import { type Decision, decideOrder, isWayBack, type OrderQuestion } from '../../src/plan/order.ts';

const [ours, theirs, rolledBack] = ['b', 'a', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
type Recorded = NonNullable<OrderQuestion['recorded']>;
const left = (order: Order): Partial<Recorded> => ({ left: [{ commit: rolledBack, order }] });

interface Case extends Partial<Omit<OrderQuestion, 'recorded'>> {
  recorded?: Partial<Recorded> | undefined;
}

function questionOf({ recorded, ...given }: Case, by: Trigger): OrderQuestion {
  const main = 'refs/heads/main';
  const older: Recorded = {
    ...{ commit: theirs, ref: main, run: '7', order: 'older', left: [], bytes: 'new', chosen: '', isOutside: false },
    ...{
      time: '',
      before: [],
      isRemembered: true,
      hasServed: true,
      isInBranch: 'yes',
      ran: 'ghcr.io/acme/llama:1, run 5',
    },
    doubt: { why: '(commit aaaaaaaaaaaa, which GitHub did not compare)', hint: '' },
  };
  return {
    ...{ name: 'llama', by, isAllowed: false, isScalingOnly: false, isApproved: false },
    parkedBy: '',
    ours: { commit: ours, ref: main, branch: 'main', run: '9' },
    members: ['image.image', 'workerConfig.maxNum'],
    ...given,
    recorded: recorded && { ...older, ...recorded },
  };
}

/** In a few letters: how it goes on, and how loudly: `go!` with a warning, `go.` with a notice. */
function shown(decision: Decision): string {
  if (decision.kind === 'refuse') return decision.failure.code;
  const words = decision.kind === 'go' ? decision.words : [decision.word];
  return decision.kind + words.map(({ severity }) => ({ warning: '!', notice: '.' })[severity]).join('');
}

const feature = { ref: 'refs/heads/feature/x' };
const tag = { commit: ours, ref: 'refs/tags/v1.0.1', branch: 'main', run: '9' };
const scaling = { isScalingOnly: true, members: ['workerConfig.maxNum'] };
const approved = { isApproved: true };
const chosen = { chosen: 'run 7 was started by hand' };

test.for<[string, Case, byPushScheduleAndPurpose: string]>([
  ['no record', {}, 'go go go'],
  ['parked by a person', { parkedBy: 'octocat in run 7', recorded: {} }, 'go skip. go'],
  ['parked by a person, no record of ours', { parkedBy: 'octocat in run 7' }, 'go skip. go'],
  ['scaling alone', { ...scaling, recorded: {} }, 'go go go'],
  ['scaling alone, our own run', { ...scaling, recorded: { order: 'same' } }, 'go go go'],
  ['scaling alone, GitHub says nothing', { ...scaling, ...approved, recorded: { order: 'unknown' } }, 'go go go'],
  ['scaling alone, older', { ...scaling, recorded: { order: 'newer' } }, 'skip. skip. nothing-rolled-back'],
  [
    'scaling alone, older, beside one that moves',
    { ...scaling, movesBeside: true, recorded: { order: 'newer' } },
    'skip. skip. go',
  ],
  ['scaling alone, newer, off the branch', { ...scaling, recorded: { order: 'newer', isInBranch: 'no' } }, 'go go go'],
  ['our bytes are left', { recorded: { bytes: 'left', ...left('newer') } }, 'hold! hold! go!'],
  ['our bytes are left, newer', { recorded: { bytes: 'left', ...left('older') } }, 'hold! hold! go!'],
  ['older than what is left', { recorded: left('newer') }, 'skip! skip! go!'],
  ['older than what is left, lost by the branch', { recorded: { ...left('newer'), isInBranch: 'no' } }, 'go go go!'],
  ['a newer version', { recorded: { order: 'newer' } }, 'skip. skip. go!'],
  ['a newer version that never served', { recorded: { order: 'newer', hasServed: false } }, 'go. go. go!'],
  ['a newer version that the branch has lost', { recorded: { order: 'newer', isInBranch: 'no' } }, 'go. go. go!'],
  [
    'a person chose, known bytes, of a commit that the branch has lost',
    { recorded: { ...chosen, bytes: 'known', order: 'newer', isInBranch: 'no' } },
    'go. hold! go!',
  ],
  ['a person chose, known bytes', { recorded: { ...chosen, bytes: 'known' } }, 'go hold! go!'],
  ['a person chose by this run', { recorded: { ...chosen, bytes: 'known', run: '9', order: 'same' } }, 'go hold! go'],
  ['a person chose by hand, known bytes', { recorded: { ...chosen, bytes: 'known', isOutside: true } }, 'go hold! go'],
  ['a person chose, new bytes', { recorded: chosen }, 'go go go'],
  ['by hand, which other words tell', { recorded: { isOutside: true, order: 'apart' } }, 'go go go'],
  ['another branch that ours contains', { recorded: feature }, 'go go go'],
  ['another branch beside ours', { recorded: { ...feature, order: 'apart' } }, 'go! go! go!'],
  ['another branch beyond ours', { recorded: { ...feature, order: 'newer', isInBranch: 'no' } }, 'go! go! go!'],
  ['the same commit, which a merge queue has deployed', { recorded: { ...feature, order: 'same' } }, 'go go go'],
  ['a tag beside another', { ours: tag, recorded: { ref: 'refs/tags/v1.1', order: 'apart' } }, 'go! go! go!'],
  ['a tag of an older commit', { ours: tag, recorded: { order: 'newer' } }, 'skip. skip. go!'],
  ['contains what is left', { recorded: left('older') }, 'go! go! go'],
  ['beside what is left', { recorded: left('apart') }, 'go go go'],
  ['how it stands to what is left is not known', { recorded: left('unknown') }, 'go! go! go!'],
  ['what the branch has is not known', { recorded: { order: 'newer', isInBranch: 'unknown' } }, 'go! go! go!'],
  ['apart', { recorded: { order: 'apart' } }, 'go! go! go!'],
  ['not known', { recorded: { order: 'unknown' } }, 'go! go! go!'],
  ['not known, approved', { ...approved, recorded: { order: 'unknown' } }, 'order-unknown order-unknown order-unknown'],
  ['contains it', { recorded: {} }, 'go go go'],
])('%s', ([, given, expected]) => {
  const starts = ['push', 'schedule', 'purpose'] as const;
  expect(starts.map((by) => shown(decideOrder(questionOf(given, by)))).join(' ')).toBe(expected);
});

test.for<[string, Case, Trigger, Decision['kind'], boolean]>([
  ['of what is left, started by hand', { recorded: { bytes: 'left', order: 'newer' } }, 'dispatch', 'go', true],
  ['older, started by hand', { recorded: { order: 'newer' } }, 'dispatch', 'skip', false],
  ['older, which never served here', { recorded: { order: 'newer' } }, 'rerun', 'skip', false],
  ['older, on purpose', { recorded: { order: 'newer' } }, 'purpose', 'go', true],
  ['apart, on purpose', { recorded: { order: 'apart' } }, 'purpose', 'go', true],
  ['newer, on purpose', { recorded: {} }, 'purpose', 'go', false],
  ['newer, on purpose, with bytes that were here', { recorded: { bytes: 'known' } }, 'purpose', 'go', false],
  ['newer, by `older-commit`, with those', { isAllowed: true, recorded: { bytes: 'known' } }, 'purpose', 'go', true],
  [
    'newer, on purpose, over what a person put there',
    { recorded: { bytes: 'known', isOutside: true } },
    ...(['purpose', 'go', true] as const),
  ],
  [
    'newer, by `older-commit`, with what is left',
    { isAllowed: true, recorded: { bytes: 'left' } },
    'purpose',
    'go',
    false,
  ],
])('a run %s', ([, given, by, kind, isBack]) => {
  const question = questionOf(given, by);
  expect([decideOrder(question).kind, isWayBack(question)]).toEqual([kind, isBack]);
});

test('each word names both versions, and what to do', () => {
  const said = (given: Case, by: Trigger) => {
    const decision = decideOrder(questionOf(given, by));
    if (decision.kind === 'refuse') return `${decision.failure.message}. ${decision.failure.hint}`;
    const [word] = decision.kind === 'go' ? decision.words : [decision.word];
    return `${word?.message} ${word?.hint}`;
  };
  expect([
    said({ recorded: { ...feature, order: 'apart' } }, 'push'),
    said({ ours: tag, recorded: { ref: 'refs/tags/v1.1', order: 'apart' } }, 'push'),
    said({ recorded: { bytes: 'left', ...left('same') } }, 'push'),
    said({ recorded: { bytes: 'known', ...chosen } }, 'schedule'),
    said({ recorded: { bytes: 'known', ...chosen } }, 'purpose'),
    said({ recorded: left('newer') }, 'push'),
    said({ recorded: left('older') }, 'push'),
    said({ recorded: { order: 'newer' } }, 'rerun'),
    said({ recorded: { order: 'newer', commit: ours } }, 'push'),
    said({ recorded: { order: 'newer', ...left('newer') } }, 'purpose'),
    said({ recorded: { bytes: 'left', ...left('same') } }, 'purpose'),
    said({ ...scaling, recorded: { order: 'newer' } }, 'purpose'),
  ]).toMatchInlineSnapshot(`
    [
      "this run deploys bbbbbbbbbbbb of refs/heads/main over aaaaaaaaaaaa of refs/heads/feature/x (run 7), which it does not contain. To keep both, merge one into the other, or give each a \`name\` of its own.",
      "this run deploys bbbbbbbbbbbb of refs/tags/v1.0.1 over aaaaaaaaaaaa of refs/tags/v1.1 (run 7), which it does not contain. To keep both, merge one into the other, or give each a \`name\` of its own.",
      "Held: the version of this run is rolled back: run 7 deployed aaaaaaaaaaaa instead. Not changed: image.image of llama. To deploy it anyway, start this job again.",
      "Held: run 7 was started by hand, and a schedule brings back no version that ran before. Not changed: image.image of llama. To deploy it anyway, start this job again.",
      "this run deploys bbbbbbbbbbbb, because it was started again, although run 7 was started by hand. It holds until something newer is deployed.",
      "Skipped: cccccccccccc is rolled back: run 7 deployed aaaaaaaaaaaa instead, and this run's bbbbbbbbbbbb is older. Not changed: image.image, workerConfig.maxNum of llama. To roll back on purpose, start the job of a run that served here again, or add \`older-commit\` to \`allow\`.",
      "this run's bbbbbbbbbbbb contains cccccccccccc, which run 7 rolled back to aaaaaaaaaaaa: once bbbbbbbbbbbb is deployed, the rollback ends. If it does not repair that commit, start the job of the rollback again.",
      "Skipped: commit \`aaaaaaaaaaaa\` is already deployed to llama, and is newer than this run's \`bbbbbbbbbbbb\`. Nothing shows that run 9 ever served here. To deploy it anyway, use \`rollback.yml\`, or add \`older-commit\` to \`allow\`.",
      "Skipped: run 7 has deployed the same commit to llama, and is newer than this run. To roll back on purpose, start the job of a run that served here again, or add \`older-commit\` to \`allow\`.",
      "this run deploys bbbbbbbbbbbb over the newer aaaaaaaaaaaa, because it was started again. It is no version of \`before\`: its tag may have moved. cccccccccccc stays rolled back. It holds until something newer is deployed.",
      "this run deploys bbbbbbbbbbbb, because it was started again, which ends its rollback. It holds until something newer is deployed.",
      "nothing of llama would be rolled back: it runs the version of aaaaaaaaaaaa (run 7), and this run would change no more than its scaling. Before, it ran ghcr.io/acme/llama:1, run 5. Start the job of that run again, or name its digest in \`rollback.yml\`.",
    ]
  `);
});
