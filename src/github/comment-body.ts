/** The text of a comment: its hidden marker and its cut at GitHub's limit. */

/**
 * GitHub's message names 65,536 characters. It has been seen to take 262,144 bytes; counting UTF-16 units stays below
 * both.
 */
export const commentCharactersMax = 65_536;

/** The first line of the comment that belongs to `key` (an endpoint's name, say); different keys never share one. */
export function commentMarker(key: string): string {
  // `--` would end the HTML comment, and a key may hold anything.
  const safe = encodeURIComponent(key.toWellFormed()).replaceAll('--', '-%2D');
  return `<!-- deploy-gpu-endpoint:${safe} -->`;
}

/** The key that {@link commentMarker} was given, of a comment that begins with a marker; else undefined. */
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

/** Whole lines from the start of the text, with a fence and `<details>` closed, in at most `limit` UTF-16 units. */
export function cutMarkdown(text: string, limit: number): string {
  let end = text.lastIndexOf('\n', limit);
  while (end > 0) {
    const cut = text.slice(0, end);
    const closing = closingOf(cut);
    if (end + closing.length <= limit) return cut + closing;
    end = text.lastIndexOf('\n', limit - closing.length);
  }
  // One line longer than a comment: cut inside it, but not inside a character.
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}

/** What closes everything that is open. A `<details>` in a fence is text. */
function closingOf(text: string): string {
  let fence = '';
  let details = 0;
  for (const line of text.split('\n')) {
    const [, run = ''] = /^(`{3,})/.exec(line) ?? [];
    if (fence === '') details += (line.match(/<details\b/g)?.length ?? 0) - (line.match(/<\/details>/g)?.length ?? 0);
    if (fence === '') fence = run;
    else if (line === fence) fence = '';
  }
  return `${fence && `\n${fence}`}${'\n\n</details>'.repeat(Math.max(0, details))}`;
}
