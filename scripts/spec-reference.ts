/** The reference table of the spec for docs/spec.md. */
import { table } from '../src/render/markdown.ts';
import { allMembers, allowedInWords, memberFacts } from '../src/spec/shape.ts';

/** Markdown table of every field: what may stand there, with the default on creation, and what it means. Those of a test have a section of their own, those of `compare` a page. */
export function renderSpecReference(): string {
  const members = allMembers().filter(
    ([field, ...below]) => !/^(?:tests|compare)$/.test(field ?? '') || below.length === 0,
  );
  const rows = members.map((names) => {
    const path = names.map((name) => (name === '[]' ? 0 : name));
    const { description = '', default: value } = memberFacts(path);
    const type = allowedInWords(path)
      .replace(/a mapping of .*$/, 'a mapping')
      .replace(/\ba(?: whole)? (?=number|list|mapping)/g, '');
    const member = names.join('.').replaceAll('.[]', '[]');
    // The column of defaults says the one, the page of a rollout the other.
    const meaning = description
      .replace(/ \S+ on a new endpoint\./, '')
      .replace(/ (?:A change is a|A)pplied by the v2 update\./, '')
      .replace(/ Range: see the live limits\./, '')
      .replace('see the live limits', 'live limits');
    const initial = value === undefined || value === '' ? '' : `; default \`${value}\``;
    return [`\`${member}\``, `${type}${initial}`, meaning];
  });
  return `${table(['Field', 'Value', 'Meaning'], rows)}\n`;
}
