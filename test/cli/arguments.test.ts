/** The command line: arguments to inputs, mistakes by name, and the help. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { descriptionsModule } from '../../scripts/descriptions.ts';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { renderHelp } from '../../src/cli/help.ts';
import { type Command, commands } from '../../src/inputs/command-table.ts';
import { inputTable, inputNames as names } from '../../src/inputs/inputs.ts';
import { version } from '../../src/version.ts';

/** The inputs that are given, or the words instead of a run. */
function parse(...argv: string[]): Record<string, string> | string {
  const parsed = parseCommandLine(argv);
  if ('problem' in parsed) return parsed.problem;
  if ('text' in parsed) return parsed.text;
  return Object.fromEntries(names.map((name) => [name, parsed.input(name)]).filter(([, value]) => value !== undefined));
}

describe('arguments', () => {
  test.for<[string, string]>([
    ['plan', 'command=plan'],
    ['plan a.yaml b/*.yaml', 'command=plan spec=a.yaml,b/*.yaml'],
    ['--image a:1 plan a.yaml', 'command=plan spec=a.yaml image=a:1'],
    ['plan --image=a:1 a.yaml --wait none', 'command=plan spec=a.yaml image=a:1 wait=none'],
    ['plan --image=', 'command=plan image='],
    ['plan -- -a.yaml --image', 'command=plan spec=-a.yaml,--image'],
    ['-- plan --help', 'command=plan spec=--help'],
    ['plan --spec b.yaml a.yaml', 'command=plan spec=a.yaml,b.yaml'],
    ['deploy --image=-x --name -', 'command=deploy image=-x name=-'],
    ['deploy --image a=x:1 --image b=y:1', 'command=deploy image=a=x:1,b=y:1'],
    ['deploy --allow adopt,untrusted a.yaml --allow=resend', 'command=deploy spec=a.yaml allow=adopt,untrusted,resend'],
    [
      'deploy --variables A=1 --variables B=x=y --approved-plan=p1',
      'command=deploy variables=A=1,B=x=y approved-plan=p1',
    ],
    ['plan --json --debug a.yaml', 'command=plan spec=a.yaml'],
    ...['test', 'status', 'logs', 'park', 'delete', 'export'].map((command): [string, string] => [
      `${command} llama-2 a.yaml`,
      `command=${command} spec=a.yaml name=llama-2`,
    ]),
    ['status llama', 'command=status name=llama'],
    // Refused then: it reads all endpoints.
    ['list llama', 'command=list name=llama'],
    ['status llama.yaml specs/llama l*', 'command=status spec=llama.yaml,specs/llama,l*'],
    ['status -- llama', 'command=status spec=llama'],
    // A spec would be deployed under that name.
    ['deploy llama', 'command=deploy spec=llama'],
    ['plan llama', 'command=plan spec=llama'],
    ['validate llama', 'command=validate spec=llama'],
  ])('%s', ([line, expected]) => {
    const inputs = Object.entries(parse(...line.split(' ')));
    expect(inputs.map(([name, value]) => `${name}=${value.replaceAll('\n', ',')}`).join(' ')).toBe(expected);
  });

  test.for<[string, Command?]>([
    ...['--help', '-h', 'help', 'plna --help'].map((line): [string] => [line]),
    ...['plan -h', 'plan endpoint.yaml --help', '--help plan --unknown'].map((line): [string, Command] => [
      line,
      'plan',
    ]),
    ['help sweep', 'sweep'],
  ])('%s asks for help', ([line, command]) => {
    expect(parse(...line.split(' '))).toBe(renderHelp(command));
  });

  test('the version is asked for', () => {
    expect(parse('--version')).toBe(`${version}\n`);
  });

  const all = 'Commands: deploy, plan, validate, test, status, list, logs, park, delete, sweep, export.';
  const needsValue = '--image needs a value: --image VALUE, or --image=VALUE when the value starts with -.';
  const key = 'The API key is read from the environment only: set GPU_ENDPOINT_API_KEY.';
  test.for<[string, string]>([
    ['', `No command given. ${all}`],
    ['--image a:1', `No command given. ${all}`],
    ['plan --image', needsValue],
    ['plan --image --wait none', needsValue],
    ['plan --wait none --wait ready', '--wait is set twice. Set it once.'],
    ['plan --imagee a', 'Unknown flag --imagee. Did you mean --image?'],
    ['plan --baseUrl https://a.example', 'Unknown flag --baseUrl. Did you mean --base-url?'],
    ['plan --jsno', 'Unknown flag --jsno. Did you mean --json?'],
    ['plna', 'Unknown command plna. Did you mean plan?'],
    ['sk_live_1234', `Unknown command. ${all}`],
    ['Deploy', 'Unknown command Deploy. Did you mean deploy?'],
    ['destroy', 'Unknown command destroy. Did you mean delete?'],
    ['frobnicate', `Unknown command frobnicate. ${all}`],
    [
      'endpoint.yaml',
      'No command given before endpoint.yaml. To deploy it, run: deploy-gpu-endpoint deploy endpoint.yaml',
    ],
    [
      'rollback',
      'There is no command rollback. docs/recipes/rollback.md says how it is done: https://github.com/acme/deploy-gpu-endpoint/blob/main/docs/recipes/rollback.md',
    ],
    [
      'scale llama --min 2',
      'There is no command scale. docs/spec.md says how it is done: https://github.com/acme/deploy-gpu-endpoint/blob/main/docs/spec.md',
    ],
    ['stop llama', 'Unknown command stop. Did you mean park?'],
    ['describe', 'Unknown command describe. Did you mean status?'],
    [
      'compare',
      'There is no command compare. docs/recipes/compare.md says how it is done: https://github.com/acme/deploy-gpu-endpoint/blob/main/docs/recipes/compare.md',
    ],
    [
      'deploy --environment prod',
      'There is no --environment: write it at the job: `environment: {name: …, url: "${{ steps.deploy.outputs.url }}"}`.',
    ],
    ['plan --nonsense', 'Unknown flag --nonsense.'],
    [
      'plan --force',
      'There is no --force: add the guard that refused the run to `allow`: `older-commit`, `untrusted`, `overwrite` (of `export`).',
    ],
    ['deploy --adopt=true', 'There is no --adopt: add `adopt` to `allow`.'],
    ['deploy --dry_run', 'There is no --dry_run: use the command `plan`, which writes nothing.'],
    ['plan --json=yes', '--json takes no value.'],
    ['sweep --preview max-age=3d', '--preview works only in a workflow, where there are pull requests.'],
    ['plan --comment true', '--comment works only in a workflow, where there are pull requests.'],
    ['plan -x', 'Unknown flag -x.'],
    ['status llama whisper', 'The name is set twice. Set it once.'],
    ['status llama --name whisper', 'The name is set twice. Set it once.'],
    ['deploy -f a.yaml', 'Unknown flag -f. Did you mean --spec or --lines?'],
    ['logs -n 5', 'Unknown flag -n. Did you mean --name or --lines?'],
    ['delete a --yes', 'There is no --yes: nothing is asked: leave it out.'],
    ['plan --set A=b', 'Unknown flag --set. Did you mean --variables?'],
    ['status --output json', 'Unknown flag --output. Did you mean --json?'],
    ['logs --tail 5', 'Unknown flag --tail. Did you mean --lines?'],
    ['logs --follow', 'Unknown flag --follow. Did you mean --lines?'],
    ['plan -dash.yaml', 'Unknown flag -d.'],
    ['plan --api-key hidden', key],
    ['plan --api-key=hidden', key],
    ['plan --apikey hidden', key],
    ['plan --API_KEY hidden', key],
    ['plan --token=hidden', key],
    ['plan --github-token hidden', '--github-token works only in a workflow, where there are pull requests.'],
    ['plan --secret-envs A=hidden', 'Secret envs are read from the environment only: set GPU_ENDPOINT_SECRET_ENVS.'],
  ])('%s is a mistake', ([line, expected]) => {
    expect(parse(...line.split(' ').filter(Boolean))).toBe(expected);
  });

  test('whatever they are, they are judged, and no value comes back in a problem', () => {
    const value = fc.stringMatching(/^[a-z]{8}$/).map((word) => `S3${word}`);
    const argument = fc.oneof(
      fc.constantFrom(
        ...'-- - -h1 --= --image --allow --no-allow --api-key plan --__proto__ --constructor=1'.split(' '),
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

test.for<[string[], object]>([
  [['plan', '--debug'], { isDebug: true, isJson: false }],
  [['--json', 'plan', 'a.yaml'], { isDebug: false, isJson: true }],
  [['plan', '--', '--debug'], { isDebug: false, isJson: false }],
  [['logs', '--lines', '7'], { lines: 7 }],
])('%j: what is shown, which is no input', ([argv, expected]) => {
  expect(parseCommandLine(argv)).toMatchObject(expected);
});

describe('help', () => {
  const action: { inputs: Record<string, { description: string }> } = parseYaml(readFileSync('action.yml', 'utf8'));
  const pages = [undefined, ...commands];
  const example = (help: string) => /^ {4}deploy-gpu-endpoint (.*)$/m.exec(help)?.[1] ?? '';

  test('its descriptions are those of action.yml', () => {
    expect(readFileSync('src/cli/descriptions.ts', 'utf8')).toBe(descriptionsModule());
  });

  test('fits on a screen without a command, and says what each command does in one line', () => {
    const lines = renderHelp().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    const rows = commands.map((command) => lines.find((line) => line.startsWith(`  ${command} `)));
    expect(rows).toEqual(commands.map(() => expect.stringMatching(/\.$/)));
    expect(lines.filter((line) => /COMMAND --help$|^ {2}3 {2}|#readme$/.test(line))).toHaveLength(3);
  });

  const withSpec = '--spec --name --variables';
  const asPlan = `${withSpec} --image --resolve-image --endpoint-id --wait --on-failure`;
  test.for<[Command, string]>([
    ['deploy', `${asPlan} --wait-timeout --approved-plan GPU_ENDPOINT_SECRET_ENVS`],
    ['plan', `${asPlan} GPU_ENDPOINT_SECRET_ENVS`],
    ['validate', `${withSpec} --image --resolve-image GPU_ENDPOINT_SECRET_ENVS`],
    ['test', `${withSpec} --resolve-image --endpoint-id --wait-timeout GPU_ENDPOINT_SECRET_ENVS`],
    ['status', `${withSpec} --image --endpoint-id GPU_ENDPOINT_SECRET_ENVS`],
    ['list', '--spec'],
    ['logs', `${withSpec} --endpoint-id --lines`],
    ['delete', `${withSpec} --endpoint-id`],
    ['sweep', '--spec --name --variables'],
    ['export', '--spec --name --endpoint-id'],
  ])('of %s shows what it takes, and nothing else', ([command, taken]) => {
    const help = renderHelp(command);
    const ofAll = ['--base-url', '--allow', '--json', '--debug', '--help', '--version', '--'];
    const ofEnvironment = ['GPU_ENDPOINT_BASE_URL', 'GPU_ENDPOINT_API_KEY', 'NO_COLOR'];
    const terms = Array.from(help.matchAll(/^ {2}(?:-h, )?(--[a-z-]*|[A-Z_]{3,})(?= |$)/gm), ([, term]) => term);
    expect(terms.sort()).toEqual([...ofAll, ...ofEnvironment, ...taken.split(' ').filter(Boolean)].sort());
    expect(parseCommandLine(example(help).replaceAll("'", '').split(' '))).toHaveProperty('input');
  });

  test('describes each input with each of its words', () => {
    const unnamed = Object.entries(inputTable).flatMap(([name, { choices: words = [] }]) =>
      words.filter((word) => !action.inputs[name]?.description.includes(`\`${word}\``)),
    );
    expect(unnamed).toEqual([]);
    expect(renderHelp('deploy').replaceAll(/\s+/g, ' ')).toMatch(/--wait ready\|rollout\|none .* Default: ready\./);
  });

  test.for(pages)('of %s fits 80 columns and has no markup', (command) => {
    const help = renderHelp(command);
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(help).not.toMatch(/`|\bwith:|^ {2}(\w+) [^-]*Defaults\s+to\s+the\s+environment\s+variable\s+\1/m);
  });
});
