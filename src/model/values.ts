/** The schemas of single values: what people may write for a member, and the normalised form that it is read as. */
import * as z from 'zod/mini';
import { componentForm, digestForm, parseReference, type ReferenceProblem } from '../registry/reference.ts';
import { quote } from '../shown-text.ts';

/** Text without quotes: `true` or `1.10` mean the text as it is in the file, which the reader hands in. */
export const asWritten = z.union([z.string(), z.number(), z.boolean()]);
export const writtenText = () => z.pipe(asWritten, z.transform(String));

/** Ids and versions may be numbers; an empty one names nothing. */
const writtenId = z.union([z.string().check(z.minLength(1)), z.number()]);
export const idText = () => z.pipe(writtenId, z.transform(String));

/** Unions that take a number as its source text. */
export const writtenUnions: ReadonlySet<z.core.$ZodType> = new Set<z.core.$ZodType>([asWritten, writtenId]);

/** A schema with its description and examples for editors and the reference. */
export function withDescription<S extends z.ZodMiniType>(
  schema: S,
  description: string,
  ...examples: readonly unknown[]
): S {
  return schema.check(z.meta({ description, ...(examples.length > 0 && { examples: [...examples] }) })) as S;
}

/** A field that may be omitted. */
export const field = <S extends z.ZodMiniType>(schema: S, description: string, ...examples: readonly unknown[]) =>
  z.exactOptional(withDescription(schema, description, ...examples));

export const someText = () => z.string().check(z.minLength(1));
export const matching = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, { error }));
export const atLeast = (min: number) => z.int().check(z.gte(min));

/** A number with its unit, such as `2s` or `20%`; a bare number is refused by the same rule. */
export const withUnit = (pattern: RegExp, rule: string, read: (text: string) => number) =>
  z.union([
    z.pipe(matching(pattern, rule), z.transform(read)),
    z.number().check(
      z.refine(() => false, { error: rule }),
      z.meta({ not: {} }),
    ),
  ]);

/**
 * Text of one line, without spaces at its ends and without invisible characters: a service that removes them would list
 * another name than the requested one, and every run would create another endpoint.
 */
export const nameText = () =>
  z.string().check(
    z.regex(
      // The letters among them are fillers of Hangul.
      /^(?!\s)(?!.*\s$)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]*$/u,
      { error: 'must be one line of visible text, without leading or trailing spaces' },
    ),
    z.minLength(1),
    z.maxLength(220),
  );

export const clusterId = () => z.string().check(z.maxLength(255));
export const absolutePath = () => matching(/^\//, 'must start with `/`');
export const healthPort = () => z.int().check(z.gte(0), z.lte(65535));

/** The grammar of references for editors; the parser knows more. */
const referencePattern = (() => {
  const [component, digest] = [componentForm, digestForm].map(({ source }) => source.slice(1, -1));
  const registry = '(?=[^/]*[.:]|localhost/)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?/';
  const tag = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
  return `^(?![^/:@]{248})(?:${registry})?${component}(?:/${component})*(?::${tag})?(?:@${digest})?$`;
})();

/** An image reference by the grammar of the distribution project. It may hold a variable: one character is quoted. */
export const imageAddress = () =>
  z.string().check(
    z.minLength(1),
    z.refine((address) => address === '' || 'domain' in parseReference(address), {
      error: ({ input }) => {
        const { part, allowed } = parseReference(String(input)) as ReferenceProblem;
        const [odd] = /[^\w./:@[\]-]/u.exec(String(input)) ?? [];
        if (odd !== undefined) return `must be an image reference, which has no ${odd === ' ' ? 'space' : quote(odd)}`;
        return `must be an image reference (${part}: ${allowed})`;
      },
    }),
    z.meta({ pattern: referencePattern }),
  );

/** service-api.md, Limits: the ports that the service keeps for itself. */
const reservedPorts = [2222, 2223, 2224] as const;

const portNumber = z.int().check(
  z.gte(1),
  z.lte(65535),
  z.refine((port) => !(reservedPorts as readonly number[]).includes(port), {
    error: 'must not be 2222, 2223 or 2224, which are reserved by the service',
  }),
  z.meta({ not: { enum: [...reservedPorts] } }),
);

/** 1–65535 without the reserved ports, spelled out so that an editor knows it as well. */
const portPattern = /^(?!222[2-4]$)([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;
const port = z.union([
  portNumber,
  z.pipe(matching(portPattern, 'must be a number from 1 to 65535, except 2222, 2223 and 2224'), z.transform(Number)),
]);

/** A list of items, each bare or as a mapping of one field. */
const bareOrWithin = <S extends z.ZodMiniType>(name: string, item: S, schema: S) =>
  z.array(
    z.union([
      item,
      z.pipe(
        z.strictObject({ [name]: schema }),
        z.transform((given): z.output<S> => given[name] as z.output<S>),
      ),
    ]),
  );

/** A bare value for the mapping of this one field. */
export const bareFor = (name: string, schema: z.ZodMiniType) =>
  z.pipe(
    schema,
    z.transform((value) => ({ [name]: value })),
  );

const volumeMounts = z.array(
  z.strictObject({
    type: withDescription(
      someText(),
      '`local` for a disk of the worker; any other type is cloud storage and requires `clusterID`.',
      'local',
      'network',
    ),
    id: field(z.string(), 'ID of the cloud storage. If omitted, a mounted volume keeps its ID.', 'vol-1'),
    size: field(atLeast(0), 'Size in GB. If omitted, a mounted volume keeps its size.', 50),
    mountPath: withDescription(absolutePath(), 'Absolute path in the container.', '/data'),
  }),
);

export const envKey = matching(/^[^=]+$/, 'must not be empty or contain `=`');

/** A mapping, sorted by key, or items in their order. */
const envs = z.union([
  z.pipe(
    z.record(envKey, writtenText()),
    z.transform((map) => {
      const keys = Object.keys(map).sort();
      return keys.map((key) => ({ key, value: map[key] ?? '' }));
    }),
  ),
  z.array(
    z.strictObject({
      key: withDescription(envKey, 'Name of the variable; not empty, no `=`.', 'MODEL'),
      value: withDescription(
        writtenText(),
        'Value; an unquoted `true`, `1` or `1.10` is kept as the text written.',
        'llama-3.1-8b',
      ),
    }),
  ),
]);

/** The schema of each kind, for rows without a schema of their own. */
export const kindSchemas = {
  text: z.string(),
  integer: atLeast(0),
  /** Exactly one. */
  ports: bareOrWithin('port', port, withDescription(port, 'The port.', 8000)).check(z.length(1)),
  products: bareOrWithin('id', idText(), withDescription(idText(), 'Product ID; may be a number.', 'SL-serverless-3')),
  volumes: volumeMounts,
  envs,
};
