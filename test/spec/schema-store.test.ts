/** The schema as SchemaStore would take it: its dialect, Ajv's strict mode, specs that it accepts and refuses, its entry in the catalog. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemaUrl } from '../../src/spec/write.ts';
import { parseText } from './reading.ts';
import { strictAjv } from './strict-ajv.ts';

const schema = JSON.parse(readFileSync('schema/endpoint.schema.json', 'utf8'));
const accepts = strictAjv().compile(schema);
const specsOf = (folder: string) =>
  readdirSync(`schema/${folder}`).map((name) => ({ name, text: readFileSync(`schema/${folder}/${name}`, 'utf8') }));
const variables = {
  ...{ NAME: 'a', TAG: '1', MAX: '3', CONCURRENCY: '8' },
  ...{ PORT: '8000', HEALTH: '/health', MODEL: 'm', PRICE: '0.69' },
};
const secretEnvs = { API_KEY: 'key' };

/** Whether the action takes it, too: the mistakes of the text alone, without asking the service. */
const isRefused = (text: string) =>
  parseText(text, { variables, secretEnvs }).documents.length === 0 ||
  parseText(text, { variables, secretEnvs }).issues.some(({ severity }) => severity === 'error');

describe('the schema', () => {
  test('is draft-07 under its own address', () => {
    expect([schema.$schema, schema.$id]).toEqual(['http://json-schema.org/draft-07/schema#', schemaUrl]);
    expect(strictAjv().validateSchema(schema)).toBe(true);
  });

  test.for(specsOf('test'))('accepts $name, as the action does', ({ text }) => {
    expect({ isAccepted: accepts(parse(text)), errors: accepts.errors }).toEqual({ isAccepted: true, errors: null });
    expect(isRefused(text)).toBe(false);
  });

  test.for(specsOf('negative_test'))('refuses $name, as the action does', ({ text }) => {
    expect(accepts(parse(text))).toBe(false);
    expect(isRefused(text)).toBe(true);
  });

  test('is tried in each of its members', () => {
    const tried = specsOf('test').flatMap(({ text }) => Object.keys(parse(text)));
    expect(Object.keys(schema.properties).filter((member) => !tried.includes(member))).toEqual([]);
  });
});

test('the entry in the catalog has the members that it may have, and claims no name that others use', () => {
  const entry = JSON.parse(readFileSync('schema/catalog-entry.json', 'utf8'));
  expect(Object.keys(entry)).toEqual(['name', 'description', 'fileMatch', 'url']);
  expect(entry.url).toBe(schemaUrl);
  expect(entry.fileMatch.filter((glob: string) => !/^(\*\.)?gpu-endpoint\.ya?ml$/.test(glob))).toEqual([]);
});
