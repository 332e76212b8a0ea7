/** What a run says of previews and deletions. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { didYouMean } from '../../src/nearest.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionSummary,
  sweepSummary,
} from '../../src/render/run-comment.ts';

const failure = new DeployError({ code: 'timeout', message: 'it took | too long', hint: 'Wait for `llama`.' });

describe('deletions', () => {
  const reason = 'pull request #7 is closed';
  const deletions: Deletion[] = [
    { id: 'a', name: 'a', reason, state: 'deleted' },
    { id: 'b', name: 'b', reason, state: 'failed', failure },
    { id: 'c', name: 'c', reason: 'pull request #8 is open', state: 'kept' },
  ];
  const head = '| | Endpoint | ID | Why |\n|---|---|---|---|';
  const deleted = '\n| 🗑️ deleted | <code>a</code> | <code>a</code> | pull request &#35;&#8203;7 is closed |';
  const failed =
    '\n| ❌ NOT deleted | <code>b</code> | <code>b</code> | pull request &#35;&#8203;7 is closed: it took &#124; too long. Wait for <code>llama</code>. |';
  const kept = '\n| kept | <code>c</code> | <code>c</code> | pull request &#35;&#8203;8 is open |';

  const one: Deletion = { id: 'a', name: 'a', reason, state: 'deleted' };
  const nothing = 'Nothing to delete: a search found no preview.';
  const meant = 'Did you mean <code>ab</code> or <code>a&#124;c</code>?';
  test.for<[string, string, string[]]>([
    [
      'in the log',
      deletionLines(deletions, 'none'),
      [
        'a (a): deleted, pull request #7 is closed\nb (b): NOT deleted, pull request #7 is closed: it took | too long\n' +
          'c (c): kept, pull request #8 is open',
      ],
    ],
    ['none, in the log', deletionLines([], 'No previews to delete.'), ['No previews to delete.']],
    [
      'of a pull request',
      closeSummary(7, deletions.slice(0, 2), 'No `preview`.'),
      [
        '### ❌ Previews of pull request #7: 1 deleted, 1 NOT deleted',
        head + deleted + failed,
        'No <code>preview</code>.\n',
      ],
    ],
    ['none', closeSummary(7, []), ['### Previews of pull request #7: none found', `${nothing}\n`]],
    ['kept', closeSummary(7, deletions.slice(2)), ['### Previews of pull request #7: kept', `${head}${kept}\n`]],
    [
      'failed',
      closeSummary(7, deletions.slice(1, 2)),
      ['### ❌ Previews of pull request #7: NOT deleted', `${head}${failed}\n`],
    ],
    [
      'of a sweep',
      sweepSummary(deletions),
      ['### Sweep: 3 previews, 1 deleted', `${head}${deleted}${failed}${kept}\n`],
    ],
    [
      'of a sweep without any',
      sweepSummary([]),
      ['### Sweep: 0 previews, 0 deleted', 'No endpoint has the record of a preview of this repository.\n'],
    ],
    ['of one', deletionSummary(one, 'Done.'), ['### ✅ a: deleted', 'Done.\n']],
    [
      'of one that is absent',
      deletionSummary({ ...one, state: 'absent' }, didYouMean(['ab', 'a|c'])),
      ['### ✅ a: already deleted or never created', `${meant}\n`],
    ],
    [
      'of one that fails',
      deletionSummary({ ...one, state: 'failed', failure }, ''),
      [
        '### ❌ a: timeout, not deleted',
        '| | |\n|---|---|\n| What | it took &#124; too long |\n| Next | Wait for <code>llama</code>. |\n',
      ],
    ],
  ])('%s', ([, said, paragraphs]) => {
    expect(said).toBe(paragraphs.join('\n\n'));
  });
});
