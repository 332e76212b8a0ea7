/** The inputs `variables` and `secret-envs`: lines of `KEY=VALUE`, kept to the letter and never shown. */

import { inputsInvalid } from '../errors.ts';
import { pendingMarkerKey, recordEnvKey } from '../model/env-rules.ts';

/** `KEY=VALUE` lines, or `KEY<<END` … `END`. */
export function parsePairs(value: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const lines = value.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]?.replace(/\r$/, '') ?? '';
    if (line.trim() === '') continue;
    const [, key, operator, rest = ''] = /^\s*([A-Za-z_]\w*)(=|<<)(.*)$/s.exec(line) ?? [];
    if (key === undefined) {
      // The line is not repeated: any part of it may be a secret.
      const isComment = /^\s*(?:#|\/\/)/.test(line);
      if (isComment) throw inputsInvalid(`has a comment in line ${at + 1}`, commentHint);
      const [, meant = ''] = otherForms.find(([form]) => form.test(line)) ?? [];
      throw inputsInvalid(`is malformed in line ${at + 1}`, `${meant}${pairForm}`);
    }
    if (pairs.has(key)) throw inputsInvalid(`names ${key} twice (again in line ${at + 1})`, 'Set each KEY once.');
    if (operator === '=') {
      pairs.set(key, rest);
      continue;
    }
    const end = lines.findIndex((each, index) => index > at && each.trimEnd() === rest.trim());
    // Without its KEY: the line may be part of a secret with `<<` in it.
    const opened = `opens a value of several lines in line ${at + 1} and never closes it`;
    if (rest.trim() === '' || end === -1)
      throw inputsInvalid(opened, 'Close it with a line that repeats the word after `<<`.');
    // The line end before the closing word belongs to neither.
    const inside = lines.slice(at + 1, end).join('\n');
    pairs.set(key, inside.replace(/\r$/, ''));
    at = end;
  }
  return pairs;
}

const commentHint = 'Delete the line: each line is an entry. Write the comment above the input.';

/** How other files write a pair, and how this input differs. */
const otherForms: readonly (readonly [form: RegExp, meant: string])[] = [
  [/^\s*[A-Za-z_]\w*:(?:\s|$)/, 'Write `=` in the place of `:`. '],
  [/^\s*[{[]/, 'This looks like JSON. '],
  [/^\s*(?:export|set|ENV|-e|-)\s/, 'Delete the word before KEY. '],
  [/^\s*[A-Za-z_]\w*\s*$/, 'KEY has no value. '],
];

const pairForm =
  'Write one `KEY=VALUE` per line, with nothing before KEY and no space before `=`. ' +
  'KEY consists of letters, digits and `_`, and does not start with a digit. ' +
  'Put a value of several lines between the lines `KEY<<END` and `END`.';

/** {@link parsePairs} for envs: keys under which this action keeps its own notes on the endpoint are refused. */
export function parseSecretEnvs(text: string): ReadonlyMap<string, string> {
  const pairs = parsePairs(text === 'none' ? '' : text);
  const reserved = [recordEnvKey, pendingMarkerKey].find((key) => pairs.has(key));
  if (reserved === undefined) return pairs;
  throw inputsInvalid(`names ${reserved}, which is reserved for this action's own record`, 'Use another name.');
}
