/** Whose an endpoint is, by its record alone: asked here, and nowhere else. */

import { type Noted, type OwnedRecord, readOwner, recordDoubt } from './record.ts';

export type RepositoryName = Pick<OwnedRecord, 'repository' | 'repositoryId'>;

/** `doubtful`: the envs do not say it; `why` follows the endpoint's name. `nobody`: no workflow has deployed it. */
type Owner =
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

/** The record of this repository's deploy; undefined where nobody, or perhaps another repository, has deployed it. */
export function ownRecord(config: Noted, us: RepositoryName): OwnedRecord | undefined {
  const owner = ownerOf(config, us);
  return owner.kind === 'us' ? owner.record : undefined;
}

/** Compares the IDs where both are known: they survive a rename and a transfer; otherwise the names in any case. */
function isOfRepository(recorded: RepositoryName, ours: RepositoryName): boolean {
  if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
  return recorded.repository !== '' && recorded.repository.toLowerCase() === ours.repository.toLowerCase();
}
