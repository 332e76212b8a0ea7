/** What parsing a spec takes and gives. */
import type { Templates } from '../model/display.ts';
import type { PartialSpec, Spec } from '../model/spec.ts';
import type { Issue, IssuePath, Place } from './issue.ts';

/** What goes before the spec's own values. */
export interface Overrides {
  /** Input `variables`: the only source of `${KEY}`. */
  readonly variables: ReadonlyMap<string, string>;
  /** Input `image`; goes before `image.image`. */
  readonly image?: string | undefined;
  /** Input `image` for one of several specs, by its name. */
  readonly images?: ReadonlyMap<string, string>;
  /** Input `name`; goes before `name`. */
  readonly name?: string | undefined;
  /** Input `secret-envs`; added to `envs`, going before keys of the same name. */
  readonly secretEnvs: ReadonlyMap<string, string>;
}

/** What a document says, and where it stands. Paths are those of `readable`. */
export interface ReadDocument {
  /** What could be read, fields with errors left out: lets later checks find their issues in the same run. */
  readonly readable: PartialSpec;
  readonly usedVariables: ReadonlySet<string>;
  /** How fields are shown that may hold a secret and that variables are part of. */
  readonly templates: Templates;
  /** The path as the file spells it: `envs` in a mapping by key. */
  inFile(path: IssuePath): IssuePath;
  /** Does the spec or an input give this field, rightly or wrongly? */
  mentions(path: IssuePath): boolean;
  /** As `placeOf` of source.ts: the value, else the key of the nearest ancestor; or the input that gave it. */
  place(path: IssuePath): Place;
  /** The text that the file has there, its `${KEY}` not filled in; undefined where it has none, or an input gave it. */
  written(path: IssuePath): string | undefined;
}

/** A document that is judged. */
export interface SpecDocument extends ReadDocument {
  /** Set when nothing of the document is wrong enough to stop: warnings and notices only. */
  readonly spec: Spec | undefined;
  /** Syntax, schema, variables and static rules. */
  readonly issues: readonly Issue[];
  /** Values of `envs`, those of `secret-envs` included, and what looks like a secret elsewhere. */
  readonly secretValues: readonly string[];
}
