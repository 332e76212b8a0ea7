/** Questions to the schema: which values a place allows, the names of its members, and the words for them. */
import * as z from 'zod/mini';
import { specSchema } from '../model/spec.ts';
import { asWritten, writtenUnions } from '../model/values.ts';

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];
type Def = z.core.$ZodTypes['_zod']['def'];

const defOf = (schema: Schema) => (schema as z.ZodMiniType).def as Def;

/** The schemas of one place, unions and wrappers taken apart; unions of written text stay whole. */
function alternatives(schema: Schema): Schema[] {
  const def = defOf(schema);
  if (writtenUnions.has(schema)) return [schema];
  if (def.type === 'union') return def.options.flatMap((option) => alternatives(option));
  if (def.type === 'optional') return alternatives(def.innerType);
  if (def.type === 'pipe') return alternatives(def.in);
  return [schema];
}

/** The fields of a mapping with their schemas; empty for any other schema. */
function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const def = defOf(schema);
  return def.type === 'object' ? def.shape : {};
}

/** The schemas of a path of the spec. */
function schemasAt(path: Path): Schema[] {
  return path.reduce<Schema[]>(
    (schemas, segment) =>
      schemas.flatMap((schema) => {
        const def = defOf(schema);
        const shape = shapeOf(schema);
        if (Object.hasOwn(shape, segment)) return alternatives(shape[segment] as Schema);
        if (def.type === 'record' && typeof segment === 'string') return alternatives(def.valueType);
        return def.type === 'array' && typeof segment === 'number' ? alternatives(def.element) : [];
      }),
    alternatives(specSchema),
  );
}

/** Does a bare number or boolean here mean its own text? */
export function wantsWrittenText(path: Path): boolean {
  return schemasAt(path).some((schema) => writtenUnions.has(schema));
}

/** Does text that is a number mean the number here? */
export function wantsNumber(path: Path): boolean {
  return schemasAt(path).some((schema) => defOf(schema).type === 'number');
}

/** Names of the members that mappings may have here, in the order of the schema. */
export function memberNames(path: Path): string[] {
  return schemasAt(path).flatMap((schema) => Object.keys(shapeOf(schema)));
}

/** Every block of the spec below `path`, itself included, by its path; of a list, its first item stands for all. */
export function blocksOf(path: Path = []): Path[] {
  const members = memberNames(path).map((name) => [...path, name]);
  const inner = members.flatMap((member) => [member, [...member, 0]]).filter((at) => memberNames(at).length > 0);
  return [path, ...inner.flatMap((at) => blocksOf(at))];
}

/** What the schema of a member says about it. */
interface MemberMeta {
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** Description, default and examples of the member at a path; empty where the schema has no such member. */
export function memberMeta(path: Path): MemberMeta {
  const last = path.at(-1) ?? '';
  const shape = schemasAt(path.slice(0, -1))
    .map(shapeOf)
    .find((each) => Object.hasOwn(each, last));
  const member = shape?.[last];
  if (member === undefined) return {};
  const def = defOf(member);
  return (z.globalRegistry.get(def.type === 'optional' ? def.innerType : member) ?? {}) as MemberMeta;
}

/** The allowed values in words: "a whole number or a mapping". */
export function allowedInWords(path: Path): string {
  return [...new Set(schemasAt(path).map(oneInWords))].join(' or ');
}

function oneInWords(schema: Schema): string {
  if (schema === asWritten) return 'text, a number, true or false';
  if (writtenUnions.has(schema)) return 'text or a number';
  const def = defOf(schema);
  const number = 'format' in def ? 'a whole number' : 'a number';
  const words: Readonly<Record<string, string>> = { string: 'text', boolean: 'true or false', number, array: 'a list' };
  return words[def.type] ?? 'a mapping';
}
