// GitHub's own OpenAPI description, cut to the operations that are played (scripts/github-description.ts): where they are, and whether a request or an answer keeps to it.
import { readFile } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Readonly<Record<string, unknown>>;
type Referred<Value> = Value | { readonly $ref: string };
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema?: Schema } };
}
interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly Referred<Parameter>[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Referred<Content>>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** `schemas`, `parameters`, `responses`, `examples`, each by name. */
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
}

export type Description = Awaited<ReturnType<typeof read>>;

let loading: Promise<Description> | undefined;

/** Read once in a process, on first use. */
export function loadDescription(): Promise<Description> {
  loading ??= read();
  return loading;
}

async function read() {
  const file = new URL('description.json', import.meta.url);
  const { paths, components }: Document = JSON.parse(await readFile(file, 'utf8'));
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, coerceTypes: false });
  ajv.addKeyword('example');
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  // The empty text is GitHub's own default for an address that there is not.
  ajv.addFormat('uri', (text) => text === '' || URL.canParse(text));
  ajv.addFormat('email', /@/);
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);

  const byId = new Map<string, { object: OperationObject; method: string; path: string }>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, object] of Object.entries(methods))
      byId.set(object.operationId, { object, method: method.toUpperCase(), path });
  const find = (id: string) => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`GitHub's description has no operation ${id}`);
    return found;
  };
  const resolve = <Value extends object>(value: Referred<Value>): Value => {
    if (!('$ref' in value)) return value;
    const [group = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
    return components[group]?.[name] as Value;
  };
  const validators = new Map<string, ValidateFunction>();
  const complaints = (key: string, schema: Schema, value: unknown): string[] => {
    const validate = validators.get(key) ?? ajv.compile(closed(schema, components.schemas ?? {}));
    validators.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = 'is wrong', params }) => {
      const name = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
      return `${key}: ${instancePath || 'the whole'} ${message}${name}`;
    });
  };

  return {
    /** `path` has `{name}` in the place of parameters. */
    operation: find,
    /** GitHub's own example of an answer, a fresh copy each time: a canned answer starts from it. */
    example(name: string): Record<string, unknown> {
      const example = structuredClone(components.examples?.[name] as { value?: unknown } | undefined)?.value;
      const first = Array.isArray(example) ? example[0] : example;
      if (typeof first !== 'object' || first === null) throw new Error(`GitHub's description has no example ${name}`);
      return first;
    },
    /** What is wrong with a request; empty when nothing is. Path and query values are text. */
    checkRequest({ operation, path, query, body }: CheckedRequest): readonly string[] {
      const { parameters = [], requestBody } = find(operation).object;
      const found = Object.entries({ path, query }).flatMap(([place, values]) => {
        const described = parameters.map(resolve<Parameter>).filter((parameter) => parameter.in === place);
        const schema: Schema = {
          type: 'object',
          properties: Object.fromEntries(described.map((parameter) => [parameter.name, parameter.schema])),
          required: described.filter((parameter) => parameter.required).map((parameter) => parameter.name),
        };
        return complaints(`${operation} ${place}`, schema, typed(values, described));
      });
      const schema = requestBody?.content?.['application/json']?.schema;
      if (schema) return [...found, ...complaints(`${operation} body`, schema, body)];
      return body === undefined ? found : [...found, `${operation} body: none is described`];
    },
    /** What is wrong with an answer; empty when nothing is. A failure (4xx, 5xx) with a status that is not described passes. */
    checkAnswer({ operation, status, body }: CheckedAnswer): readonly string[] {
      const described = find(operation).object.responses[String(status)];
      if (!described) return status >= 400 ? [] : [`${operation}: answers ${status}, which is not described`];
      const schema = resolve(described).content?.['application/json']?.schema;
      if (schema) return complaints(`${operation} ${status}`, schema, body);
      return body === undefined || status >= 400 ? [] : [`${operation} ${status}: no body is described`];
    },
  };
}

interface CheckedRequest {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface CheckedAnswer {
  readonly operation: string;
  readonly status: number;
  readonly body: unknown;
}

/** What arrives as text is compared with the type that is described: `page=two` stays text and is refused. */
function typed(values: Readonly<Record<string, string>>, parameters: readonly Parameter[]): Record<string, unknown> {
  const integers = new Set(parameters.filter(({ schema }) => schema.type === 'integer').map(({ name }) => name));
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, integers.has(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

/**
 * A schema of OpenAPI 3.0 as JSON Schema that refuses what it does not name, with everything it refers to under
 * `$defs`: ajv compiles a few dozen schemas and not GitHub's thousand.
 */
function closed(schema: Schema, schemas: Readonly<Record<string, unknown>>): Schema {
  const $defs: Record<string, unknown> = {};
  const define = (ref: string): string => {
    const [, name = ''] = /^#\/components\/schemas\/(.*)$/.exec(ref) ?? [];
    if (name === '') throw new Error(`a reference of another kind: ${ref}`);
    if (!Object.hasOwn($defs, name)) {
      // Before its content is read: schemas refer to each other in circles.
      $defs[name] = true;
      $defs[name] = convert(schemas[name]);
    }
    return `#/$defs/${name}`;
  };
  const each = (values: Schema) => Object.fromEntries(Object.entries(values).map(([key, it]) => [key, convert(it)]));
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, properties, nullable, ...rest } = value as Schema;
    if (typeof $ref === 'string') return { $ref: define($ref) };
    const isKept = (key: string) =>
      !key.startsWith('x-') && !['example', 'default', 'description', 'title', 'examples'].includes(key);
    const converted: Record<string, unknown> = each(
      Object.fromEntries(Object.entries(rest).filter(([key]) => isKept(key))),
    );
    // Apart, because a property may be called `title` or `default`.
    if (properties) converted.properties = each(properties as Schema);
    // A closed object in one branch would refuse what another branch names.
    const combines = ['allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(converted, keyword));
    if (properties && converted.additionalProperties === undefined && !combines) converted.additionalProperties = false;
    if (nullable !== true) return converted;
    // ajv takes `nullable` only beside a type.
    return converted.type === undefined ? { anyOf: [{ type: 'null' }, converted] } : { ...converted, nullable: true };
  };
  return { ...(convert(schema) as Schema), $defs };
}
