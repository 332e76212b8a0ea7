/** Cases of `compare`: what no comparison can be made with. */
import { given, issueCases } from './case.ts';

const spec = (compare: string, tests = '\ntests: [/health]') => `name: a${tests}\ncompare: ${compare}\n`;

export const compareCases = issueCases(
  spec('{}'),
  spec('{slower: 12.5%, answers: same, requests: 50, with: b}'),
  // The twin of production, deployed from the same spec.
  given({ inputs: { name: 'b' } }, spec('{with: b}')),
  // What is the default anyway.
  given({ inputs: { name: 'b' } }, spec('{with: a}')),
  spec('{slower: 20%}', ''),
  '  2:10 error invalid-value compare ⟨{slower: 20%}⟩ `compare` compares answers to `tests`, and the spec has none → Add, for example, `tests: [/health]`, or delete `compare`.',
  spec('{with: a}'),
  spec('{with: "https://a.example"}'),
  '  3:17 error invalid-value compare.with ⟨"https://a.example"⟩ `compare.with` is the text "https://a.example"; it must be the name of an endpoint, not an address → Write, for example, `with: llama-base`.',
  spec('{worse: 5%}'),
  spec('{worse: 0.5%}'),
  '  3:18 error invalid-value compare.worse ⟨0.5%⟩ `compare.worse` is the text "0.5%"; it must be a percentage from 1% on, such as `5%` → Write, for example, `worse: 5%`.',
  ...[
    ['5%', 'the text "5%"', 'Write, for example,'],
    ['9.9 %', 'the text "9.9 %"', 'Write, for example,'],
    ['20', 'the number 20', 'Write'],
    ['fast', 'the text "fast"', 'Write, for example,'],
    ['010%', 'the text "010%"', 'Write, for example,'],
  ].flatMap(([slower, found, write]) => [
    spec(`{slower: ${slower}}`),
    `  3:19 error invalid-value compare.slower ⟨${slower}⟩ \`compare.slower\` is ${found}; it must be a percentage from 10% on, such as \`20%\`: two workers of one version may differ by 10% → ${write} \`slower: 20%\`.`,
  ]),
  spec('{answers: equal}'),
  '  3:20 error invalid-value compare.answers ⟨equal⟩ `compare.answers` is the text "equal"; it must be `same` → Write `answers: same`.',
  spec('{requests: 3}'),
  '  3:21 error out-of-range compare.requests ⟨3⟩ `compare.requests` is the number 3; allowed: at least 5 → Write, for example, `requests: 30`.',
  spec('{requests: 51}'),
  '  3:21 error out-of-range compare.requests ⟨51⟩ `compare.requests` is 51; allowed without `prompts`: 5 to 50 → Write a number from 5 to 50.',
  spec('{requests: 301}'),
  '  3:21 error out-of-range compare.requests ⟨301⟩ `compare.requests` is the number 301; allowed: at most 300 → Write, for example, `requests: 30`.',
  spec('{prompts: a.jsonl, requests: 20}'),
  '  3:39 error out-of-range compare.requests ⟨20⟩ `compare.requests` is 20; allowed with `prompts`: 30 to 300 → Write a number from 30 to 300.',
  spec('{prompts: a.jsonl, answers: same}'),
  '  3:38 error invalid-value compare.answers ⟨same⟩ `compare.answers` stands beside `prompts`, which are asked once: change and chance look alike → Write `expect` in the lines of the file, and `compare.worse`.',
  ...['/etc/passwd', '../a.jsonl', 'a/../../b.jsonl', 'https://a.example/b.jsonl', 'b*.jsonl'].flatMap((path) => [
    spec(`{prompts: "${path}"}`),
    `  3:20 error invalid-value compare.prompts ⟨"${path}"⟩ \`compare.prompts\` is the text "${path}"; it must be the path of a file beside the spec, without \`..\` → Write, for example, \`prompts: prompts.jsonl\`.`,
  ]),
  spec('{slowr: 20%}'),
  '  3:11 error unknown-key compare.slowr ⟨slowr⟩ `slowr` is not a field of `compare` → Did you mean `slower`?',
  spec('{with: ""}'),
  '  3:17 error out-of-range compare.with ⟨""⟩ `compare.with` is empty → Write, for example, `with: llama-base`.',
  spec('true'),
  '  3:10 error wrong-type compare ⟨true⟩ `compare` is `true`; allowed: a mapping → Write, for example, `compare: {slower: 20%, answers: same}`.',
);
