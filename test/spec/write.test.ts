/** A spec that is written: nothing that the service says becomes a member of it. */

import { expect, test } from 'vitest';
import { writeSpec } from '../../src/spec/write.ts';
import { parseText } from './reading.ts';

test('a key of an env that contains a variable is refused at its line', () => {
  const { text } = writeSpec({ name: 'llama', envs: [{ key: 'B${A}', value: 'x' }] }, []);
  const { issues } = parseText(text, { variables: { A: 'y', B__A_: 'y' } });
  expect(issues.map(({ message }) => message)).toEqual([
    'a key of `envs` contains `${`, and variables are not allowed in keys',
  ]);
});

test('a comment at the top stays one line, whatever an id holds', () => {
  const header = ['Endpoint e1\nname: evil\r\n\u2028image: evil\u0085x, as it was.'];
  const { text } = writeSpec({ name: 'llama' }, header);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['name: llama']);
  expect(text).toContain('# Endpoint e1 name: evil image: evil x, as it was.\n');
});
