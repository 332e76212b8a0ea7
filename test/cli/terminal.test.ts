/** What a terminal gets to see: the log, problems with their lines, and the outputs. */

import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { terminalReporter } from '../../src/cli/terminal.ts';
import { type Annotation, type Outputs, openEdge, outputNames } from '../../src/report.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

/** What a reporter has written to its two streams. */
function terminal({ isJson = false } = {}) {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  const asTerminal = (stream: unknown) => stream as NodeJS.WriteStream;
  const reporter = terminalReporter(asTerminal(streams.out), asTerminal(streams.err), { isDebug: false, isJson });
  const read = (stream: PassThrough) => stripVTControlCharacters(String(stream.read() ?? ''));
  return { reporter, streams, out: () => read(streams.out), err: () => read(streams.err) };
}

const annotation: Annotation = {
  severity: 'error',
  title: 'spec: wrong-type',
  message: 'It is wrong.',
  hint: 'Write it.',
  range: { file: 'a.yaml', start: { line: 3, column: 5 }, end: { line: 3, column: 9 } },
};

describe('a terminal', () => {
  test('gets problems with their lines, apart from the log', () => {
    const { reporter, out, err } = terminal();
    reporter.info('a\nb');
    reporter.group('llama', 'c\nd');
    reporter.annotate(annotation);
    reporter.annotate({ severity: 'notice', title: 'input name', message: 'It is odd.', hint: 'Look.' });
    reporter.fail('it failed\nDo this. [code]');
    expect(out()).toBe('a\nb\nllama\n  c\n  d\n');
    expect(err().split('\n\n')).toEqual([
      'a.yaml:3:5 error It is wrong. [wrong-type]\n  Write it.',
      'notice It is odd. [name]\n  Look.',
      'failed: it failed\nDo this. [code]\n',
    ]);
  });

  const url = 'https://a.example';
  test.for<[string, Outputs, object[], string]>([
    ['of a deploy are in its log', { 'endpoint-id': 'e1', url, operation: 'created' }, [{ name: 'a', url }], ''],
    ['that nobody has set are not there', { changed: 'false' }, [], ''],
  ])('outputs %s', ([, given, endpoints, expected]) => {
    const { reporter, out } = terminal();
    const outputs: Outputs = { ...given, endpoints: JSON.stringify(endpoints) };
    reporter.setOutput('url', 'https://old.example');
    for (const name of outputNames) reporter.setOutput(name, outputs[name] ?? '');
    expect(out()).toBe('');
    reporter.end?.();
    expect(out()).toBe(expected);
  });

  test('with --json gets one object on stdout, and everything else on stderr', () => {
    const { reporter, out, err } = terminal({ isJson: true });
    reporter.info('a line');
    reporter.group('llama', 'b');
    reporter.annotate(annotation);
    const outputs: Outputs = { url: 'https://a.example', changed: 'true', endpoints: '[{"name":"a"}]' };
    for (const name of outputNames) if (outputs[name]) reporter.setOutput(name, outputs[name]);
    reporter.end?.();
    reporter.fail('it failed');
    expect(JSON.parse(out())).toEqual({
      ...Object.fromEntries(outputNames.map((name) => [name, null])),
      url: 'https://a.example',
      changed: true,
      endpoints: [{ name: 'a' }],
    });
    expect(err()).toContain('a line\nllama\n  b\na.yaml:3:5 error');
  });

  test('gets no escapes and nothing turned around from outside', async () => {
    const { reporter, streams } = terminal();
    const edge = openEdge(reporter, createRedactor());
    const hostile = 'a\u001b[2J\u009b1m\u0007\r\u202eb\tc';
    edge.info(hostile);
    edge.group(hostile, hostile);
    edge.annotate({ ...annotation, title: hostile, message: hostile, hint: hostile });
    edge.setOutput('url', hostile);
    reporter.end?.();
    edge.fail(hostile);
    await edge.summarize(hostile);
    const said = `${streams.out.read()}${streams.err.read()}`;
    expect(stripVTControlCharacters(said)).toBe(said);
    expect(said).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
    expect(said).toContain('a\nb\tc');
  });

  test('that closes its pipe ends nothing, and another fault is not swallowed', () => {
    const { reporter, streams } = terminal();
    expect(() => streams.out.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }))).not.toThrow();
    expect(() => streams.err.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow('full');
    expect(() => reporter.info('on it goes')).not.toThrow();
  });
});
