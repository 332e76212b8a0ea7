/** The examples: each is accepted by the schema, by an independent JSON Schema validator and by the whole parser; the broken one by none. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseSpecFile } from '../../src/spec/parse.ts';
import { strictAjv } from './strict-ajv.ts';

const accepts = strictAjv().compile(JSON.parse(readFileSync('schema/endpoint.schema.json', 'utf8')));
const examples = readdirSync('examples').filter((name) => name.endsWith('.yaml'));
const variables = new Map([['TAG', '1']]);

describe('examples', () => {
  test.for(examples.map((name) => ({ name, isBroken: name.startsWith('broken') })))(
    '$name: refused is $isBroken',
    ({ name, isBroken }) => {
      const bytes = readFileSync(`examples/${name}`);
      const { issues } = parseSpecFile(
        { path: name, bytes },
        { variables, secretEnvs: new Map(), image: new Map(), name: '' },
      );
      const documents = parseAllDocuments(bytes.toString('utf8'), { uniqueKeys: false });
      const validator = !documents.every((document) => accepts(document.toJS()));
      const parser = issues.some(({ severity }) => severity === 'error');
      expect({ parser, validator }).toEqual({ parser: isBroken, validator: isBroken });
    },
  );
});
