/** The command line: arguments to inputs, and mistakes by name. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { inputNames as names } from '../../src/inputs.ts';
import { version } from '../../src/version.ts';

/** The inputs that are given, or the words instead of a run. */
function parse(...argv: string[]): Record<string, string> | string {
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) return parsed.problem;
  if ('text' in parsed) return parsed.text;
  if ('isHelp' in parsed) return 'help';
  return Object.fromEntries(names.map((name) => [name, parsed.input(name)]).filter(([, value]) => value !== undefined));
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
    [['plan', '--image='], { command: 'plan', image: '' }],
    [['plan', '--', '-a.yaml', '--image'], { command: 'plan', spec: '-a.yaml\n--image' }],
    [['--', 'plan', '--help'], { command: 'plan', spec: '--help' }],
    [['plan', '--spec', 'b.yaml', 'a.yaml'], { command: 'plan', spec: 'a.yaml\nb.yaml' }],
    [['deploy', '--image=-x', '--name', '-'], { command: 'deploy', image: '-x', name: '-' }],
    [
      ['deploy', '--allow', 'adopt,replace', 'a.yaml', '--allow=resend'],
      { command: 'deploy', spec: 'a.yaml', allow: 'adopt,replace\nresend' },
    ],
    [
      ['sweep', '--preview', 'max-age=3d', '--preview=workers=2'],
      { command: 'sweep', preview: 'max-age=3d\nworkers=2' },
    ],
    [
      ['deploy', '--variables', 'A=1', '--variables', 'B=x=y', '--approved-plan=p1'],
      { command: 'deploy', variables: 'A=1\nB=x=y', 'approved-plan': 'p1' },
    ],
    [['plan', '--json', 'a.yaml'], { command: 'plan', spec: 'a.yaml' }],
  ])('%j', ([argv, expected]) => {
    expect(parse(...argv)).toEqual(expected);
  });

  test.for([['--help'], ['-h'], ['help'], ['plan', '-h'], ['--help', 'plan', '--unknown'], ['help', 'sweep']])(
    '%j asks for help',
    (argv) => {
      expect(parse(...argv)).toBe('help');
    },
  );

  test('the version is asked for', () => {
    expect(parse('--version')).toBe(`${version}\n`);
  });

  const key = 'The API key is read from the environment only: set GPU_ENDPOINT_API_KEY.';
  test.for<[string[], string]>([
    [[], 'No command given. Commands: deploy, plan, validate, test, status, logs, delete, sweep, export.'],
    [
      ['--image', 'a:1'],
      'No command given. Commands: deploy, plan, validate, test, status, logs, delete, sweep, export.',
    ],
    [['plan', '--image'], '--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.'],
    [
      ['plan', '--image', '--wait', 'none'],
      '--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.',
    ],
    [['plan', '--image', 'a', '--image', 'b'], '--image is set twice. Set it once.'],
    [['plan', '--imagee', 'a'], 'Unknown flag --imagee. Did you mean --image?'],
    [['plan', '--baseUrl', 'https://a.example'], 'Unknown flag --baseUrl. Did you mean --base-url?'],
    [['plan', '--jsno'], 'Unknown flag --jsno. Did you mean --json?'],
    [['plna'], 'Unknown command plna. Did you mean plan?'],
    [['sk_live_1234'], 'Unknown command. Commands: deploy, plan, validate, test, status, logs, delete, sweep, export.'],
    [['Deploy'], 'Unknown command Deploy. Did you mean deploy?'],
    [
      ['destroy'],
      'Unknown command destroy. Commands: deploy, plan, validate, test, status, logs, delete, sweep, export.',
    ],
    [
      ['endpoint.yaml'],
      'No command given before endpoint.yaml. To deploy it, run: deploy-gpu-endpoint deploy endpoint.yaml',
    ],
    [['plan', '--nonsense'], 'Unknown flag --nonsense.'],
    [
      ['plan', '--force'],
      '--force does not exist any more. Name the one guard in the way in `allow`: `older-commit`, `untrusted`, `resend`, `overwrite` (of `export`).',
    ],
    [['deploy', '--allow_replace=true'], '--allow_replace does not exist any more. Add `replace` to `allow`.'],
    [['plan', '--json=yes'], '--json takes no value.'],
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
  ])('%j is a mistake', ([argv, expected]) => {
    expect(parse(...argv)).toBe(expected);
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
        '--allow',
        '--no-allow',
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
