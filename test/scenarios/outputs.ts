/** Holds the outputs of every run against their JSON Schema. */

import { outputsJsonSchema } from '../../scripts/outputs-schema.ts';
import { type OutputName, outputNames } from '../../src/report.ts';
import { strictAjv } from '../spec/strict-ajv.ts';

const ajv = strictAjv();
const accepts = ajv.compile(outputsJsonSchema());

/** Throws for outputs that the schema does not describe; `printed` is what `--json` prints. */
export function assertDescribed(printed: unknown): void {
  if (accepts(printed)) return;
  throw new Error(`schema/outputs.schema.json: ${ajv.errorsText(accepts.errors)} in ${JSON.stringify(printed)}`);
}

/** As `--json` prints the outputs of a step. */
export function printedOutputs(outputs: Readonly<Record<string, string>>): Record<OutputName, unknown> {
  const parsed = (name: OutputName) => {
    const text = outputs[name] ?? '';
    if (text === '') return null;
    return name === 'changed' || name === 'endpoints' ? JSON.parse(text) : text;
  };
  return Object.fromEntries(outputNames.map((name) => [name, parsed(name)])) as Record<OutputName, unknown>;
}
