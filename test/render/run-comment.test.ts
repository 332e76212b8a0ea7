/** What a run says of previews and deletions. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionSummary,
  previewNote,
  sweepSummary,
} from '../../src/render/run-comment.ts';
import { didYouMean } from '../../src/render/text.ts';
import { endpoint } from '../commands/scene.ts';

const failure = new DeployError({ code: 'timeout', message: 'it took | too long', hint: 'Wait for `llama`.' });

test.for<[string | undefined, boolean, string]>([
  [undefined, false, ''],
  ['gpu', false, 'A sweep deletes it 3 d after the last push that changed it.'],
  [
    'gpu',
    true,
    'A sweep deletes it 3 d after the last push that changed it.\n\nFor previews to start and end in time, the workflow needs `types: [opened, synchronize, reopened, closed, labeled, unlabeled]` below `pull_request`.',
  ],
])('with the label %s, new: %s', ([label, hasNew, note]) => {
  const options = { label: label ?? '', drafts: true, maxAgeSeconds: label ? 3 * 86_400 : undefined };
  expect(previewNote(options, { hasNew })).toBe(note);
});

describe('deletions', () => {
  const reason = 'pull request #7 is closed';
  const deletions: Deletion[] = [
    { endpoint: endpoint('a'), reason, state: 'deleted' },
    { endpoint: endpoint('b'), reason, state: 'failed', failure },
    { endpoint: endpoint('c'), reason: 'pull request #8 is open', state: 'kept' },
  ];
  const head = '| | Endpoint | ID | Why |\n|---|---|---|---|';
  const deleted = '| 🗑️ deleted | <code>a</code> | <code>a</code> | pull request &#35;&#8203;7 is closed |';
  const failed =
    '| ❌ NOT deleted | <code>b</code> | <code>b</code> | pull request &#35;&#8203;7 is closed: it took &#124; too long. Wait for <code>llama</code>. |';
  const kept = '| kept | <code>c</code> | <code>c</code> | pull request &#35;&#8203;8 is open |';

  test('are a line each', () => {
    expect(deletionLines(deletions, 'none').split('\n')).toEqual([
      'a (a): deleted, pull request #7 is closed',
      'b (b): NOT deleted, pull request #7 is closed: it took | too long',
      'c (c): kept, pull request #8 is open',
    ]);
    expect(deletionLines([], 'No previews to delete.')).toBe('No previews to delete.');
  });

  test.for<[string, string, string]>([
    [
      'of a pull request',
      closeSummary(7, deletions.slice(0, 2), 'No `preview`.'),
      `### ❌ Previews of pull request #7: 1 deleted, 1 NOT deleted\n\n${head}\n${deleted}\n${failed}\n\nNo <code>preview</code>.\n`,
    ],
    [
      'of a pull request without any',
      closeSummary(7, []),
      '### Previews of pull request #7: none found\n\nNothing to delete: a search found no preview.\n',
    ],
    [
      'of a pull request whose only one belongs to someone else by now',
      closeSummary(7, deletions.slice(2)),
      `### Previews of pull request #7: kept\n\n${head}\n${kept}\n`,
    ],
    [
      'of a pull request whose only one is still there',
      closeSummary(7, deletions.slice(1, 2)),
      `### ❌ Previews of pull request #7: NOT deleted\n\n${head}\n${failed}\n`,
    ],
    [
      'of a sweep',
      sweepSummary(deletions),
      `### Sweep: 3 previews, 1 deleted\n\n${head}\n${deleted}\n${failed}\n${kept}\n`,
    ],
    [
      'of a sweep without any',
      sweepSummary([]),
      '### Sweep: 0 previews, 0 deleted\n\nNo endpoint has the record of a preview of this repository.\n',
    ],
    ['of one', deletionSummary('a', { id: 'e1', note: 'Done.' }), '### ✅ a: deleted\n\nDone.\n'],
    [
      'of one that is absent',
      deletionSummary('a', { note: didYouMean(['ab', 'a|c']) }),
      '### ✅ a: already deleted or never created\n\nDid you mean <code>ab</code> or <code>a&#124;c</code>?\n',
    ],
    [
      'of one that fails',
      deletionSummary('a', { id: 'e1', failure, note: '' }),
      '### ❌ a: timeout\n\nit took &#124; too long\n\nWait for <code>llama</code>.\n',
    ],
  ])('%s are a summary', ([, summary, markdown]) => {
    expect(summary).toBe(markdown);
  });
});
