// Turns schemas of OpenAPI 3.0 into JSON Schema that refuses what it does not name.

export type Schema = Readonly<Record<string, unknown>>;
/** `schemas`, `parameters`, `responses`, `examples`, each by name. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

const prefix = '#/components/schemas/';

/** Collects what one schema refers to, so that ajv compiles a few dozen schemas and not GitHub's thousand. */
export class SchemaClosure {
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
