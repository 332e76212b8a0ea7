/** Makes src/cli/descriptions.ts: the bundle has no action.yml to read at run time. */

import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Before the types are checked. */
export function writeDescriptions(): void {
  writeFileSync('src/cli/descriptions.ts', descriptionsModule());
}

/** What the help of the command line says of each input. */
export function descriptionsModule(): string {
  const action: { inputs: Record<string, { description: string }> } = parse(readFileSync('action.yml', 'utf8'));
  const rows = Object.entries(action.inputs).map(([name, { description }]) => {
    const key = /^[a-z]+$/.test(name) ? name : `'${name}'`;
    const text = description.includes("'") ? JSON.stringify(description) : `'${description}'`;
    const line = `  ${key}: ${text},`;
    return line.length > 120 ? `  ${key}:\n    ${text},` : line;
  });
  return [
    '/** The descriptions of the inputs in action.yml; made by `npm run build`. */',
    '',
    'export const inputDescriptions = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}
