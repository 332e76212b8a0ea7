/** Owns the schemas of single values: amounts, ports, paths, text that may be written bare; knows no member of a spec. */
import * as z from 'zod/mini';

/**
 * Text that may be written bare: `true`, `1` and `1.10` mean the text as it stands in the file. Whoever reads the file hands in that text;
 * the conversion here is for plain JSON values only.
 */
export const asWritten = z.union([z.string(), z.number(), z.boolean()]);
export const writtenText = () => z.pipe(asWritten, z.transform(String));

/** Ids and versions may be written bare as numbers; an empty one names nothing. */
const writtenId = z.union([z.string().check(z.minLength(1)), z.number()]);
export const idText = () => z.pipe(writtenId, z.transform(String));

/** Unions whose numbers mean their source text. */
export const writtenUnions: ReadonlySet<z.core.$ZodType> = new Set<z.core.$ZodType>([asWritten, writtenId]);

/** service-api.md, Limits: the ports that the service keeps for itself. */
const reservedPorts = [2222, 2223, 2224] as const;

export const amount = () => z.int().check(z.gte(0));

const portNumber = z.int().check(
  z.gte(1),
  z.lte(65535),
  z.refine((port) => !(reservedPorts as readonly number[]).includes(port), {
    error: 'must not be 2222, 2223 or 2224, which the service keeps for itself',
  }),
  z.meta({ not: { enum: [...reservedPorts] } }),
);

/** 1–65535 without the reserved ports, spelled out so that an editor knows it as well. */
const portPattern = /^(?!222[2-4]$)([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;
export const port = z.union([
  portNumber,
  z.pipe(
    z.string().check(z.regex(portPattern, { error: 'must be a number from 1 to 65535, without 2222, 2223 and 2224' })),
    z.transform(Number),
  ),
]);

/** An address has more rules than these; these are broken when a variable came out empty or a line break slipped in. */
export const imageAddress = () =>
  z.string().check(
    z.minLength(1),
    z.regex(/^(?!.*:\/\/)\S*[^\s:@/]$|^$/, {
      error: 'must be an address without spaces and without `https://` that does not end in `:`, `@` or `/`',
    }),
  );

/** Text of one line: what a name with a line break would do to a log and to whoever types it is not worth guessing. */
export const oneLineText = () =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: spelled out, because editors may read `\p{Cc}` letter by letter
  z.string().check(z.regex(/^[^\x00-\x1f\x7f-\x9f]*$/, { error: 'must be one line of text' }));

export const absolutePath = () => z.string().check(z.regex(/^\//, { error: 'must start with `/`' }));
