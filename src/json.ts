/** Foreign JSON: parsed without an exception, and checked for being an object. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of JSON; undefined for other text. The message of V8's own error quotes the text, which may hold envs. */
export function tryParseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The most items of a list in an answer. A longer list is refused before anything is made of its items. */
export const maxItems = 1000;

export function isTooLong(list: unknown): boolean {
  return Array.isArray(list) && list.length > maxItems;
}

/** JSON for people; V8 has no stack for a value that is nested a hundred thousand times. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value that is nested too deep to be shown';
  }
}
