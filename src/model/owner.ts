/** Whose an endpoint is, by its record alone: asked here, and nowhere else. */

import { type Noted, type OwnedRecord, readOwner, recordDoubt } from './record.ts';

export type RepositoryName = Pick<OwnedRecord, 'repository' | 'repositoryId'>;

/** `doubtful`: the envs do not say it, `why` as words after the name of the endpoint. `nobody`: no workflow has deployed it. */
export type Owner =
  | { readonly kind: 'doubtful'; readonly why: string }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'us' | 'others'; readonly record: OwnedRecord };

export function ownerOf(config: Noted, us: RepositoryName): Owner {
  const why = recordDoubt(config);
  if (why !== undefined) return { kind: 'doubtful', why };
  const record = readOwner(config);
  if (!record) return { kind: 'nobody' };
  return { kind: isOfRepository(record, us) ? 'us' : 'others', record };
}

/** The record of this repository's deploy; undefined where another one, nobody, or perhaps another one has deployed it. */
export function ownRecord(config: Noted, us: RepositoryName): OwnedRecord | undefined {
  const owner = ownerOf(config, us);
  return owner.kind === 'us' ? owner.record : undefined;
}

/** By the ids where both are known, since they survive a rename and a transfer; by the names in any case otherwise. */
function isOfRepository(recorded: RepositoryName, ours: RepositoryName): boolean {
  if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
  return recorded.repository !== '' && recorded.repository.toLowerCase() === ours.repository.toLowerCase();
}
