/** No secret passes the port through which a run speaks; and everything else does, to the letter. */

import { describe, expect, test } from 'vitest';
import { createRedactor } from '../src/http/redactor.ts';
import { type Annotation, type OutputName, type Reporter, withoutSecrets } from '../src/report.ts';

/** Everything that is said, in order. */
function recorder() {
  const said: unknown[][] = [];
  const say =
    (...kind: string[]) =>
    (...words: unknown[]) =>
      void said.push([...kind, ...words]);
  const reporter: Reporter = {
    info: say('info'),
    group: say('group'),
    annotationsPerSeverity: 7,
    annotate: say('annotate'),
    mask: say('mask'),
    conceal: say('conceal'),
    setOutput: say('output'),
    summarize: async (markdown) => say('summary')(markdown),
    redact: (text) => text,
    fail: say('fail'),
  };
  const redactor = createRedactor();
  return { reporter: withoutSecrets(reporter, redactor), redactor, said };
}

describe('a secret', () => {
  test('is masked as a whole and line by line', () => {
    const { reporter, said } = recorder();
    reporter.mask('-----BEGIN-----\nAAAABBBB\n}\n');
    reporter.mask('single');
    reporter.mask('');
    reporter.mask('two words');
    expect(said).toEqual([
      ['mask', '-----BEGIN-----\nAAAABBBB\n}\n'],
      ['mask', '-----BEGIN-----'],
      ['mask', 'AAAABBBB'],
      ['mask', 'single'],
      ['mask', 'two words'],
    ]);
  });

  test('that is only concealed is kept from the log, and not given to the runner', () => {
    const { reporter, said } = recorder();
    reporter.conceal('longer-than-seven');
    reporter.conceal('one of the lines\ninfo');
    reporter.conceal('info');
    reporter.info('info longer-than-seven: one of the lines');
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
      excerpt: ['1 | hunter22', '  | ^^^'],
      range: { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
    };
    reporter.info('d hunter22');
    reporter.group('e hunter22', 'f hunter22');
    reporter.annotate(annotation);
    await reporter.summarize('g hunter22');
    reporter.fail('h hunter22');
    expect(said).toEqual([
      ['info', 'd ***'],
      ['group', 'e ***', 'f ***'],
      ['annotate', { ...annotation, title: 'a ***', message: 'b ***', hint: 'c ***', excerpt: ['1 | ***', '  | ^^^'] }],
      ['summary', 'g ***'],
      ['fail', 'h ***'],
    ]);
  });
});

test('what leaves the run by another way can be rid of secrets too', () => {
  const { reporter } = recorder();
  reporter.mask('hunter_22');
  reporter.conceal('concealed');
  expect(reporter.redact('a hunter&#95;22 concealed')).toBe('a *** ***');
});

test('what one user of the redactor adds is hidden from all', () => {
  const { reporter, redactor, said } = recorder();
  redactor.add('from the service', 'env');
  reporter.info('said from the service');
  reporter.mask('from the run');
  expect([said[0], redactor.redact('said from the run')]).toEqual([['info', 'said ***'], 'said ***']);
});

test('outputs pass to the letter', () => {
  const { reporter, said } = recorder();
  reporter.mask('llama');
  said.length = 0;
  reporter.setOutput('url' satisfies OutputName, 'https://llama.example');
  expect(said).toEqual([['output', 'url', 'https://llama.example']]);
  expect(reporter.annotationsPerSeverity).toBe(7);
});
