/** A spec that is written: nothing that the service says becomes a member of it. */

import { expect, test } from 'vitest';
import { writeSpec } from '../../src/spec/write.ts';
import { parseOne } from './reading.ts';

test('keys of envs that look like variables are read back as they were', () => {
  const keys = ['A', 'B${A}', 'C$${', 'D${'];
  const { text, variables } = writeSpec({ name: 'llama', envs: keys.map((key) => ({ key, value: 'x' })) }, []);
  const { spec } = parseOne(text, { variables: Object.fromEntries([...variables.keys()].map((name) => [name, 'y'])) });
  expect(spec?.envs).toEqual(keys.map((key) => ({ key, value: 'y' })));
});

test('a comment at the top stays one line, whatever an id holds', () => {
  const header = ['Endpoint e1\nname: evil\r\n\u2028image: evil\u0085x, as it was.'];
  const { text } = writeSpec({ name: 'llama' }, header);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['name: llama']);
  expect(text).toContain('# Endpoint e1 name: evil image: evil x, as it was.\n');
});
