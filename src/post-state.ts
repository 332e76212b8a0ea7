/** The names of what a main step leaves for its post step. */

/** What a main step leaves for its post step. `isMain` is set first of all: the post step is the same program, told by it. */
export const stateNames = {
  isMain: 'main',
  environment: 'open-environment',
  deployments: 'open-deployments',
  comment: 'open-comment',
} as const;
