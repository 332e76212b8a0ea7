/** The inputs of a step: every form that a value comes in, every mistake by its words, and no secret among the words. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowances, type InputName, type Inputs, inputNames, parseInputs } from '../../src/inputs/inputs.ts';
import { foreignInputs } from '../../src/inputs/values.ts';

type Given = { readonly [name in InputName]?: string };

const required: Given = { 'base-url': 'https://api.example.com', 'api-key': 'key-1' };

function parse(given: Given, env: Readonly<Record<string, string>> = {}) {
  return parseInputs({ get: (name) => given[name], env: (name) => env[name] });
}

/** What is wrong, in a line each. */
function problemsOf(given: Given): string[] {
  return parse({ ...required, ...given }).problems.map(({ input, message, hint }) => `${input} ${message} → ${hint}`);
}

const digest = `p5.${'a'.repeat(22)}.${'b'.repeat(22)}`;

const defaults: Inputs = {
  ...parse(required).inputs,
  ...{ command: 'deploy', spec: ['endpoint.yaml'], baseUrl: 'https://api.example.com', apiKey: 'key-1' },
  ...{ image: new Map(), name: '', endpointId: '', variables: new Map(), secretEnvs: new Map() },
  ...{ wait: 'ready', waitTimeoutSeconds: 1200, onFailure: 'restore', approvedPlan: '', preview: undefined },
  ...{ comment: true, allow: new Set(), deferred: [], githubToken: '' },
};

const previewDefaults = { label: '', drafts: false, maxAgeSeconds: undefined, workers: 1 };

describe('values', () => {
  test('have the defaults of action.yml', () => {
    expect(parse(required)).toEqual({ inputs: defaults, problems: [], warnings: [] });
  });

  const map = (values: object): ReadonlyMap<string, string> => new Map(Object.entries(values));
  const preview = (change: object) => ({ preview: { ...previewDefaults, ...change } });
  const pinned = `ghcr.io/acme/llama@sha256:${'0a'.repeat(32)}`;
  test.for<[Given, Partial<Inputs>]>([
    [
      { 'resolve-image': '  pin\n', wait: ' rollout ' },
      { resolveImage: 'pin', wait: 'rollout' },
    ],
    [{ variables: ' ', allow: '', 'wait-timeout': ' \n' }, {}],
    [{ name: 'spec', 'endpoint-id': 'none' }, {}],
    [{ spec: 'a.yaml\r\n\r\n b.yaml \r\n' }, { spec: ['a.yaml', 'b.yaml'] }],
    [{ 'base-url': 'https://a.example//' }, { baseUrl: 'https://a.example' }],
    [{ 'base-url': 'HTTPS://API.Example.com' }, { baseUrl: 'https://api.example.com' }],
    [{ 'base-url': 'http://127.0.0.1:80' }, { baseUrl: 'http://127.0.0.1' }],
    [{ 'base-url': 'http://[::1]:8080' }, { baseUrl: 'http://[::1]:8080' }],
    [{ 'wait-timeout': '90' }, { waitTimeoutSeconds: 90 }],
    [{ 'wait-timeout': '20 m' }, { waitTimeoutSeconds: 1200 }],
    [{ 'wait-timeout': '1h30m' }, { waitTimeoutSeconds: 5400 }],
    [{ comment: 'FALSE' }, { comment: false }],
    [
      { allow: 'adopt older-commit\nuntrusted,,drop-secrets\tbeyond-limits\tpull-request\r\noverwrite adopt' },
      { allow: new Set(allowances) },
    ],
    [{ preview: 'true' }, preview({})],
    [{ 'wait-timeout': '500ms' }, { waitTimeoutSeconds: 0.5 }],
    [{ 'wait-timeout': '1.5h' }, { waitTimeoutSeconds: 5400 }],
    [{ 'wait-timeout': '1h 30m 5s' }, { waitTimeoutSeconds: 5405 }],
    [{ preview: ' False ' }, {}],
    [
      { preview: 'label= gpu=1 \r\n drafts = true\nmax-age=14d\n\nworkers=2\n' },
      preview({ label: 'gpu=1', drafts: true, maxAgeSeconds: 1_209_600, workers: 2 }),
    ],
    [{ image: pinned }, { image: map({ '': pinned }) }],
    [{ image: 'a=ghcr.io/acme/a:01\n b=c = b:2 \n' }, { image: map({ a: 'ghcr.io/acme/a:01', 'b=c': 'b:2' }) }],
    [{ image: 'spec', 'approved-plan': 'none' }, {}],
    [{ 'secret-envs': 'A="q"\nB==b= \nD=x y' }, { secretEnvs: map({ A: '"q"', B: '=b= ', D: 'x y' }) }],
    [
      { variables: 'A<<END\r\none\r\n\r\nB=two\r\nEND\r\nC=3\r\n' },
      { variables: map({ A: 'one\r\n\r\nB=two', C: '3' }) },
    ],
    [{ variables: 'A=1  \nB=\t2\r\nC=3 ' }, { variables: map({ A: '1  ', B: '\t2', C: '3 ' }) }],
    [{ 'approved-plan': digest }, { approvedPlan: digest }],
  ])('%j', ([given, expected]) => {
    const inputs = { ...defaults, ...expected };
    expect(parse({ ...required, ...given })).toEqual({ inputs, problems: [], warnings: [] });
  });

  test('that are not given come from the environment, as far as they may', () => {
    const service = { GPU_ENDPOINT_BASE_URL: ' https://env.example ', GPU_ENDPOINT_API_KEY: 'env-key' };
    const env = { ...service, NAME: 'x', IMAGE: 'x' };
    const inputs = { ...defaults, baseUrl: 'https://env.example', apiKey: 'env-key' };
    expect(parse({}, env)).toEqual({ inputs, problems: [], warnings: [] });
    expect(parse(required, env).inputs).toMatchObject({ baseUrl: 'https://api.example.com', apiKey: 'key-1' });
  });
});

test.for<[Given, string[]]>([
  [{ command: 'test', image: 'a:2', wait: 'none' }, ['image']],
  [{ command: 'list', variables: 'A=b', 'secret-envs': 'A=b' }, ['variables', 'secret-envs']],
  [{ command: 'test', image: 'spec', 'secret-envs': 'A=b' }, []],
  [{ command: 'logs', image: ' spec ', 'secret-envs': 'none' }, []],
  [{ command: 'delete', image: '', variables: 'A=b', 'wait-timeout': ' 20m ' }, []],
  [{ command: 'deploy', image: 'a:2', wait: 'none', comment: 'false' }, []],
  [{ 'wait-timeout': ' 30 ' }, ['wait-timeout']],
  [{ 'wait-timeout': '90s' }, []],
  [{ 'wait-timeout': '1800' }, []],
])('of %j, what is not read, or probably meant otherwise, is told', ([given, expected]) => {
  const { warnings, problems } = parse({ ...required, ...given });
  expect([warnings.map(({ input }) => input), problems]).toEqual([expected, []]);
});

const duration = 'Write a duration such as `90s`, `20m`, `1h30m`, `14d`, or plain seconds, of at most a year.';
const longDuration = 'Write a duration with its unit, such as `14d` or `36h`, of at least one hour and at most a year.';
const allowed = `Allowed: ${allowances.join(', ')}.`;
const lines = '`name=value` lines: label, drafts, max-age, workers.';
const address = 'Write the address of the service alone, such as `https://api.novita.ai`.';
const pair =
  'Write one `KEY=VALUE` per line, with nothing before KEY and no space before `=`. KEY consists of letters, digits and `_`, and does not start with a digit. Put a value of several lines between the lines `KEY<<END` and `END`.';
const alone = 'Store the key alone, without quotes and line breaks, in the secret.';

describe('mistakes', () => {
  test.for<[Given, string]>([
    [{ wait: 'Ready' }, 'wait is "Ready" → Did you mean `ready`? Allowed: ready, rollout, none.'],
    [{ comment: 'yes' }, 'comment is "yes" → Allowed: true, false.'],
    [{ 'wait-timeout': '0' }, `wait-timeout is "0" → ${duration}`],
    [{ 'wait-timeout': '30m1h' }, `wait-timeout is "30m1h" → ${duration}`],
    [{ preview: 'max-age=367d' }, `preview has the line \`max-age=367d\`, and max-age is "367d" → ${longDuration}`],
    [
      { command: 'list', name: 'llama' },
      'name selects endpoints, and the command `list` does not read it → Remove it.',
    ],
    [
      { command: 'sweep', name: 'llama' },
      'name selects endpoints, and the command `sweep` does not read it → Remove it.',
    ],
    [{ command: 'sweep', 'endpoint-id': 'a1' }, 'endpoint-id selects endpoints, and the command `sweep` does not read'],
    ...['test', 'status', 'logs', 'list', 'export', 'validate'].map((command): [Given, string] => {
      return [
        { command, preview: 'true' },
        `preview selects endpoints, and the command \`${command}\` does not read it`,
      ];
    }),
    [{ preview: 'max-age=59m' }, `preview has the line \`max-age=59m\`, and max-age is "59m" → ${longDuration}`],
    [{ allow: 'adpot older_commit' }, `allow has the word "adpot" → Did you mean \`adopt\`? ${allowed}`],
    [{ preview: 'yes' }, `preview is "yes" → Write \`true\`, \`false\`, or ${lines}`],
    [{ preview: 'true\nworkers=2' }, `preview has the line "true" → Write ${lines}`],
    [{ preview: 'max_age=3d' }, `preview has the line "max_age=3d" → Did you mean \`max-age=\`? Write ${lines}`],
    [{ preview: 'label=x\nworkers 2' }, `preview has the line "workers 2" → Did you mean \`workers=\`? Write ${lines}`],
    [{ preview: 'workers=1\nworkers=2' }, 'preview has workers twice → Write each line once.'],
    [{ preview: 'label=' }, 'preview has no value after `label=` → Write one; an expression there was probably empty.'],
    [{ preview: 'workers=0' }, 'preview has the line `workers=0`, and workers is "0" → Write a whole number of at'],
    [{ image: '=a:1' }, 'image has the line "=a:1" → For several specs write one `name=image` per line, with the'],
    [{ image: 'a=a:1\na=a:2' }, 'image has a twice → Write each line once.'],
    [{ image: 'a=' }, 'image has no value after `a=` → Write one; an expression there was probably empty.'],
    [{ 'base-url': 'localhost:8080' }, `base-url is "localhost:8080" → Start it with \`https://\`. ${address}`],
    [
      { 'base-url': 'https://a.example\nhttps://b.example' },
      `base-url is not a URL: "https://a.example\\nhttps://b.example" → ${address}`,
    ],
    [{ 'base-url': 'http://localhost.example.com' }, 'base-url is "http://localhost.example.com" → Use https; plain'],
    [
      { 'base-url': 'https://a.example/#x' },
      `base-url is "https://a.example/#x" → Remove \`/#x\`: the paths of the service are added to each request. ${address}`,
    ],
    [{ 'base-url': 'https://user:hidden@a.example' }, 'base-url contains credentials → Remove them from the URL; the'],
    [{ 'api-key': 'hid den' }, `api-key contains a space, a line break or a character outside ASCII → ${alone}`],
    [{ 'api-key': '"hidden"' }, `api-key is in quotes → ${alone}`],
    [{ 'api-key': 'Bearer hidden' }, 'api-key starts with `Bearer` → Remove that word from the secret: it is added'],
    [{ image: 'ghcr.io/acme/llama:' }, 'image is "ghcr.io/acme/llama:", which ends in `:` → Add what belongs after'],
    [{ image: 'a:1 b:2' }, 'image is "a:1 b:2", which is not an image reference: it has the tag "1 b:2" → Allowed:'],
    [{ name: ' llama ' }, 'name is " llama " → Remove spaces at its start and end, and invisible characters.'],
    [{ name: 'lla\u200bma' }, 'name is "lla\u200bma" → Remove spaces at its start and end, and invisible'],
    [{ name: 'llama\n' }, 'name is "llama\\n" → Write it on one line, without control characters.'],
    [
      { 'secret-envs': 'GPU_ENDPOINT_UNFINISHED=s3cr3t' },
      "secret-envs names GPU_ENDPOINT_UNFINISHED, which is reserved for this action's own record → Use another name.",
    ],
    [{ image: 'a:1\nb:2' }, 'image is "a:1\\nb:2" → Write it on one line, without control characters.'],
    [{ image: 'a'.repeat(501) }, 'image has 501 characters → At most 500 are allowed.'],
    [{ name: 'a'.repeat(221) }, 'name has 221 characters → At most 220 are allowed.'],
    [
      { name: 'llama-' },
      'name is "llama-", which ends with `-` → Write what belongs after it; an expression there was',
    ],
    [{ name: '_llama' }, 'name is "_llama", which starts with `_` → Write what belongs before it; an expression'],
    [{ name: 'feature/' }, 'name is "feature/", which ends with `/` → Write what belongs after it; an expression'],
    [{ name: 'whisp*' }, 'name is "whisp*", which is a pattern → Write the whole name; the command `list` shows all'],
    [{ name: 'llama-?' }, 'name is "llama-?", which is a pattern → Write the whole name; the command `list` shows'],
    [
      { command: 'delete', name: 'llama-feature/x' },
      'name is "llama-feature/x", which contains `/` → Write, for example, `llama-feature-x`: an earlier step can replace the `/` of a branch name. An endpoint of that name is selected by `endpoint-id`.',
    ],
    [{ variables: 'A=1\nMY-KEY=hidden' }, `variables is malformed in line 2 → ${pair}`],
    [{ 'secret-envs': 'A={\n "k": "hidden"\n}' }, `secret-envs is malformed in line 2 → ${pair}`],
    [
      { 'secret-envs': 'A<<END\nhidden\n END' },
      'secret-envs opens a value of several lines in line 1 and never closes it → Close it with a line that repeats the word after `<<`.',
    ],
    [{ 'secret-envs': 'A=hidden\nB=1\nA=hidden' }, 'secret-envs names A twice (again in line 3) → Set each KEY once.'],
  ])('%j', ([given, expected]) => {
    expect(problemsOf(given).map((problem) => problem.slice(0, expected.length))).toEqual([expected]);
  });

  test('are in the order of action.yml, and what is wrong has its default', () => {
    const { inputs, problems } = parse({ comment: 'x', command: 'x', wait: 'x', 'api-key': '' });
    expect(problems.map(({ input }) => input)).toEqual(['command', 'base-url', 'api-key', 'wait', 'comment']);
    expect(inputs).toEqual({ ...defaults, baseUrl: undefined, apiKey: '' });
  });

  const narrow: readonly InputName[] = [
    ...(['base-url', 'api-key', 'github-token', 'variables', 'wait-timeout', 'allow'] as const),
  ];
  test.for(inputNames)('%s may be empty only where its default does no more than another value', (name) => {
    const empty = `${name} is set but empty → An expression was empty: `;
    const found = problemsOf({ 'api-key': 'key-1', [name]: ' ' }).filter((problem) => problem.startsWith(empty));
    expect(found).toEqual(narrow.includes(name) ? [] : [expect.stringMatching(/If the default is meant, write `.+`/)]);
  });

  test.for<[given: Given, atOnce: InputName[], deferred: InputName[]]>([
    [{ command: 'delete', name: '', image: '', wait: '' }, ['name'], []],
    [{ command: 'delete', 'endpoint-id': '' }, ['endpoint-id'], []],
    [{ command: 'validate', name: '', image: '', 'secret-envs': 'A=' }, ['name'], []],
    [
      { preview: 'true', spec: '', comment: '', image: '', 'secret-envs': 'A=' },
      ['spec', 'comment'],
      ['image', 'secret-envs'],
    ],
    [{ command: 'delete', preview: '', name: '' }, ['name', 'preview'], []],
    [{ command: 'list', name: '' }, [], []],
  ])('of %j, empty inputs are refused at once, or when a preview deploys', ([given, atOnce, deferred]) => {
    const { inputs, problems } = parse({ ...required, ...given });
    const namesOf = (found: readonly { input: string }[]) => found.map(({ input }) => input);
    expect([namesOf(problems), namesOf(inputs.deferred)]).toEqual([atOnce, deferred]);
  });

  test('validate needs neither address nor key, but an address with a key', () => {
    expect(parse({ command: 'validate' }).problems).toEqual([]);
    expect(parse({ command: 'validate', 'api-key': 'k' }).problems.map(({ input }) => input)).toEqual(['base-url']);
  });

  test('a missing key says what makes a secret empty', () => {
    expect(problemsOf({ 'api-key': ' ' })).toEqual([
      'api-key is missing → Set the environment variable GPU_ENDPOINT_API_KEY, or in a workflow `api-key: ${{ secrets.GPU_API_KEY }}`. If the workflow has it, the secret is empty: no secret has that name, or the run gets none, as for a fork or by Dependabot.',
    ]);
  });
});

describe('whatever is given', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('true', '1h', 'A=1', 'A<<B', '\n', '/x', 'https://a.example'));
  const anything = fc.dictionary(fc.constantFrom(...inputNames), text).map((given): Given => given);

  test('nothing throws, each input is named at most once, and its words are whole', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { problems } = parse(given);
        expect(new Set(problems.map(({ input }) => input)).size).toBe(problems.length);
        for (const { message, hint } of problems) {
          expect(message).not.toMatch(/[.;:,]$/);
          expect(hint).toMatch(/^[A-Z].*\.$/s);
        }
      }),
    );
  });

  test('no secret is among the words', () => {
    const secret = fc.stringMatching(/^[g-z]{8}$/).map((word) => `S3${word}`);
    const around = fc.tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(secret, around, (value, [before, after]) => {
        const { problems } = parse({
          'api-key': `${before}${value}${after}`,
          'secret-envs': `${before}${value}${after}\nA=${value}\n${value}`,
          variables: `A=${value}\nA=${value}`,
          'base-url': `https://${value}:${value}@a.example`,
        });
        expect(JSON.stringify(problems)).not.toContain(value);
      }),
    );
  });
});

describe('names', () => {
  const problemsOfNames = (...names: string[]) =>
    parseInputs({ get: (name) => required[name], names, env: () => undefined }).problems.map(
      ({ input, message, hint }) => `${input} ${message} → ${hint}`,
    );

  test('of inputs are none of a mistake', () => {
    expect(problemsOfNames(...inputNames)).toEqual([]);
  });

  test.for([...foreignInputs])('%s is answered with what to use instead', ([name, instead]) => {
    expect(instead).toMatch(/^[A-Z].*\.$/s);
    expect(problemsOfNames(name)).toEqual([`${name} does not exist → ${instead}`]);
  });

  test.for<[string, InputName]>([
    ['specs', 'spec'],
    ['token', 'github-token'],
    ['secrets', 'secret-envs'],
  ])('%s is a mistake for %s', ([name, meant]) => {
    expect(problemsOfNames(name)).toEqual([`${name} does not exist → Did you mean \`${meant}\`?`]);
  });

  test('that mean nothing may be of a variable that somebody has set', () => {
    expect(problemsOfNames('color scheme', 'command')).toEqual([
      `color scheme does not exist → Remove it, or unset the variable \`INPUT_COLOR SCHEME\` if \`env\` or an earlier step sets it. Inputs: ${inputNames.join(', ')}.`,
    ]);
  });
});
