/** How members, values and ranges are put in words, secrets left out. */
import { distance } from 'fastest-levenshtein';
import type { IssuePath } from './issue.ts';
import type { TreeNode } from './tree.ts';

const longestShown = 60;

/** `` `workerConfig.maxNum` ``, `` `ports[0]` ``; "the spec" for the root. */
export function memberText(path: IssuePath): string {
  if (path.length === 0) return 'the spec';
  const text = path.reduce<string>((before, segment) => {
    if (typeof segment === 'number') return `${before}[${segment}]`;
    return before === '' ? shorten(segment) : `${before}.${shorten(segment)}`;
  }, '');
  return `\`${text}\``;
}

/** A path to a key of `envs` without what follows a `=`: there a value slipped into the key. */
export function pathToKey(parent: IssuePath, key: string): IssuePath {
  return [...parent, parent[0] === 'envs' ? (key.split('=', 1)[0] ?? '') : key];
}

/** Type and value of what was found; the type alone where the value may be a secret. */
export function foundText(node: TreeNode, path: IssuePath): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'mapping') return 'a mapping';
  const hidden = isHidden(node, path);
  const origin = node.kind === 'scalar' && node.variables.length > 0 ? ` from ${variablesText(node.variables)}` : '';
  if (node.value === null) return 'empty (null)';
  if (typeof node.value === 'boolean') return hidden ? `true or false${origin}` : `\`${node.written}\``;
  if (typeof node.value === 'number') return hidden ? `a number${origin}` : `the number ${shorten(node.written)}`;
  return hidden ? `text${origin}` : `the text ${JSON.stringify(shorten(node.value))}`;
}

/** "is 12", or what stands for a value that must not be shown. */
export function valueText(node: TreeNode | undefined, value: string | number): string {
  if (node?.kind === 'scalar' && node.variables.length > 0) return `from ${variablesText(node.variables)}`;
  return typeof value === 'number' ? String(value) : JSON.stringify(shorten(value));
}

function variablesText(keys: readonly string[]): string {
  return `the variable${keys.length > 1 ? 's' : ''} ${keys.map((key) => `\`${key}\``).join(', ')}`;
}

/** Everything under `envs`, and what variables or inputs filled in. */
function isHidden(node: TreeNode, path: IssuePath): boolean {
  return path[0] === 'envs' || (node.kind === 'scalar' && node.variables.length > 0);
}

/** "1–10", "at least 1", "at most 10". */
export function rangeText({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min}–${max}`;
}

/** The candidate that was probably meant; spelling in `snake_case` or other capitals counts as the same. */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > longestShown) return undefined;
  const plain = plainName(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const between = distance(plain, plainName(candidate));
    if (between < bestDistance) {
      best = candidate;
      bestDistance = between;
    }
  }
  return best ?? candidates.find((candidate) => isLonger(plain, plainName(candidate)));
}

/** `volumes` for `volumeMounts`, `healthCheck` for `healthy`, `containerPort` for `port`: the same word with something around it. */
function isLonger(name: string, candidate: string): boolean {
  if (candidate.length > 3 && name.endsWith(candidate)) return true;
  let same = 0;
  while (same < name.length && name[same] === candidate[same]) same += 1;
  return same >= sameLetters;
}

/** Fewer in common are chance: `max…`, `min…`. */
const sameLetters = 5;

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
