/** How a live endpoint differs from its spec: what a plan would change, without the inputs of its deploy. Pure. */

import { isPartOf, memberAt, members } from '../model/config.ts';
import { changedSinceDeploy } from '../model/deployed.ts';
import { unparked } from '../model/desired.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, secretIn } from '../model/record.ts';
import type { IssuePath, SpecDocument } from '../spec/issue.ts';
import { makePlan } from './plan.ts';
import { renamedSpec } from './preview-spec.ts';

export interface Drift {
  /** What a deploy of the spec would change. */
  drift: readonly Change[];
  /** Keys of envs that no deploy has written and that the spec does not have: a deploy keeps them. */
  keptEnvs: readonly string[];
  notCompared: readonly string[];
}

/** What stands in the place of the fields that are not compared. */
export const noSpec: readonly string[] = ['the spec'];

/** What an input gave to the deploy is not compared where this run does not have the input. */
export function driftOf(
  live: Endpoint,
  document: SpecDocument | undefined,
  secretEnvs: ReadonlyMap<string, string>,
): Drift {
  if (!document) return { drift: [], keptEnvs: [], notCompared: noSpec };
  const { readable, ownName, templates, issues, place } = document;
  const { compare: _, load: __, ...fields } = readable;
  const record = readRecord(live.config);
  // The record names the image that an input gave, where the spec names none.
  const given = fields.image?.image === undefined && record?.image !== undefined ? record : undefined;
  const image = given?.image === undefined ? {} : { image: { ...fields.image, image: given.image } };
  const spec = renamedSpec({ ...fields, ...image, name: readable.name ?? live.config.name }, ownName);
  const { changes, foreignEnvs: keptEnvs } = makePlan({
    spec,
    secretEnvs,
    live: { ...live, config: unparked(live.config) },
    templates,
  });
  const isSecret = secretIn(live.config);
  // The record tells whether it is still the image of the deploy, which the spec alone does not name.
  const isImageDeployed = !changedSinceDeploy(live.config).includes('image.image');
  const isPinned = isImageDeployed && record?.pinnedFrom === readable.image?.image;
  const isImageOfInput = isImageDeployed && record?.imageInput !== undefined && !('input' in place(['image', 'image']));
  // What could not be read, such as a value with a variable that is not set.
  const unread = issues.flatMap(({ severity, path }) => (severity === 'error' ? fieldOf(path) : []));
  const isSkipped = ({ member }: Change) =>
    unread.some((field) => isPartOf(member, field)) ||
    (member === 'image.image' && isImageOfInput) ||
    (secretEnvs.size === 0 && member.startsWith('envs.') && isSecret(member.slice('envs.'.length)));
  const compared = changes.filter(({ member }) => !(isPinned && member === 'image.image'));
  const skipped = compared.filter(isSkipped).map(({ member }) => member);
  const names = [...unread, ...skipped].map((field) => field.replace(/^envs\./, ''));
  return { drift: compared.filter((each) => !isSkipped(each)), keptEnvs, notCompared: [...new Set(names)].sort() };
}

/** The field of an endpoint that a place of its spec belongs to; none for another field, such as a test. */
function fieldOf(path: IssuePath): string[] {
  const end = path.findIndex((segment) => typeof segment === 'number');
  const field = path.slice(0, end === -1 ? undefined : end).join('.');
  const isField = memberAt(field) ?? members.find(({ keys: [block] }) => block === field);
  return isField ? [field] : [];
}
