/** What a run says of previews and deletions. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { type Deletion, deletionLines, deletionSummary } from '../../src/render/run-comment.ts';

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

  const subject = 'Previews of pull request #7';
  const nothing = 'Nothing to delete: no preview was found.';
  const named = { name: 'llama', reason: '' } as const;
  test.for<[string, string, string[]]>([
    [
      'in the log',
      deletionLines(deletions),
      [
        'a (a): deleted, pull request #7 is closed\nb (b): NOT deleted, pull request #7 is closed: it took | too long\n' +
          'c (c): kept, pull request #8 is open',
      ],
    ],
    ['none, in the log', deletionLines([]), [nothing]],
    [
      'each end of one that is named, in the log',
      deletionLines([
        { ...named, id: 'a', state: 'terminating' },
        { ...named, id: '', state: 'absent', reason: 'it was never created' },
        { ...named, id: 'a', state: 'in-doubt', failure },
      ]),
      [
        'llama (a): being deleted, and still listed\nllama: absent, it was never created\n' +
          'llama (a): perhaps deleted: it took | too long',
      ],
    ],
    [
      'several',
      deletionSummary(subject, deletions, 'No `preview`.'),
      [
        '### ❌ Previews of pull request #7: 1 deleted, 1 NOT deleted, 1 kept',
        head + deleted + failed + kept,
        'No <code>preview</code>.\n',
      ],
    ],
    ['none', deletionSummary(subject, []), ['### Previews of pull request #7: none found', `${nothing}\n`]],
    [
      'kept',
      deletionSummary(subject, deletions.slice(2)),
      ['### Previews of pull request #7: kept', `${head}${kept}\n`],
    ],
    [
      'failed',
      deletionSummary(subject, deletions.slice(1, 2)),
      ['### ❌ Previews of pull request #7: the image timed out, NOT deleted', `${head}${failed}\n`],
    ],
    [
      'of one that is named',
      deletionSummary('llama', [{ ...named, id: 'a', state: 'deleted' }]),
      ['### 🗑️ llama: deleted', `${head}\n| 🗑️ deleted | <code>llama</code> | <code>a</code> |  |\n`],
    ],
  ])('%s', ([, said, paragraphs]) => {
    expect(said).toBe(paragraphs.join('\n\n'));
  });
});
