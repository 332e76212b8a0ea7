/** Expressions of a workflow (`${{ … }}`) as a runner evaluates them, as far as the workflows of the documents and examples use them. */

type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value };

export interface Contexts {
  readonly [name: string]: Value;
}

/** What `success()` and its like are. */
interface Status {
  success: boolean;
  failure: boolean;
}

interface Scope {
  contexts: Contexts;
  status: Status;
}

const token = /\s*(?:'((?:[^']|'')*)'|(\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(&&|\|\||==|!=|[!().,[\]*]))/y;

/** Strings are kept apart from the signs of the language by their quote. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex;
    const [, string, number, name, sign] = token.exec(text) ?? [];
    const found = string === undefined ? (number ?? name ?? sign) : `'${string.replaceAll("''", "'")}`;
    if (found === undefined) throw new Error(`cannot read the expression from "${text.slice(at)}" on`);
    tokens.push(found);
  }
  return tokens;
}

/** The value of an expression without its `${{ }}`. Throws at a context, a function or a sign that is not known here. */
function evaluate(text: string, scope: Scope): Value {
  const tokens = tokensOf(text);
  let at = 0;
  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const expect = (wanted: string) => {
    if (!take(wanted)) throw new Error(`${text}: expected ${wanted} in place of ${tokens[at]}`);
  };
  const chain = (sign: string, next: () => Value, goesOn: (left: Value) => boolean) => (): Value => {
    let left = next();
    while (take(sign)) {
      const right = next();
      if (goesOn(left)) left = right;
    }
    return left;
  };
  const primary = (): Value => {
    const word = tokens[at++];
    if (word === undefined) throw new Error(`${text}: ends too early`);
    if (word === '(') {
      const value = either();
      expect(')');
      return value;
    }
    if (word.startsWith("'")) return word.slice(1);
    if (/^\d/.test(word)) return Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (!take('(')) return contextOf(word, scope);
    const given: Value[] = [];
    while (!take(')')) {
      given.push(either());
      take(',');
    }
    return call(word, given, scope);
  };
  const path = (): Value => {
    let value = primary();
    let isList = false;
    while (true) {
      if (take('.')) {
        const name = tokens[at++] ?? '';
        if (name === '*') isList = true;
        else if (isList && Array.isArray(value)) value = value.map((each) => memberOf(each, name));
        else value = memberOf(value, name);
      } else if (take('[')) {
        value = memberOf(value, String(either()));
        expect(']');
      } else return value;
    }
  };
  const unary = (): Value => (take('!') ? !isTrue(unary()) : path());
  const compared = (): Value => {
    const left = unary();
    if (take('==')) return isSame(left, unary());
    return take('!=') ? !isSame(left, unary()) : left;
  };
  const both = chain('&&', compared, isTrue);
  const either = chain('||', both, (left) => !isTrue(left));
  const value = either();
  if (at < tokens.length) throw new Error(`${text}: what is ${tokens[at]}?`);
  return value;
}

/** Text with its expressions filled in, as an input of a step has it. */
export function fill(text: string, scope: Scope): string {
  return text.replaceAll(/\$\{\{ ?(.+?) ?\}\}/g, (_, expression: string) => textOf(evaluate(expression, scope)));
}

/** Whether a job or a step with this `if` runs; without a function of the status, only after success. */
export function holds(condition: string | undefined, scope: Scope): boolean {
  const text = (condition ?? 'success()').trim().replace(/^\$\{\{([\s\S]*)\}\}$/, '$1');
  const saysStatus = /\b(?:success|failure|always|cancelled)\(\)/.test(text);
  return (saysStatus || scope.status.success) && isTrue(evaluate(text, scope));
}

function contextOf(name: string, { contexts }: Scope): Value {
  if (!(name in contexts)) throw new Error(`what is the context ${name}?`);
  return contexts[name];
}

function memberOf(value: Value, name: string): Value {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { readonly [name: string]: Value })[name];
}

function call(name: string, given: readonly Value[], { status }: Scope): Value {
  const [first, second] = given;
  const functions: Readonly<Record<string, () => Value>> = {
    always: () => true,
    cancelled: () => false,
    success: () => status.success,
    failure: () => status.failure,
    contains: () =>
      Array.isArray(first)
        ? first.some((each) => isSame(each, second))
        : textOf(first).toLowerCase().includes(textOf(second).toLowerCase()),
    format: () => textOf(first).replaceAll(/\{(\d)\}/g, (_, index: string) => textOf(given[Number(index) + 1])),
    fromJSON: () => JSON.parse(textOf(first)),
    join: () =>
      Array.isArray(first) ? first.map(textOf).join(second === undefined ? ',' : textOf(second)) : textOf(first),
    toJSON: () => JSON.stringify(first, undefined, 2),
  };
  const found = functions[name];
  if (!found) throw new Error(`what is the function ${name}()?`);
  return found();
}

const isTrue = (value: Value): boolean => value !== '' && value !== 0 && Boolean(value ?? false);

/** Text is compared without regard to capitals; values of two kinds as numbers. */
function isSame(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left.toLowerCase() === right.toLowerCase();
  return typeof left === typeof right ? left === right : Number(left ?? 0) === Number(right ?? 0);
}

function textOf(value: Value): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? 'Object' : String(value);
}
