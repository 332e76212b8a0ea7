/** Cases of `compare`, what no comparison can be made with; of `load`, `candidate` and `price`. */
import { given, issueCases } from './case.ts';

const price = (text: string) => `name: a\nprice: ${text}\n`;
const load = (text: string, maxConcurrent = '8', tests = '[{chat: a}]') =>
  `name: a\nload: ${text}\nworkerConfig: {maxConcurrent: ${maxConcurrent}}\ntests: ${tests}\n`;
const oneAtATime =
  '`maxConcurrent` is 1: one request at a time is what every test asks → Write `load: 4` to see how requests queue.';
const spec = (compare: string, tests = '\ntests: [/health]') => `name: a${tests}\ncompare: ${compare}\n`;

export const compareCases = issueCases(
  spec('{}'),
  spec('{slower: 12.5%, requests: 50, with: b}', '\ntests: [/health, {chat: a}]'),
  spec('{slower: 20%}', '\ntests: [/predict/7]'),
  // A page of a server says nothing of the speed of its model.
  ...['/health', '/v2/health/ready', '/v1/models'].flatMap((path) => [
    spec('{slower: 20%}', `\ntests: [${path}]`),
    '  3:19 warning invalid-value compare.slower ⟨20%⟩ `compare.slower` compares how fast `tests` are answered, and no model answers these → Add, for example, `- chat: Name three colours.` to `tests`.',
  ]),
  // The twin of production, deployed from the same spec.
  given({ inputs: { name: 'b' } }, spec('{with: b}')),
  // What is the default anyway.
  given({ inputs: { name: 'b' } }, spec('{with: a}')),
  spec('{with: a-candidate}'),
  spec('{with: a-candidate}\ncandidate: true'),
  '  3:17 error invalid-value compare.with ⟨a-candidate⟩ `compare.with` names the candidate itself, which is then compared with nothing → Delete `with`: the candidate is compared with production.',
  spec('{slower: 20%}', ''),
  '  2:10 error invalid-value compare ⟨{slower: 20%}⟩ `compare` compares answers to `tests`, and the spec has none → Add, for example, `tests: [{chat: Name three colours.}]`, or delete `compare`.',
  spec('{with: a}'),
  spec('{with: "https://a.example"}'),
  '  3:17 error invalid-value compare.with ⟨"https://a.example"⟩ `compare.with` is the text "https://a.example"; it must be the name of an endpoint, not an address → Write, for example, `with: llama-base`.',
  spec('{worse: 5%}', '\ntests: [{get: /a, expect: {equals: b}}]'),
  // The file may say it.
  spec('{prompts: a.jsonl, worse: 5%}'),
  ...['/health', '{chat: a, expect: {within: 5s, status: 200}}'].flatMap((test) => [
    spec('{worse: 5%}', `\ntests: [${test}]`),
    '  3:18 error invalid-value compare.worse ⟨5%⟩ `compare.worse` counts right answers, and nothing that is asked says which answers are right → Add `expect`, such as `{contains: Paris}`, or delete `worse`.',
  ]),
  spec('{worse: 0.5%}'),
  '  3:18 error invalid-value compare.worse ⟨0.5%⟩ `compare.worse` is the text "0.5%"; it must be a percentage from 1% on, such as `5%` → Write, for example, `worse: 5%`.',
  ...[
    ['5%', 'the text "5%"'],
    ['20', 'the number 20'],
  ].flatMap(([slower, found]) => [
    spec(`{slower: ${slower}}`),
    `  3:19 error invalid-value compare.slower ⟨${slower}⟩ \`compare.slower\` is ${found}; it must be a percentage from 10% on, such as \`20%\`: two workers of one version may differ by 10% → Write, for example, \`slower: 20%\`.`,
  ]),
  spec('{answers: same}'),
  '  3:11 error unknown-key compare.answers ⟨answers⟩ `answers` is not a field of `compare` → Delete it: what both say is always told. What is right is `expect`, in the tests or the file of prompts; `worse: 5%` here refuses a loss.',
  spec('{requests: 51}'),
  '  3:21 error out-of-range compare.requests ⟨51⟩ `compare.requests` is 51; allowed without `prompts`: 5 to 50 → Write a number from 5 to 50.',
  spec('{prompts: a.jsonl, requests: 20}'),
  '  3:39 error out-of-range compare.requests ⟨20⟩ `compare.requests` is 20; allowed with `prompts`: 30 to 300 → Write a number from 30 to 300.',
  ...['/etc/passwd', '../a.jsonl', 'a/../../b.jsonl', 'https://a.example/b.jsonl', 'b*.jsonl'].flatMap((path) => [
    spec(`{prompts: "${path}"}`),
    `  3:20 error invalid-value compare.prompts ⟨"${path}"⟩ \`compare.prompts\` is the text "${path}"; it must be the path of a file beside the spec, without \`..\` → Write, for example, \`prompts: prompts.jsonl\`.`,
  ]),
  ...['true', 'false', '2', '64'].map((text) => load(text)),
  load('8', '1', '[/health, {post: /a, json: {a: b}, expect: {status: 200}}]'),
  `name: a\nload: 4\ntests: [/health]\ncompare: {prompts: a.jsonl}\n`,
  ...['1', '65'].flatMap((text) => [
    load(text),
    `  2:7 error out-of-range load ⟨${text}⟩ \`load\` is ${text}; allowed: 2–64 → Write, for example, \`load: 8\`.`,
  ]),
  load('eight'),
  '  2:7 error wrong-type load ⟨eight⟩ `load` is the text "eight"; allowed: true or false or a whole number → Write, for example, `load: true`.',
  load('true', '65'),
  '  2:7 error out-of-range load ⟨true⟩ `load` is `true`, and `maxConcurrent` is 65; at most 64 ask at once → Write a number: `load: 64`.',
  load('true', '1'),
  `  2:7 error invalid-value load ⟨true⟩ \`load\` is \`true\`, and ${oneAtATime}`,
  'name: a\nload: true\ntests: [{chat: a}]\n',
  '  2:7 error invalid-value load ⟨true⟩ `load` is `true`, and the spec has no `workerConfig.maxConcurrent` → Add it, or write how many ask at once: `load: 8`.',
  ...['[/health]', '[{post: /a, expect: {status: 400}}]'].flatMap((tests) => [
    load('4', '8', tests),
    '  2:7 error invalid-value load ⟨4⟩ `load` needs a test with `chat` or `post` that expects a 2xx status, or `compare.prompts` → Add, for example, `- chat: What is the capital of France?` to `tests`.',
  ]),
  'name: a\ntests: [/health]\ncandidate: true\n',
  'name: a\ncandidate: false\n',
  'name: a\ncandidate: true\n',
  '  2:12 error invalid-value candidate ⟨true⟩ `candidate` has nothing that a candidate could pass: the spec has no `tests` → Add, for example, `tests: [/health]`, or delete `candidate`.',
  ...['0.69', '0', '3', '1e-7', '123456789012.5'].map(price),
  price('-0.01'),
  '  2:8 error out-of-range price ⟨-0.01⟩ `price` is the number -0.01; allowed: at least 0 → Write, for example, `price: 0.69`.',
  price(''),
  '  2:1 error wrong-type price ⟨price⟩ `price` is empty (null); allowed: a number → Write, for example, `price: 0.69`. Or delete the key: a deploy does not change fields that the spec omits.',
  given({ inputs: { variables: { PRICE: '0,69' } } }, price('${PRICE}')),
  '  2:8 error wrong-type price ⟨${PRICE}⟩ `price` is the text "0,69"; allowed: a number → Write, for example, `price: 0.69`.',
);
