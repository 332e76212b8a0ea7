/** What the comment on a preview says of its end, and of the events that its workflow needs. */

import { expect, test } from 'vitest';
import { type NotedPreview, previewNote } from '../../src/render/run-comment.ts';

const preview: NotedPreview = { isNew: false, sleeps: true, deployedAt: new Date('2026-11-23T09:00:59.000Z') };
const older: NotedPreview = { ...preview, deployedAt: new Date('2026-11-22T23:30:00.000Z') };
const day = 86_400;
const types = (names: string) =>
  `For previews to start and end in time, the workflow needs \`types: [${names}]\` below \`pull_request\`.`;

test.for<[string, NotedPreview[], Parameters<typeof previewNote>[1], string]>([
  ['none', [], { label: '', drafts: false, maxAgeSeconds: day }, ''],
  ['one that stays', [preview], { label: '', drafts: false, maxAgeSeconds: undefined }, ''],
  [
    'one with an age',
    [preview],
    { label: '', drafts: false, maxAgeSeconds: 3 * day },
    'Sleeps when idle. A sweep deletes it after Thu, 26 Nov 2026 09:00 UTC unless a push changes it.',
  ],
  [
    'several: the oldest goes first, and not all sleep',
    [preview, { ...older, sleeps: false }],
    { label: '', drafts: false, maxAgeSeconds: day },
    'A sweep deletes it after Mon, 23 Nov 2026 23:30 UTC unless a push changes it.',
  ],
  [
    'a new one',
    [preview, { ...preview, isNew: true }],
    { label: '', drafts: true, maxAgeSeconds: undefined },
    types('opened, synchronize, reopened, closed'),
  ],
  [
    'a new one by label, with an age',
    [{ ...preview, isNew: true }],
    { label: 'gpu', drafts: true, maxAgeSeconds: day },
    `Sleeps when idle. A sweep deletes it after Tue, 24 Nov 2026 09:00 UTC unless a push changes it.\n\n${types('opened, synchronize, reopened, closed, labeled, unlabeled')}`,
  ],
])('of %s', ([, previews, options, expected]) => {
  expect(previewNote(previews, options)).toBe(expected);
});
