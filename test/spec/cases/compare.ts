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
  '  3:17 error invalid-value compare.with ⟨a⟩ `compare.with` is "a", the name of this endpoint, which is not compared with itself → Delete it: the spec\'s own `name` is the default.',
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
  '  3:21 error out-of-range compare.requests ⟨51⟩ `compare.requests` is the number 51; allowed: at most 50 → Write, for example, `requests: 30`.',
  spec('{slowr: 20%}'),
  '  3:11 error unknown-key compare.slowr ⟨slowr⟩ `slowr` is not a field of `compare` → Did you mean `slower`?',
  spec('{with: ""}'),
  '  3:17 error out-of-range compare.with ⟨""⟩ `compare.with` is empty → Write, for example, `with: llama-base`.',
  spec('true'),
  '  3:10 error wrong-type compare ⟨true⟩ `compare` is `true`; allowed: a mapping of `slower`, `answers`, `requests`, `with` → Write, for example, `compare: {slower: 20%, answers: same}`.',
);
