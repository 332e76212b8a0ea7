/** Generates what the code says already: the JSON Schema, the tables of the README and the picture of a terminal. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { errorCodes } from '../src/errors.ts';
import { table } from '../src/render/markdown.ts';
import { issueCodes } from '../src/spec/issue.ts';
import { endpointJsonSchema } from '../src/spec/json-schema.ts';
import { renderSpecReference } from '../src/spec/reference.ts';
import { folderRows } from './source-map.ts';
import { terminalPicture } from './terminal-picture.ts';

interface ActionFile {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string }>;
}

const action: ActionFile = parse(readFileSync('action.yml', 'utf8'));

const parts: Readonly<Record<string, () => string>> = {
  inputs: () =>
    table(
      ['Input', 'Default', 'What it does'],
      Object.entries(action.inputs).map(([name, input]) => [
        `\`${name}\``,
        input.default === '' ? '' : `\`${input.default}\``,
        input.description,
      ]),
    ),
  outputs: () =>
    table(
      ['Output', 'What it holds'],
      Object.entries(action.outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  'spec-reference': renderSpecReference,
  'source-map': () => table(['Folder', 'What it holds', 'Imports (types in italics)'], folderRows()),
  'failure-reasons': () =>
    table(
      ['Code', 'What it means', 'What to do'],
      Object.entries(errorCodes).map(([code, { means, action }]) => [`\`${code}\``, means, action]),
    ),
  'issue-codes': () =>
    table(
      ['Code', 'What it means', 'What to do'],
      Object.entries(issueCodes).map(([code, { means, action }]) => [`\`${code}\``, means, action]),
    ),
};

/** The text with every `<!-- generated:NAME -->` … `<!-- /generated -->` filled anew. Throws at a name that nobody generates. */
export function fillGenerated(text: string): string {
  return text.replaceAll(
    /(<!-- generated:([a-z-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_, open: string, name: string, close: string) => {
      const part = parts[name];
      if (!part) throw new Error(`nothing generates ${name}`);
      return `${open}\n${part()}\n\n${close}`;
    },
  );
}

/** What the bundle really writes to a terminal. */
function pictureOfValidation(): string {
  const spec = 'examples/broken.yaml';
  const { stderr } = spawnSync(process.execPath, ['dist/index.js', 'validate', spec], {
    env: { PATH: process.env.PATH, FORCE_COLOR: '1' },
    encoding: 'utf8',
  });
  return terminalPicture(`deploy-gpu-endpoint validate ${spec}`, stderr);
}

writeFileSync('docs/broken.svg', pictureOfValidation());
writeFileSync('schema/endpoint.schema.json', `${JSON.stringify(endpointJsonSchema(), undefined, 2)}\n`);
for (const file of ['README.md', 'CONTRIBUTING.md']) writeFileSync(file, fillGenerated(readFileSync(file, 'utf8')));
