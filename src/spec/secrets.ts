/** Secrets that stand in plain text in a spec or in the input `variables`. */

import { members } from '../model/config.ts';
import { secretWord, secretWords } from '../model/display.ts';
import { notInputs, notValues, type OddText } from '../model/env-rules.ts';
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

/**
 * Warnings at literals that look like secrets; these literals, which no message may hold; and the other values of envs.
 */
export function secretLiterals(document: ReadDocument): { issues: Issue[]; values: string[]; plain: string[] } {
  const { readable, mentions, written } = document;
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
  const isValue = (path: IssuePath, text: string) => {
    const odd = text.includes('${') ? undefined : notValues.find(({ form }) => form.test(text));
    const hint = 'Write the value, or `${KEY}` with KEY set in `variables`; a secret belongs in `secret-envs`.';
    if (odd) issues.push(issueAt(document, path, { severity: 'warning', what: odd.what, hint }));
    return !odd;
  };
  /** Variables and placeholders, such as `<token>`, are no secrets. */
  const judge = (path: IssuePath, { text, isNamed }: { text: string; isNamed: boolean }) => {
    const [words, value] = [secretWords(text), text.replace(/^(?:Bearer|Basic|Token) +/i, '')];
    if (!isValue(path, value)) return;
    if (path[0] === 'envs' && !text.includes('${')) envs.push(text);
    const isSecret = words.length === 0 && isNamed && value !== '' && !/\$\{|^<[^<>]*>$/.test(value);
    if (isSecret) report(path, [value], 'the value of a secret');
    else report(path, words);
  };
  for (const [index, product] of (readable.products ?? []).entries()) isValue(['products', index], product);
  for (const [index, { key }] of (readable.envs ?? []).entries()) {
    const path = ['envs', index, 'value'];
    judge(path, { text: written(path) ?? '', isNamed: secretName.test(key) });
  }
  for (const { keys: path, kind } of members) {
    const text = (kind === 'text' && mentions(path) && written(path)) || '';
    if (isValue(path, text)) report(path, secretsIn(text));
  }
  for (const path of textsIn(readable.tests ?? [], ['tests'])) {
    const text = written(path) ?? '';
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
export function textsIn(value: unknown, path: IssuePath): IssuePath[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textsIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Values of one line of `variables` and `secret-envs` that are probably meant otherwise; the value is not shown. */
const oddValues: readonly OddText[] = [
  {
    form: /^(["']).+\1$|^(["'])\2$/s,
    what: 'is in quotes, and they are part of it',
    hint: 'Remove the quotes, unless the container expects them.',
  },
  {
    form: /^(["']).*(?<!\1)$|^(?!["']).*["']$/s,
    what: 'has a quote at only one end, which is part of it',
    hint: 'Remove the quote, unless the container expects it.',
  },
  {
    form: new RegExp(`^[^{[]*\\s(?:#(?!\\d)|//\\s)|^${secretWord.source}[ \\t]+\\S`),
    what: 'is followed by other words, which are part of it',
    hint: 'Write the value alone: a line has no comments.',
  },
  {
    form: /[,\s] ?[A-Z][A-Z0-9_]*=/,
    what: 'contains what looks like a second entry',
    hint: 'Write one `KEY=VALUE` per line.',
  },
  {
    form: /^\s|\s$/,
    what: 'starts or ends with a space, which is part of it',
    hint: 'Remove the space, unless the container expects it.',
  },
];

/** Warnings of {@link oddValues}. */
export function warnOddValues(input: 'secret-envs' | 'variables', values: ReadonlyMap<string, string>): Issue[] {
  return [...values].flatMap(([key, value]) => {
    // `TOKEN=TOKEN` is `secrets.TOKEN` with even less around it.
    const text = value === key ? `secrets.${key}` : value;
    const found = text.includes('\n') ? [] : [...notInputs, ...oddValues].filter(({ form }) => form.test(text));
    return found.map(({ what, hint }) => {
      const message = `the value of \`${key}\` in \`${input}\` ${what}`;
      return errorAt({ input }, { code: 'invalid-value', severity: 'warning', message, hint });
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
