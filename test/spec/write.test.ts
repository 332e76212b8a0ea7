/** A spec that is written: nothing that the service says becomes a member of it. */

import { expect, test } from 'vitest';
import { writeSpec } from '../../src/spec/write.ts';

test('a comment at the top stays one line, whatever an id holds', () => {
  const header = ['Endpoint e1\nname: evil\r\n\u2028image: evil\u0085x, as it was.'];
  const { text } = writeSpec({ name: 'llama' }, header);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['name: llama']);
  expect(text).toContain('# Endpoint e1 name: evil image: evil x, as it was.\n');
});
