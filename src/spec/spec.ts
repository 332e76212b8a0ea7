/** What parsing a spec takes and gives. */
import type { DisplayForms } from '../model/display.ts';
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

/** Where later checks find what they judge and where it stands. */
export interface SpecDocument {
  readonly file: string;
  /** Set when nothing of the document is wrong enough to stop: warnings and notices only. */
  readonly spec: Spec | undefined;
  /** What could be read, members with errors left out: lets later checks find their issues in the same run. */
  readonly readable: PartialSpec;
  /** Syntax, schema, variables and static rules. */
  readonly issues: readonly Issue[];
  readonly usedVariables: ReadonlySet<string>;
  /** How members are shown that variables are part of. */
  readonly formsOfMembers: DisplayForms['members'];
  /** Values of `envs`, those of `secret-envs` included; whoever prints masks them, multi-line ones line by line. */
  readonly secretValues: readonly string[];
  /** The path as the file spells it: `envs` in a mapping by key, items of lists by their number in the file. Paths below are those of `readable`. */
  inFile(path: IssuePath): IssuePath;
  /** Does the spec or an input give this member, rightly or wrongly? */
  mentions(path: IssuePath): boolean;
  /** The range of the value; of the nearest ancestor's key (the start of the document at last) when it is missing; or the input that gave it. */
  place(path: IssuePath): Place;
  /** The value as messages may show it: in words alone when a variable filled it in. */
  show(path: IssuePath, value: string | number): string;
}
