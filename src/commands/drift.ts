/** What differs between a live endpoint and its spec alone, without the inputs of its deploy. Pure. */

import type { Inputs } from '../inputs.ts';
import { members } from '../model/config.ts';
import type { Change } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord, secretIn, shortenedHas } from '../model/record.ts';
import { makePlan } from '../plan/plan.ts';
import type { EndpointStatus } from '../render/status.ts';
import type { IssuePath, SpecDocument } from '../spec/issue.ts';

/** What an input gave to the deploy is not compared where this run does not have the input. */
export function driftOf(
  live: Endpoint,
  document: SpecDocument | undefined,
  { secretEnvs }: Pick<Inputs, 'secretEnvs'>,
): Pick<EndpointStatus, 'drift' | 'keptEnvs' | 'notCompared'> {
  if (!document) return { drift: [], keptEnvs: [], notCompared: ['the spec'] };
  const { readable, templates, issues, place } = document;
  const { compare: _, ...fields } = readable;
  const spec = { ...fields, name: readable.name ?? live.config.name };
  const { changes, foreignEnvs: keptEnvs } = makePlan({ spec, secretEnvs, live, templates });
  // What could not be read, such as a value with a variable that is not set.
  const unread = issues.flatMap(({ severity, path }) => (severity === 'error' ? fieldOf(path) : []));
  const record = readRecord(live.config);
  const isSecret = secretIn(live.config);
  const isImageOfInput = record?.imageInput !== undefined && shortenedHas(record.imageInput)(live.config.image.image);
  const isOfInput = ({ member, kind }: Change) => {
    if (member === 'image.image') return isImageOfInput && !('input' in place(['image', 'image']));
    // Without a record, an env of `secret-envs` looks like an env that the spec has lost.
    const isSecretEnv = isSecret(member.slice('envs.'.length)) || (!record && kind === 'remove');
    return member.startsWith('envs.') && secretEnvs.size === 0 && isSecretEnv;
  };
  const isUnread = (change: Change) =>
    unread.some((field) => change.member === field || change.member.startsWith(`${field}.`)) || isOfInput(change);
  // The record names the tag that the digest stood for.
  const isPinned = record?.pinnedFrom === readable.image?.image;
  const compared = changes.filter(({ member }) => !(isPinned && member === 'image.image'));
  const skipped = compared.filter(isUnread).map(({ member }) => member);
  const names = [...unread, ...skipped].map((field) => field.replace(/^envs\./, ''));
  const drift = compared.filter((change) => !isUnread(change));
  return { drift, keptEnvs, notCompared: [...new Set(names)].sort() };
}

/** The field of an endpoint that a place of its spec belongs to; none for another field, such as a test. */
function fieldOf(path: IssuePath): string[] {
  const end = path.findIndex((segment) => typeof segment === 'number');
  const field = path.slice(0, end === -1 ? undefined : end).join('.');
  const isField = members.some(
    ({ path: member }) => `${member}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${member}.`),
  );
  return field !== '' && isField ? [field] : [];
}
