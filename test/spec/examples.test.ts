/** The examples: each is accepted by the schema, by an independent JSON Schema validator and by the whole parser; the broken one by none. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { checkDocuments } from '../../src/check/plan.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';
import { strictAjv } from './strict-ajv.ts';

const accepts = strictAjv().compile(JSON.parse(readFileSync('schema/endpoint.schema.json', 'utf8')));
const files = readdirSync('examples', { recursive: true, encoding: 'utf8' });
const examples = files.filter((name) => name.endsWith('.yaml'));
const variables = new Map(Object.entries({ TAG: '1', MIN: '0' }));

test.for(examples.map((name) => ({ name, isBroken: name.startsWith('broken') })))(
  'examples: $name: refused is $isBroken',
  ({ name, isBroken }) => {
    const bytes = readFileSync(`examples/${name}`);
    const { documents: specs, issues } = parseSpecFile(
      { path: name, bytes },
      { variables, secretEnvs: new Map(), image: new Map(), name: '' },
    );
    const documents = parseAllDocuments(bytes.toString('utf8'), { uniqueKeys: false });
    const validator = !documents.every((document) => accepts(document.toJS()));
    const parser = issues.some(({ severity }) => severity === 'error');
    expect({ parser, validator }).toEqual({ parser: isBroken, validator: isBroken });
    // No warning is about what an example does.
    const told = [...issues, ...checkDocuments(specs, { limits: undefined, mayExceed: false })];
    expect(isBroken ? [] : told).toEqual([]);
  },
);
