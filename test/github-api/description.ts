// GitHub's own OpenAPI description: where its operations are, and whether a request or an answer keeps to it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema?: Schema; readonly examples?: Examples } };
}
type Examples = { readonly default?: { readonly $ref?: string } };
interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly ({ readonly $ref: string } | Parameter)[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly $ref: string } | Content>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Components;
}

interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` in the place of parameters. */
  readonly path: string;
}

export interface Description {
  operation(id: string): DescribedOperation;
  /** GitHub's own example of an answer, a fresh copy each time: a canned answer starts from it. */
  example(name: string): Record<string, unknown>;
  /** What is wrong with a request; empty when nothing is. Path and query values are text. */
  checkRequest(request: {
    readonly operation: string;
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
    readonly body: unknown;
  }): readonly string[];
  /** What is wrong with an answer; empty when nothing is. A failure (4xx, 5xx) with a status that is not described passes. */
  checkAnswer(answer: {
    readonly operation: string;
    readonly status: number;
    readonly body: unknown;
  }): readonly string[];
}

let loading: Promise<Description> | undefined;

/** Read once in a process, on first use: 13 MB, about 0.1 s. */
export function loadDescription(): Promise<Description> {
  loading ??= read();
  return loading;
}

async function read(): Promise<Description> {
  // Not through the package's index, which loads ten such files, the largest of 78 MB.
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  return describe(JSON.parse(await readFile(file, 'utf8')) as Document);
}

function describe(document: Document): Description {
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, coerceTypes: false });
  ajv.addKeyword('example');
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  // The empty text is GitHub's own default for an address that there is not.
  ajv.addFormat('uri', (text) => text === '' || URL.canParse(text));
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);

  const byId = new Map<string, { object: OperationObject; method: string; path: string }>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, object] of Object.entries(methods)) {
      byId.set(object.operationId, { object, method: method.toUpperCase(), path });
    }
  }
  const find = (id: string) => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`GitHub's description has no operation ${id}`);
    return found;
  };
  const components: Components = document.components;
  const resolve = <Value>(value: Value | { readonly $ref: string }): Value => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Value;
    const [group = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
    return components[group]?.[name] as Value;
  };
  const validators = new Map<string, ValidateFunction>();
  const complaints = (key: string, schema: Schema, value: unknown): string[] => {
    let validate = validators.get(key);
    if (validate === undefined) {
      validate = ajv.compile(new SchemaClosure(components).close(schema));
      validators.set(key, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map((error) => complaint(key, error));
  };

  return {
    operation: (id) => {
      const { method, path } = find(id);
      return { id, method, path };
    },
    example: (name) => {
      const example = structuredClone(components.examples?.[name] as { value?: unknown } | undefined)?.value;
      const first = Array.isArray(example) ? example[0] : example;
      if (typeof first !== 'object' || first === null) throw new Error(`GitHub's description has no example ${name}`);
      return first as Record<string, unknown>;
    },
    checkRequest: ({ operation, path, query, body }) => {
      const { object } = find(operation);
      const parameters = (object.parameters ?? []).map((parameter) => resolve<Parameter>(parameter));
      const found: string[] = [];
      for (const [place, values] of Object.entries({ path, query })) {
        const described = parameters.filter((parameter) => parameter.in === place);
        const schema: Schema = {
          type: 'object',
          properties: Object.fromEntries(described.map((parameter) => [parameter.name, parameter.schema])),
          required: described.filter((parameter) => parameter.required).map((parameter) => parameter.name),
        };
        found.push(...complaints(`${operation} ${place}`, schema, typed(values, described)));
      }
      const schema = object.requestBody?.content?.['application/json']?.schema;
      if (schema) found.push(...complaints(`${operation} body`, schema, body));
      else if (body !== undefined) found.push(`${operation} body: none is described`);
      return found;
    },
    checkAnswer: ({ operation, status, body }) => {
      const described = find(operation).object.responses[String(status)];
      if (described === undefined)
        return status >= 400 ? [] : [`${operation}: answers ${status}, which is not described`];
      const schema = resolve<Content>(described).content?.['application/json']?.schema;
      if (schema) return complaints(`${operation} ${status}`, schema, body);
      return body === undefined || status >= 400 ? [] : [`${operation} ${status}: no body is described`];
    },
  };
}

/** What arrives as text is compared with the type that is described: `page=two` stays text and is refused. */
function typed(values: Readonly<Record<string, string>>, parameters: readonly Parameter[]): Record<string, unknown> {
  const isInteger = (name: string) =>
    parameters.some((entry) => entry.name === name && entry.schema.type === 'integer');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isInteger(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

function complaint(key: string, { instancePath, message = 'is wrong', params }: ErrorObject): string {
  const name = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
  return `${key}: ${instancePath || 'the whole'} ${message}${name}`;
}

// Schemas of OpenAPI 3.0 as JSON Schema that refuses what it does not name.

type Schema = Readonly<Record<string, unknown>>;
/** `schemas`, `parameters`, `responses`, `examples`, each by name. */
type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

const prefix = '#/components/schemas/';

/** Collects what one schema refers to, so that ajv compiles a few dozen schemas and not GitHub's thousand. */
class SchemaClosure {
  readonly #components: Components;
  readonly #definitions: Record<string, unknown> = {};

  constructor(components: Components) {
    this.#components = components;
  }

  /** The schema with everything it refers to under `$defs`. */
  close(schema: Schema): Schema {
    return { ...(this.#convert(schema) as Schema), $defs: this.#definitions };
  }

  #convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#convert(entry));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    if (typeof schema.$ref === 'string') return { $ref: this.#define(schema.$ref) };
    const { description: _description, title: _title, examples: _examples, ...rest } = schema;
    const converted: Record<string, unknown> = {};
    for (const [keyword, entry] of Object.entries(rest)) {
      if (keyword.startsWith('x-') || keyword === 'example' || keyword === 'default') continue;
      converted[keyword] = keyword === 'properties' ? this.#properties(entry as Schema) : this.#convert(entry);
    }
    return strict(converted);
  }

  /** Apart, because a property may be called `title` or `default`. */
  #properties(properties: Schema): Schema {
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.#convert(schema)]));
  }

  #define(ref: string): string {
    if (!ref.startsWith(prefix)) throw new Error(`a reference of another kind: ${ref}`);
    const name = ref.slice(prefix.length);
    if (!Object.hasOwn(this.#definitions, name)) {
      // Before its content is read: schemas refer to each other in circles.
      this.#definitions[name] = true;
      this.#definitions[name] = this.#convert(this.#components.schemas?.[name]);
    }
    return `#/$defs/${name}`;
  }
}

function strict(schema: Record<string, unknown>): Schema {
  const { nullable, ...rest } = schema;
  if (typeof rest.properties === 'object' && rest.additionalProperties === undefined && !combines(rest)) {
    rest.additionalProperties = false;
  }
  if (nullable !== true) return rest;
  // ajv takes `nullable` only beside a type.
  if (rest.type === undefined) return { anyOf: [{ type: 'null' }, rest] };
  return { ...rest, nullable: true };
}

/** A closed object in one branch would refuse what another branch names. */
function combines(schema: Schema): boolean {
  return ['allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword));
}
