/** Whose an endpoint is, by its record. */

import type { OwnedRecord } from './record.ts';

type RepositoryName = Pick<OwnedRecord, 'repository' | 'repositoryId'>;

/** By the ids where both are known, since they survive a rename and a transfer; by the names in any case otherwise. */
export function isOfRepository(recorded: RepositoryName, ours: RepositoryName): boolean {
  if (recorded.repositoryId && ours.repositoryId) return recorded.repositoryId === ours.repositoryId;
  return recorded.repository !== '' && recorded.repository.toLowerCase() === ours.repository.toLowerCase();
}
