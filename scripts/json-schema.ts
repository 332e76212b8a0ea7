/** The JSON Schema of a spec for editors. */
import * as z from 'zod/mini';
import { specSchema } from '../src/model/spec.ts';
import { envKey } from '../src/model/values.ts';
import { schemaUrl } from '../src/spec/write.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keywords that say what a member is for; they stay beside the alternatives of its value. */
const annotations = new Set(['description', 'default', 'examples', 'title', 'anyOf']);

/** What an editor lets pass in the place of a number: exactly one variable. */
const wholeVariable = { type: 'string', pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' } as const;

/** What an editor lets pass in the place of text with a rule: text that a variable completes. */
const variableInside = { type: 'string', pattern: '\\$\\{' } as const;

/**
 * JSON Schema (draft-07) of what people write. It accepts what the zod schema accepts, and `${KEY}` where a number or text with a rule is wanted.
 * What it can't say is in rules.ts: a `clusterID` with cloud storage, `maxNum` not below `minNum`, keys of `envs` twice, the `name` that may be an input.
 */
export function endpointJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(specSchema, {
    io: 'input',
    // The one that editors understand best, and that SchemaStore asks for.
    target: 'draft-07',
    override: ({ zodSchema, jsonSchema }) => {
      // The generator leaves examples out where a value is transformed; people write what stands before the transformation.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = [...examples];
      if (zodSchema === envKey) return;
      if (jsonSchema.type === 'integer' || (jsonSchema.type === 'number' && !jsonSchema.not))
        admit(jsonSchema, wholeVariable);
      else if (jsonSchema.type === 'string' && jsonSchema.pattern !== undefined) admit(jsonSchema, variableInside);
    },
  });
  return {
    $schema,
    $id: schemaUrl,
    title: 'Spec of a serverless GPU endpoint',
    description:
      'Read by deploy-gpu-endpoint. What the spec does not mention, a deploy does not change; on creation it gets the default shown. `${KEY}` is filled from the `variables` input.',
    ...(withSingleTypes(schema) as object),
  };
}

/** With alternatives in the place of every list of types, as Ajv's strict mode and thereby SchemaStore asks for. */
export function withSingleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSingleTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withSingleTypes(value)]),
  );
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { ...rest, anyOf: type.map((each) => ({ type: each })) };
}

/** Moves the rule of a schema into one of two alternatives. */
function admit(schema: JsonSchema, alternative: JsonSchema): void {
  const rule: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    rule[keyword] = value;
    Reflect.deleteProperty(schema, keyword);
  }
  // Safe integers are what JavaScript can hold; an editor that shows the number confuses.
  if (rule.maximum === Number.MAX_SAFE_INTEGER) delete rule.maximum;
  schema.anyOf = [rule, alternative];
}
