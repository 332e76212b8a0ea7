/** The log of one endpoint among several: its lines stay together, and a long wait shows. */

import { expect, test } from 'vitest';
import { openLogGroup } from '../../src/commands/log.ts';
import { recordReport } from './scene.ts';

test('alone it is written as it comes', () => {
  const { reporter, log } = recordReport();
  const group = openLogGroup('llama', reporter);
  group.log(['a', 'b']);
  group.logProgress(['  c']);
  group.log([]);
  group.close();
  expect(log).toEqual(['a\nb', '  c']);
});

test('beside others it is kept, except what must be seen at once', () => {
  const { reporter, log } = recordReport();
  const group = openLogGroup('llama', reporter, true);
  group.log(['a']);
  group.logProgress(['  b', '  c']);
  group.logProgress([]);
  expect(log).toEqual(['llama: b\nllama: c']);
  group.close();
  expect(log).toEqual(['llama: b\nllama: c', 'llama> a\n  b\n  c']);
});
