/** Secrets that stand in plain text in a spec or in the input `variables`. */

import { members } from '../model/config.ts';
import { secretWord, secretWords } from '../model/display.ts';
import { unfilled } from '../model/env-rules.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import { errorAt, type Issue, type IssuePath, issueAt, type ReadDocument } from './issue.ts';

/** Names of words of tokenizers, such as `eos_token`. */
const tokenizer = '(?<!(?:^|[_-])(?:bos|eos|pad|unk|sep|cls|mask|stop|start|end|image|special|decoder|think|tool))';

/** Names of envs, and of headers and members of JSON, that hold secrets. */
export const secretName = new RegExp(`${tokenizer}_TOKEN$|(?:_KEY|_SECRET)$|PASSWORD`, 'i');
const secretField = new RegExp(
  `(?:^|${tokenizer}[_-])token$|(?:^|[_-])(?:api-?key|secret|authorization|cookie)$|apiKey$`,
  'i',
);

/** An option or a variable of a command line with its value, such as `--api-key sk-1`. */
const secretOption =
  /(?<![^\s'"])(?:--?(?![\w-]*(?:bos|eos|pad|unk|sep|cls|mask|stop)[-_]token)[\w-]*(?:api[_-]?key|token|secret|password)|[A-Za-z_]\w*(?:_TOKEN|_KEY|_SECRET))[ =]+(["']?)([^\s"'$-][^\s"']*)\1/gi;

/** Warnings at literals that look like secrets; the literals, to be kept out of all messages; and the other values of envs. */
export function secretLiterals(document: ReadDocument): { issues: Issue[]; values: string[]; plain: string[] } {
  const issues: Issue[] = [];
  const [values, envs]: [string[], string[]] = [[], []];
  const report = (path: IssuePath, found: readonly string[], what = 'what looks like a secret') => {
    if (found.length === 0) return;
    values.push(...found);
    const asReference = isBodyOrHeader(path)
      ? 'Revoke it, write `${KEY}` in its place, and set KEY in `secret-envs`, from a secret of the repository.'
      : 'Revoke it, and send the new one in a header, as `${KEY}` with KEY set in `secret-envs`.';
    const asEnv =
      'Delete it here, revoke it, and use `secret-envs`: the value then comes from a secret of the repository.';
    const asLogin =
      'Delete it here, revoke it, save the new login in the console of the service, and write its ID here.';
    const hint = path[0] === 'tests' ? asReference : path[1] === 'authId' ? asLogin : asEnv;
    const words = { code: 'secret-literal', severity: 'warning', hint } as const;
    issues.push(issueAt(document, path, { ...words, what: `contains ${what} in plain text` }));
  };
  /** Variables and placeholders, such as `<token>`, are no secrets. */
  const judge = (path: IssuePath, { text, isNamed }: { text: string; isNamed: boolean }) => {
    const [words, value] = [secretWords(text), text.replace(/^(?:Bearer|Basic|Token) +/i, '')];
    const isValue = words.length === 0 && isNamed && value !== '' && !/\$\{|^<[^<>]*>$/.test(value);
    if (isValue) report(path, [value], 'the value of a secret');
    else report(path, words);
  };
  for (const [index, { key }] of (document.readable.envs ?? []).entries()) {
    const path = ['envs', index, 'value'];
    const text = document.written(path) ?? '';
    if (unfilled.test(text) && !text.includes('${')) {
      const hint = 'Write `${KEY}` and set KEY in `variables`; a secret belongs in `secret-envs`.';
      issues.push(issueAt(document, path, { severity: 'warning', what: 'is a variable that nothing fills', hint }));
      continue;
    }
    if (!text.includes('${')) envs.push(text);
    judge(path, { text, isNamed: secretName.test(key) });
  }
  for (const { keys: path, kind } of members) {
    const text = (kind === 'text' && document.mentions(path) && document.written(path)) || '';
    report(path, secretsIn(text));
  }
  for (const path of textsIn(document.readable.tests ?? [], ['tests'])) {
    const text = document.written(path) ?? '';
    const name = String(path.at(-1));
    const isNamed = ['headers', 'json'].includes(String(path[2])) && (secretName.test(name) || secretField.test(name));
    judge(path, { text, isNamed });
  }
  const plain = envs.filter((text) => text !== '' && !values.some((value) => text.includes(value)));
  return { issues, values, plain };
}

/** Words of a command line that look like secrets, each once. */
export function secretsIn(text: string): string[] {
  const options = Array.from(text.matchAll(secretOption), ([, , value = '']) => value);
  return [...new Set([...secretWords(text), ...options])];
}

/** The paths of all texts in a value. */
function textsIn(value: unknown, path: IssuePath): IssuePath[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Values of one line of `variables` and `secret-envs` that are probably meant otherwise; the value is not shown. */
const oddValues: readonly (readonly [form: RegExp, what: string, hint: string])[] = [
  [
    /^(["']).+\1$|^(["'])\2$/s,
    'is in quotes, and they are part of it',
    'Remove the quotes, unless the container expects them.',
  ],
  [
    /^(["']).*(?<!\1)$|^(?!["']).*["']$/s,
    'has a quote at only one end, which is part of it',
    'Remove the quote, unless the container expects it.',
  ],
  [
    /^(?:(?:secrets|vars|env|inputs|steps|needs|matrix)\.(?!(?:ya?ml|json|toml|txt|tf|py)$)[\w.-]+|github\.(?:token|sha|ref|ref_name|actor))$/,
    'is the name of a value, and not the value',
    'In a workflow write it as an expression: `${{ secrets.NAME }}`.',
  ],
  [/^(?:\*{3,}|•{3,})$/, 'is what a log shows in place of a secret', 'Pass the secret: `${{ secrets.NAME }}`.'],
  [
    new RegExp(`^[^{[]*\\s(?:#(?!\\d)|//\\s)|^${secretWord.source}[ \\t]+\\S`),
    'is followed by other words, which are part of it',
    'Write the value alone: a line has no comments.',
  ],
  [/[,\s] ?[A-Z][A-Z0-9_]*=/, 'contains what looks like a second entry', 'Write one `KEY=VALUE` per line.'],
  [/^\s|\s$/, 'starts or ends with a space, which is part of it', 'Remove the space, unless the container expects it.'],
  [
    unfilled,
    'is a variable that nothing fills',
    'In a workflow write `${{ … }}`; on a command line, let the shell fill it.',
  ],
];

/** Warnings of {@link oddValues}. */
export function warnOddValues(input: 'secret-envs' | 'variables', values: ReadonlyMap<string, string>): Issue[] {
  return [...values].flatMap(([key, value]) => {
    // `TOKEN=TOKEN` is `secrets.TOKEN` with even less around it.
    const text = value === key ? `secrets.${key}` : value;
    return oddValues.flatMap(([form, what, hint]) => {
      if (!form.test(text) || text.includes('\n')) return [];
      const message = `the value of \`${key}\` in \`${input}\` ${what}`;
      return [errorAt({ input }, { code: 'invalid-value', severity: 'warning', message, hint })];
    });
  });
}

/** Shorter values of `secret-envs` are switches and numbers, which may stand elsewhere by chance. */
const minDeclaredLength = 8;

/** Values of `variables`, which are shown, that look like secrets or are declared as such; with an error of each. */
export function secretVariables(
  variables: ReadonlyMap<string, string>,
  declared: readonly string[],
): { value: string; issue: Issue }[] {
  const known = new Set(declared.filter(({ length }) => length >= minDeclaredLength));
  const secret = [...variables].filter(([, value]) => known.has(value) || secretWords(value).length > 0);
  const shown = 'and values of `variables` are shown in plans, logs and comments';
  const hint = 'Use `secret-envs`, which reach the container as environment variables.';
  return secret.map(([key, value]) => {
    const why = `${known.has(value) ? 'is also given as' : 'looks like'} a secret, ${shown}`;
    const message = `the value of the variable \`${key}\` ${why}`;
    return { value, issue: errorAt({ input: 'variables' }, { code: 'secret-literal', message, hint }) };
  });
}
