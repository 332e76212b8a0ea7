/** What a runner makes of the outputs of a job: one that a mask hits, in whatever encoding, does not reach the next job. */

export interface Masked {
  /** What was registered by `::add-mask::`, and the secrets of the repository. */
  masks: readonly string[];
}

/** The outputs that reach the next job. */
export function jobOutputs(
  outputs: Readonly<Record<string, string>>,
  { masks }: Masked,
): Readonly<Record<string, string>> {
  const registered = masks.flatMap((mask) => [mask, ...mask.split(/\r?\n/).map((line) => line.trim())]);
  const hit = [...new Set(registered)].filter((mask) => mask !== '').flatMap(encodings);
  const isDropped = (value: string) => hit.some((form) => value.includes(form));
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== '' && !isDropped(value)));
}

function encodings(mask: string): string[] {
  const json = JSON.stringify(mask).slice(1, -1);
  const forms = [mask, ...base64Forms(mask), json, mask.replaceAll('"', '\\"'), mask.replaceAll("'", "''")];
  return [...new Set([...forms, encodeURIComponent(mask), escapeXml(mask)])].filter((form) => form !== '');
}

/** As the text looks inside a longer one, at each of three places; without the characters that its neighbours change. */
function base64Forms(mask: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(mask)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const form = whole.slice(shift === 0 ? 0 : 4);
    return form.length < 4 ? [] : [form];
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
