/** The forms in which software writes a text inside another one. */

/** The text as it is, in JSON (also twice, and as Go and Python write it), percent-encoded, in a form, in HTML, in base64. */
export function encodings(text: string): ReadonlySet<string> {
  const plain = text.toWellFormed();
  const forms = new Set([plain, ...base64(plain)]);
  // Nearly all secrets need no escapes.
  if (/^[\w.~-]*$/.test(plain)) return forms;
  const escaped = [json, goJson, asciiJson].map((encode) => encode(plain));
  const percent = [encodeURIComponent(plain), new URLSearchParams([['', plain]]).toString().slice(1)];
  const isEscaped = escaped.some((form) => form !== plain);
  return new Set([
    ...forms,
    ...escaped,
    ...(isEscaped ? escaped.flatMap((once) => [json(once), goJson(once)]) : []),
    plain.replaceAll('/', '\\/'),
    ...percent,
    ...percent.map((form) => form.replaceAll(/%../g, (digits) => digits.toLowerCase())),
    ...(/[&<>"']/.test(plain)
      ? entities.map((names) => plain.replaceAll(/[&<>"']/g, (mark) => names[mark] ?? mark))
      : []),
  ]);
}

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const unicode = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
const goJson = (text: string) => json(text).replaceAll(/[<>&\u2028\u2029]/g, unicode);
const asciiJson = (text: string) => json(text).replaceAll(/[^\0-\x7f]/g, unicode);

const angles = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** As HTML is escaped for text, for attributes, by JavaScript, by Go and by Python, and all of it by numbers. */
const entities: readonly Readonly<Record<string, string>>[] = [
  angles,
  { ...angles, '"': '&quot;' },
  { ...angles, '"': '&quot;', "'": '&apos;' },
  { ...angles, '"': '&quot;', "'": '&#39;' },
  { ...angles, '"': '&quot;', "'": '&#x27;' },
  { ...angles, '"': '&#34;', "'": '&#39;' },
  { '&': '&#38;', '<': '&#60;', '>': '&#62;', '"': '&#34;', "'": '&#39;' },
  { '&': '&#x26;', '<': '&#x3c;', '>': '&#x3e;', '"': '&#x22;', "'": '&#x27;' },
];

/** The characters that depend on the text alone, after none, one or two other bytes of a group of three. */
function base64(text: string): string[] {
  const bytes = Buffer.from(text);
  // Fewer stand in many a word.
  if (bytes.length < 8) return [];
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const start = Math.ceil((before * 8) / 6);
    // The last character may depend on what follows the text, or end the whole.
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return [encoded.slice(start, end), encoded.slice(start)].flatMap((own) => [
      own,
      own.replaceAll('+', '-').replaceAll('/', '_'),
    ]);
  });
}
