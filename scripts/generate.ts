/** Generates what the code says already: the JSON Schema, the tables of the documents, and the picture of a terminal. */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { errorCodes } from '../src/errors.ts';
import { table } from '../src/render/markdown.ts';
import { commonCauses } from './codes.ts';
import { editorJsonSchema } from './editor-schema.ts';
import { renderMessages } from './messages.ts';
import { outputsJsonSchema } from './outputs-schema.ts';
import { writePictures } from './pictures.ts';
import { folderRows } from './source-map.ts';
import { renderSpecReference } from './spec-reference.ts';

interface ActionFile {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string }>;
}

const action: ActionFile = parse(readFileSync('action.yml', 'utf8'));

const parts: Readonly<Record<string, () => string>> = {
  inputs: () =>
    table(
      ['Input', 'Default', 'Description'],
      Object.entries(action.inputs).map(([name, input]) => [
        `\`${name}\``,
        input.default === '' ? '' : `\`${input.default}\``,
        input.description,
      ]),
    ),
  outputs: () =>
    table(
      ['Output', 'Description'],
      Object.entries(action.outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  'spec-reference': renderSpecReference,
  'source-map': () => table(['Folder', 'What it holds', 'Imports (types in italics)'], folderRows()),
  messages: renderMessages,
  'vllm-spec': () => fenced('examples/vllm/endpoint.yaml'),
  'vllm-workflow': () => fenced('examples/vllm/deploy.yml'),
  errors: () =>
    Object.entries(commonCauses)
      .map(([code, causes]) => {
        const items = causes.map(({ cause, whatToDo }) => `- **${cause}**: ${whatToDo}`);
        return `### ${code}\n\n${items.join('\n')}`;
      })
      .join('\n\n'),
  'failure-actions': () =>
    table(
      ['Code', 'What to do'],
      Object.entries(errorCodes).map(([code, { next }]) => [`\`${code}\``, next]),
    ),
};

/** A file as a snippet to copy; the path of the schema in a checkout would not resolve there. */
function fenced(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/^# yaml-language-server: .*\n/, '# endpoint.yaml\n');
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

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

const schemas = { endpoint: editorJsonSchema(), outputs: outputsJsonSchema() };
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(`schema/${name}.schema.json`, `${JSON.stringify(schema, undefined, 2)}\n`);
for (const file of [
  'README.md',
  'CONTRIBUTING.md',
  'test/docs/messages.md',
  ...globSync('{docs,skills}/**/*.md').sort(),
])
  writeFileSync(file, fillGenerated(readFileSync(file, 'utf8')));
await writePictures();
