/** The text of a comment: its hidden marker and its cut at GitHub's limit. */

/**
 * GitHub's message names 65,536 characters. It has been seen to take 262,144 bytes; counting UTF-16 units stays below both.
 */
export const commentCharactersMax = 65_536;

/** The first line of the comment that belongs to `key` (an endpoint's name, say); different keys never share one. */
export function commentMarker(key: string): string {
  // `--` would end the HTML comment, and a key may hold anything.
  const safe = encodeURIComponent(key.toWellFormed()).replaceAll('--', '-%2D');
  return `<!-- deploy-gpu-endpoint:${safe} -->`;
}

/** The key of a comment that begins with a marker, as it was given to {@link commentMarker}; undefined where none stands there. */
export function keyOfComment(body: string | undefined): string | undefined {
  const [, safe] = /^<!-- deploy-gpu-endpoint:([^\s<>]*) -->/.exec(body ?? '') ?? [];
  try {
    return safe === undefined ? undefined : decodeURIComponent(safe);
  } catch {
    return undefined;
  }
}

export interface CommentText {
  key: string;
  markdown: string;
  /** Address of the whole text, such as the run's summary; shown when something had to be cut. */
  summaryUrl?: string | undefined;
}

/** The comment's whole body, within GitHub's limit. */
export function commentBody({ key, markdown, summaryUrl }: CommentText): string {
  const head = `${commentMarker(key)}\n`;
  const text = markdown.toWellFormed().replaceAll(/\r\n?/g, '\n').trimEnd();
  if (head.length + text.length <= commentCharactersMax) return head + text;
  const where = summaryUrl === undefined ? 'the summary of the run' : `[the summary of the run](${summaryUrl})`;
  const pointer = `\n\n> Truncated: the rest does not fit into a comment. See ${where}.`;
  return head + cutMarkdown(text, commentCharactersMax - head.length - pointer.length) + pointer;
}

/** Whole lines from the start of the text, with fences and `<details>` closed, in at most `limit` UTF-16 units. */
export function cutMarkdown(text: string, limit: number): string {
  const open: string[] = [];
  let length = 0;
  let end = 0;
  let closing = '';
  for (const line of text.split('\n')) {
    length += line.length + (length === 0 ? 0 : 1);
    follow(line, open);
    const tail = open
      .toReversed()
      .map((element) => `\n${element}`)
      .join('');
    // Not the first line that is too long but the last that fits: a line may close more than it adds.
    if (length > limit) break;
    if (length + tail.length <= limit) {
      end = length;
      closing = tail;
    }
  }
  if (end > 0) return text.slice(0, end) + closing;
  // One line longer than a comment: cut inside it, but not inside a character.
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}

/** Keeps the list of what has to be written to close everything that is open after the line, outermost first. */
function follow(line: string, open: string[]): void {
  const fence = open.at(-1);
  const isInside = fence !== undefined && fence !== detailsEnd;
  // Up to three spaces, as CommonMark has it. A fence inside a list or a quotation ends with that and needs no closing.
  const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (isInside) {
    if (run.startsWith(fence) && info.trim() === '') open.pop();
    return;
  }
  if (run.startsWith('~') || (run !== '' && !info.includes('`'))) {
    open.push(run);
    return;
  }
  for (const [tag] of line.matchAll(/<\/?details\b/gi)) {
    if (tag[1] !== '/') open.push(detailsEnd);
    else if (open.at(-1) === detailsEnd) open.pop();
  }
}

const detailsEnd = '\n</details>';
