/** The edge: no secret, no control character and nothing too long passes it; our own words do, to the letter. */

import { describe, expect, test } from 'vitest';
import type { Annotation, ReportWriter } from '../src/report.ts';
import { openEdge } from '../src/report.ts';
import { createRedactor } from '../src/secrets/redactor.ts';

/** Everything that is said, in order. */
function recorder() {
  const said: unknown[][] = [];
  const say =
    (...kind: string[]) =>
    (...words: unknown[]) =>
      void said.push([...kind, ...words]);
  const reporter: ReportWriter = {
    info: say('info'),
    group: say('group'),
    annotationsPerSeverity: 7,
    annotate: say('annotate'),
    mask: (secret) => say('mask')(secret),
    setOutput: say('output'),
    summarize: async (markdown) => say('summary')(markdown),
    fail: say('fail'),
  };
  const redactor = createRedactor();
  return { reporter: openEdge(reporter, redactor), redactor, said };
}

describe('a secret', () => {
  test('is masked line by line, no line of fewer than four characters', () => {
    const { reporter, said } = recorder();
    reporter.mask('-----BEGIN-----\nAAAABBBB\n}\n');
    reporter.mask('single');
    reporter.mask('');
    reporter.mask('two words');
    expect(said).toEqual([
      ['mask', '-----BEGIN-----'],
      ['mask', 'AAAABBBB'],
      ['mask', 'single'],
      ['mask', 'two words'],
    ]);
  });

  test('that is only concealed is hidden where words of others come in, and not given to the runner', () => {
    const { reporter, redactor, said } = recorder();
    for (const value of ['longer-than-seven', 'one of the lines\ninfo', 'info']) reporter.addSecret(value);
    reporter.info(redactor.clean('info longer-than-seven: one of the lines'));
    expect(said).toEqual([['info', 'info ***: ***']]);
  });

  test('is in nothing that is said', async () => {
    const { reporter, said } = recorder();
    reporter.mask('hunter22');
    said.length = 0;
    const annotation: Annotation = {
      severity: 'error',
      title: 'a hunter22',
      message: 'b hunter22',
      hint: 'c hunter22',
      range: { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
    };
    reporter.info('d hunter22');
    reporter.group('e hunter22', 'f hunter22');
    reporter.annotate(annotation);
    await reporter.summarize('g hunter22');
    reporter.fail('h hunter22', 'i hunter22');
    expect(said).toEqual([
      ['info', 'd ***'],
      ['group', 'e ***', 'f ***'],
      ['annotate', { ...annotation, title: 'a ***', message: 'b ***', hint: 'c ***' }],
      ['summary', 'g ***'],
      ['fail', 'h ***', 'i ***'],
    ]);
  });
});

test('what leaves the run by another way is rid of declared secrets too, from 8 characters on', () => {
  const { reporter } = recorder();
  reporter.mask('hunter_22');
  reporter.mask('serving');
  reporter.addSecret('con-cealed');
  expect(reporter.redact('serving hunter_22 "hunter_22" con-cealed')).toBe('serving *** "***" con-cealed');
});

test('a value of an env takes nothing from our sentences, in which it may be part of a plan', () => {
  const { reporter, redactor, said } = recorder();
  for (const word of ['endpoint', 'workers', 'ghcr.io/evil/miner:1']) reporter.addSecret(word);
  const sentence = 'Change the endpoint: image ghcr.io/acme/llama:1 → ghcr.io/evil/miner:1';
  reporter.info(sentence);
  expect(said).toEqual([['info', sentence]]);
  expect(redactor.clean(sentence)).toBe('Change the ***: image ghcr.io/acme/llama:1 → ***');
});

test('before secrets are looked for, controls are taken out: nothing becomes readable afterwards', () => {
  const { reporter, said } = recorder();
  reporter.mask('hunter-two-two');
  said.length = 0;
  reporter.info('a hunter\u0000-two\u202e-two');
  reporter.fail('a hunt\u001ber-two-two');
  expect(said).toEqual([
    ['info', 'a ***'],
    ['fail', 'a ***', ''],
  ]);
});

test('no control leaves, also where no secret is known', async () => {
  const { reporter, said } = recorder();
  const hostile = 'a\u0000b\u001b[31mc\u202ed\r\n\te';
  reporter.info(hostile);
  reporter.group(hostile, hostile);
  reporter.annotate({ severity: 'error', title: hostile, message: hostile, hint: hostile });
  await reporter.summarize(hostile);
  reporter.fail(hostile);
  expect(JSON.stringify(said).match(/abcd\\n\\te/g)).toHaveLength(8);
  expect(said.flat().join()).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
});
