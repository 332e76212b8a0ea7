// Bodies of requests.

/** Parsed JSON; the text itself when it is not JSON; `undefined` when there was none. */
export function parsedBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
