/** What the comment on a preview says of its end, and of the events that its workflow needs. */

import { expect, test } from 'vitest';
import { previewNote } from '../../src/render/run-comment.ts';

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
