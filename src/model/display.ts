/** How values that came from variables are shown: as `${KEY}`, never as what stood in the variable. */

/** Of a configuration that a spec with variables asks for, and of the live one that it is compared with. */
export interface DisplayForms {
  /** By the path of a member: the text as the spec has it and as the variables fill it; `list` for a list with variables in it. */
  readonly members: ReadonlyMap<string, { readonly template: string; readonly filled: string } | 'list'>;
  /** The values of all variables by their keys. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Where a configuration carries its display forms: a symbol goes along when the configuration is copied, and into no request. */
export const displayForms: unique symbol = Symbol('display forms');

export interface Displayed {
  readonly [displayForms]?: DisplayForms;
}

/** Shorter values of variables stand in many a text by chance. */
const minKnownLength = 8;

/** These name the endpoint and its image: they are shown in every line of a log, and hide nothing. */
const identities: ReadonlySet<string> = new Set(['name', 'appName', 'image.image']);

/**
 * A value as text for a reader. What a variable has filled shows as `${KEY}`; what stands live in its place as `…`, since it may be what the variable held
 * before; a literal `${` as the `$${` that a spec needs for it, so that the two differ.
 */
export function displayText(forms: DisplayForms | undefined, { path, text }: { path: string; text: string }): string {
  const form = forms?.members.get(path);
  if (!forms) return escaped(text);
  if (form === 'list') return withKeys(text, { forms, minLength: 1 });
  if (form === undefined || identities.has(path))
    return form?.filled === text ? form.template : withKeys(text, { forms, minLength: minKnownLength });
  return form.filled === text ? form.template : (aligned(text, { template: form.template, forms }) ?? '…');
}

function escaped(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function withKeys(text: string, { forms, minLength }: { forms: DisplayForms; minLength: number }): string {
  const known = [...forms.variables].filter(([, value]) => value.length >= minLength);
  return known
    .toSorted(([, a], [, b]) => b.length - a.length)
    .reduce((shown, [key, value]) => {
      const word =
        value.length >= minKnownLength ? RegExp.escape(value) : `(?<![\\w.-])${RegExp.escape(value)}(?![\\w.-])`;
      return shown.replaceAll(new RegExp(word, 'g'), () => `\${${key}}`);
    }, escaped(text));
}

/** The text with what stands in the places of variables left out; undefined when it is not made like the template. */
function aligned(text: string, { template, forms }: { template: string; forms: DisplayForms }): string | undefined {
  const pieces = template.split(/(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/);
  const literalAt = (index: number) => (pieces[index] ?? '').replaceAll('$${', () => '${');
  if (!text.startsWith(literalAt(0))) return undefined;
  let shown = pieces[0] ?? '';
  let at = literalAt(0).length;
  for (let index = 1; index < pieces.length; index += 2) {
    const literal = literalAt(index + 1);
    const isLast = index + 2 >= pieces.length;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at);
    if (end < at || !text.startsWith(literal, end)) return undefined;
    const key = pieces[index] ?? '';
    shown += `${text.slice(at, end) === forms.variables.get(key) ? `\${${key}}` : '…'}${pieces[index + 1]}`;
    at = end + literal.length;
  }
  return shown;
}
