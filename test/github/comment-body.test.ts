import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentBody, commentCharactersMax, commentMarker } from '../../src/github/comment-body.ts';

test.each([
  ['llama', '<!-- deploy-gpu-endpoint:llama -->'],
  ['llama-pr-12', '<!-- deploy-gpu-endpoint:llama-pr-12 -->'],
  ['a/b c', '<!-- deploy-gpu-endpoint:a%2Fb%20c -->'],
  ['--> <b>', '<!-- deploy-gpu-endpoint:-%2D%3E%20%3Cb%3E -->'],
  ['a----b', '<!-- deploy-gpu-endpoint:a-%2D-%2Db -->'],
  ['a-%2Db', '<!-- deploy-gpu-endpoint:a-%252Db -->'],
  ['\ud800', '<!-- deploy-gpu-endpoint:%EF%BF%BD -->'],
])('%j is marked by %s', (key, marker) => {
  expect(commentMarker(key)).toBe(marker);
});

test('different keys never share a marker, and no key ends the HTML comment', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(commentMarker(a) === commentMarker(b)).toBe(a === b);
      expect(commentMarker(a)).toMatch(/^<!-- deploy-gpu-endpoint:((?!--)[^<>\s])* -->$/);
    }),
  );
});

test('what fits is left as it is, but for line ends', () => {
  expect(commentBody({ key: 'llama', markdown: '# One\r\n\r\ntwo\n\n' })).toBe(
    '<!-- deploy-gpu-endpoint:llama -->\n# One\n\ntwo',
  );
});

const row = `| envs.${'K'.repeat(40)} | changed |\n`;
const pointer =
  '\n\n> Truncated: the rest does not fit into a comment. See [the summary of the run](https://example.com/run).';
/** The last characters before the pointer. */
function endOf(markdown: string): string {
  const body = commentBody({ key: 'llama', markdown, summaryUrl: 'https://example.com/run' });
  expect(body.length).toBeLessThanOrEqual(commentCharactersMax);
  // Nothing is given away: another row would not have fitted.
  expect(body.length).toBeGreaterThan(commentCharactersMax - row.length - 20);
  expect(body.startsWith('<!-- deploy-gpu-endpoint:llama -->\n')).toBe(true);
  expect(body.endsWith(pointer)).toBe(true);
  return body.slice(0, -pointer.length).split('\n').slice(-3).join('\n');
}
const rows = row.repeat(2000);
const whole = row.trimEnd();

test.each([
  { name: 'a table ends with a whole row', markdown: rows, end: `${whole}\n${whole}\n${whole}` },
  { name: 'a fence is closed', markdown: `\`\`\`yaml\n${rows}\`\`\``, end: `${whole}\n${whole}\n\`\`\`` },
  {
    name: 'a longer fence is closed as long',
    markdown: `\`\`\`\`\n\`\`\`\n${rows}`,
    end: `${whole}\n${whole}\n\`\`\`\``,
  },
  {
    name: 'a closed fence is not closed again',
    markdown: `\`\`\`\nx\n\`\`\`\n${rows}`,
    end: `${whole}\n${whole}\n${whole}`,
  },
  { name: 'details are closed', markdown: `<details><summary>All</summary>\n\n${rows}`, end: `${whole}\n\n</details>` },
  {
    name: 'details in a fence are text',
    markdown: `\`\`\`\n<details>\n\`\`\`\n${rows}`,
    end: `${whole}\n${whole}\n${whole}`,
  },
])('$name', ({ markdown, end }) => {
  expect(endOf(markdown)).toBe(end);
});

test('a fence inside details is closed before them', () => {
  const body = commentBody({ key: 'llama', markdown: `<details>\n\n\`\`\`diff\n${rows}` });
  expect(body.slice(-120)).toContain(
    '|\n```\n\n</details>\n\n> Truncated: the rest does not fit into a comment. See the summary of the run.',
  );
});

test('one endless line is cut between two characters', () => {
  const body = commentBody({ key: 'llama', markdown: '🌈'.repeat(40_000) });
  expect(body.isWellFormed()).toBe(true);
  expect(body.length).toBeGreaterThan(commentCharactersMax - 3);
  expect(body.length).toBeLessThanOrEqual(commentCharactersMax);
});
