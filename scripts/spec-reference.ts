/** The reference table of the spec for docs/spec.md. */
import { table } from '../src/render/markdown.ts';
import { allowedInWords, memberMeta, memberNames } from '../src/spec/shape.ts';

/** Every member of the spec by its path, depth first; items of lists are passed through, written as `[]`. */
export function allMembers(prefix: readonly string[] = []): (readonly string[])[] {
  const at = prefix.map((name) => (name === '[]' ? 0 : name));
  const own = memberNames(at).flatMap((name) => [[...prefix, name], ...allMembers([...prefix, name])]);
  return memberNames([...at, 0]).length > 0 ? [...own, ...allMembers([...prefix, '[]'])] : own;
}

/** Markdown table of every field: what may stand there, with the default on creation, and what it means. Those of a test have a section of their own, those of `compare` a page. */
export function renderSpecReference(): string {
  const members = allMembers().filter(
    ([field, ...below]) => !/^(?:tests|compare)$/.test(field ?? '') || below.length === 0,
  );
  const rows = members.map((names) => {
    const path = names.map((name) => (name === '[]' ? 0 : name));
    const { description = '', default: value } = memberMeta(path);
    const type = allowedInWords(path)
      .replace(/a mapping of .*$/, 'a mapping')
      .replace(/\ba(?: whole)? (?=number|list|mapping)/g, '');
    const member = names.join('.').replaceAll('.[]', '[]');
    const initial = value === undefined || value === '' ? '' : `; default \`${value}\``;
    return [`\`${member}\``, `${type}${initial}`, description];
  });
  return `${table(['Field', 'Value', 'Meaning'], rows)}\n`;
}
