/** The command line: arguments to inputs, mistakes by name, and what a terminal gets to see. */

import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommandLine, terminalReporter, usage } from '../src/cli.ts';
import { type InputName, inputDefaults } from '../src/inputs.ts';
import type { Annotation } from '../src/report.ts';
import { version } from '../src/version.ts';

const names = Object.keys(inputDefaults) as InputName[];

/** The inputs that are given, or the words instead of a run. */
function parse(...argv: string[]): Record<string, string> | string {
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) return parsed.problem;
  if ('text' in parsed) return parsed.text;
  return Object.fromEntries(names.map((name) => [name, parsed.input(name)]).filter(([, value]) => value !== ''));
}

describe('arguments', () => {
  test.for<[string[], Record<string, string>]>([
    [['plan'], { command: 'plan' }],
    [['plan', 'a.yaml'], { command: 'plan', spec: 'a.yaml' }],
    [['plan', 'a.yaml', 'b/*.yaml'], { command: 'plan', spec: 'a.yaml\nb/*.yaml' }],
    [['--image', 'a:1', 'plan', 'a.yaml'], { command: 'plan', spec: 'a.yaml', image: 'a:1' }],
    [
      ['plan', '--image=a:1', 'a.yaml', '--wait', 'none'],
      { command: 'plan', spec: 'a.yaml', image: 'a:1', wait: 'none' },
    ],
    [['plan', '--image='], { command: 'plan' }],
    [['plan', '--', '-a.yaml', '--image'], { command: 'plan', spec: '-a.yaml\n--image' }],
    [['--', 'plan', '--help'], { command: 'plan', spec: '--help' }],
    [['plan', '--spec', 'b.yaml', 'a.yaml'], { command: 'plan', spec: 'a.yaml\nb.yaml' }],
    [['--command', 'plan', 'a.yaml'], { command: 'plan', spec: 'a.yaml' }],
    [['deploy', '--force'], { command: 'deploy', force: 'true' }],
    [['deploy', '--force', 'a.yaml'], { command: 'deploy', force: 'true', spec: 'a.yaml' }],
    [['deploy', '--force=false', '--adopt=maybe'], { command: 'deploy', force: 'false', adopt: 'maybe' }],
    [['deploy', '--force', 'false', 'a.yaml'], { command: 'deploy', force: 'false', spec: 'a.yaml' }],
    [['deploy', '--smoke-test=-x', '--name', '-'], { command: 'deploy', 'smoke-test': '-x', name: '-' }],
    [
      ['deploy', '--variables', 'A=1', '--variables', 'B=x=y', '--approved-plan=p1', '--approved-plan', 'p2'],
      { command: 'deploy', variables: 'A=1\nB=x=y', 'approved-plan': 'p1\np2' },
    ],
    [['destroy'], { command: 'destroy' }],
  ])('%j', ([argv, expected]) => {
    expect(parse(...argv)).toEqual(expected);
  });

  test.for([['--help'], ['-h'], ['plan', '-h'], ['--help', 'plan', '--unknown'], ['help'], ['help', 'plan']])(
    '%j asks for the usage',
    (argv) => {
      expect(parse(...argv)).toBe(usage);
    },
  );

  test('the version is asked for', () => {
    expect(parse('--version')).toBe(`${version}\n`);
  });

  const key = 'The API key is read from the environment only: set GPU_ENDPOINT_API_KEY.';
  test.for<[string[], string]>([
    [[], 'No command given. Commands: deploy, plan, validate, delete, sweep, export.'],
    [['--image', 'a:1'], 'No command given. Commands: deploy, plan, validate, delete, sweep, export.'],
    [['plan', '--image'], '--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.'],
    [
      ['plan', '--image', '--wait', 'none'],
      '--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.',
    ],
    [['plan', '--image', 'a', '--image', 'b'], '--image is set twice. Set it once.'],
    [['plan', '--imagee', 'a'], 'Unknown flag --imagee. Did you mean --image?'],
    [['plan', '--baseUrl', 'https://a.example'], 'Unknown flag --baseUrl. Did you mean --base-url?'],
    [['plan', '--variable', 'A=1'], 'Unknown flag --variable. Did you mean --variables?'],
    [['plan', '--wait_timeout', '1m'], 'Unknown flag --wait_timeout. Did you mean --wait-timeout?'],
    [['plan', '--nonsense'], 'Unknown flag --nonsense.'],
    [['plan', '-x'], 'Unknown flag -x.'],
    [['plan', '-dash.yaml'], 'Unknown flag -d.'],
    [['plan', '--api-key', 'hidden'], key],
    [['plan', '--api-key=hidden'], key],
    [['plan', '--apikey', 'hidden'], key],
    [['plan', '--API_KEY', 'hidden'], key],
    [['plan', '--token=hidden'], key],
    [['plan', '--github-token', 'hidden'], key],
    [
      ['plan', '--secret-envs', 'A=hidden'],
      'Secret envs are read from the environment only: set GPU_ENDPOINT_SECRET_ENVS.',
    ],
    [
      ['--nonsense', '--image'],
      'Unknown flag --nonsense.\n--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.\nNo command given. Commands: deploy, plan, validate, delete, sweep, export.',
    ],
  ])('%j is a mistake', ([argv, expected]) => {
    expect(parse(...argv)).toBe(expected);
  });

  test('every input but the secrets of the run is a flag', () => {
    expect(names.filter((name) => !usage.includes(`  --${name}`))).toEqual(['api-key', 'secret-envs', 'github-token']);
  });

  test('whatever they are, they are judged, and no value comes back in a problem', () => {
    const value = fc.stringMatching(/^[a-z]{8}$/).map((word) => `S3${word}`);
    const argument = fc.oneof(
      fc.constantFrom(
        '--',
        '-',
        '-h1',
        '--=',
        '--image',
        '--force',
        '--no-force',
        '--api-key',
        'plan',
        '--__proto__',
        '--constructor=1',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(argument), value, (argv, secret) => {
        const problem = parseCommandLine([...argv, `--api-key=${secret}`, '--apikey', secret, `--unknown=${secret}`]);
        expect(JSON.stringify(problem)).not.toContain(secret);
        expect(typeof parseCommandLine(argv)).toBe('object');
      }),
    );
  });
});

/** What a reporter has written to its two streams. */
function terminal({ isTTY = false } = {}) {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  for (const stream of Object.values(streams)) Object.assign(stream, { isTTY });
  const reporter = terminalReporter(
    streams.out as unknown as NodeJS.WriteStream,
    streams.err as unknown as NodeJS.WriteStream,
  );
  const read = (stream: PassThrough) => stripVTControlCharacters(String(stream.read() ?? ''));
  return { reporter, streams, out: () => read(streams.out), err: () => read(streams.err) };
}

const annotation: Annotation = {
  severity: 'error',
  title: 'spec: wrong-type',
  message: 'It is wrong.',
  hint: 'Write it.',
  range: { file: 'a.yaml', start: { line: 3, column: 5 }, end: { line: 3, column: 9 } },
  excerpt: ['3 |     wrong', '  |     ^^^^^'],
};

describe('a terminal', () => {
  test('gets problems with their lines, apart from the log', () => {
    const { reporter, out, err } = terminal();
    reporter.info('a\nb');
    reporter.group('llama', 'c\nd');
    reporter.annotate(annotation);
    reporter.annotate({ severity: 'notice', title: 'input name', message: 'It is odd.', hint: 'Look.' });
    reporter.fail('it failed\nDo this. [code]');
    expect({ out: out(), err: err() }).toEqual({
      out: 'a\nb\nllama\n  c\n  d\n',
      err: [
        'a.yaml:3:5 error It is wrong. [spec: wrong-type]',
        '  3 |     wrong',
        '    |     ^^^^^',
        '  Write it.',
        'notice It is odd. [input name]',
        '  Look.',
        'failed: it failed',
        'Do this. [code]',
        '',
      ].join('\n'),
    });
    expect(reporter.annotationsPerSeverity).toBe(Number.POSITIVE_INFINITY);
  });

  test.for<[string, boolean, string]>([
    ['gets what a person reads', true, 'url: https://a.example\nplan-digest: p1.x\n'],
    ['that is a pipe gets all outputs', false, 'url: https://a.example\nplan: {}\nplan-digest: p1.x\nendpoints: []\n'],
  ])('%s', ([, isTTY, expected]) => {
    const { reporter, out } = terminal({ isTTY });
    reporter.setOutput('url', 'https://old.example');
    reporter.setOutput('url', 'https://a.example');
    reporter.setOutput('image', '');
    reporter.setOutput('plan', '{}');
    reporter.setOutput('plan-digest', 'p1.x');
    reporter.setOutput('endpoints', '[]');
    expect(out()).toBe('');
    reporter.end?.();
    expect(out()).toBe(expected);
  });

  test('gets no escapes and nothing turned around from outside', async () => {
    const { reporter, streams } = terminal();
    const hostile = 'a\u001b[2J\u009b1m\u0007\r\u202eb\tc';
    reporter.info(hostile);
    reporter.group(hostile, hostile);
    reporter.annotate({ ...annotation, title: hostile, message: hostile, hint: hostile, excerpt: [hostile] });
    reporter.setOutput('name', hostile);
    reporter.end?.();
    reporter.fail(hostile);
    await reporter.summarize(hostile);
    const said = `${streams.out.read()}${streams.err.read()}`;
    expect(stripVTControlCharacters(said)).toBe(said);
    expect(said).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
    expect(said).toContain('a[2J1mb\tc');
  });

  test('that closes its pipe ends nothing, and another fault is not swallowed', () => {
    const { reporter, streams } = terminal();
    expect(() => streams.out.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }))).not.toThrow();
    expect(() => streams.err.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow('full');
    expect(() => reporter.info('on it goes')).not.toThrow();
  });
});

test('--debug asks for the trail, wherever it stands, and is no input', () => {
  const asked = [['plan', '--debug'], ['--debug', 'plan', 'a.yaml'], ['plan'], ['plan', '--', '--debug']].map(
    (argv) => {
      const parsed = parseCommandLine(argv);
      return 'isDebug' in parsed ? [parsed.isDebug, parsed.input('command')] : parsed;
    },
  );
  expect(asked).toEqual([
    [true, 'plan'],
    [true, 'plan'],
    [false, 'plan'],
    [false, 'plan'],
  ]);
});
