/** How tests of specs read text and write down what they got. */
import type { Issue, Overrides } from '../../src/spec/issue.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';

export interface Inputs {
  readonly variables?: Readonly<Record<string, string>>;
  readonly secretEnvs?: Readonly<Record<string, string>>;
  readonly image?: string;
  readonly name?: string;
}

export function parseText(text: string | Uint8Array, inputs: Inputs = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return parseSpecFile({ path: 'endpoint.yaml', bytes }, overridesOf(inputs));
}

export function overridesOf({ variables = {}, secretEnvs = {}, image, name = '' }: Inputs): Overrides {
  const images = new Map(image === undefined ? [] : [['', image]]);
  return {
    name,
    image: images,
    variables: new Map(Object.entries(variables)),
    secretEnvs: new Map(Object.entries(secretEnvs)),
  };
}

/** The one document of a text. */
export function parseOne(text: string, inputs: Inputs = {}) {
  const [document] = parseText(text, inputs).documents;
  if (document === undefined) throw new Error('the text holds no document');
  return document;
}

/** `3:5 error unknown-key workerConfig.maxnum ⟨maxnum⟩ message → hint`, the place cut from the text. */
export function issueLine({ code, severity, path, position, message, hint }: Issue, text: string): string {
  const place = 'input' in position ? `input ${position.input}` : `${position.start.line}:${position.start.column}`;
  const cut = 'input' in position ? '' : ` ⟨${shorten(text.slice(position.start.offset, position.end.offset))}⟩`;
  return `${place} ${severity} ${code} ${shorten(path.join('.')) || '-'}${cut} ${message} → ${hint}`;
}

function shorten(text: string): string {
  const line = text.replaceAll('\n', '⏎');
  return line.length > 60 ? `${line.slice(0, 20)}…${line.slice(-10)}` : line;
}
