/** The names of what a main step leaves for its post step, and how it is read there: an earlier step can have set any of them in the environment. */

export const stateNames = {
  environment: 'open-environment',
  deployments: 'open-deployments',
  comment: 'open-comment',
} as const;

/** Ids as they were saved; whatever else stands there is left out. */
export function readIds(text: string): number[] {
  try {
    const ids: unknown = JSON.parse(text || '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}
