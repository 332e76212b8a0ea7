/** The commands, and what each of them needs. */

export interface CommandRow {
  /** It reads specs; `logs`, `park` and `delete` need none where an input names the endpoint. */
  readsSpecs?: true;
  /** Makes a plan: an empty input would change the deployed configuration. */
  makesPlan?: true;
  /** It asks the service only with a key; without one it does less. */
  isOffline?: true;
  /** With `preview`, it is about the previews of a pull request. */
  mayBePreview?: true;
}

export const commandTable = {
  deploy: { readsSpecs: true, makesPlan: true, mayBePreview: true },
  plan: { readsSpecs: true, makesPlan: true, mayBePreview: true },
  validate: { readsSpecs: true, isOffline: true },
  test: { readsSpecs: true },
  status: { readsSpecs: true },
  list: {},
  logs: { readsSpecs: true },
  park: { readsSpecs: true },
  delete: { readsSpecs: true, mayBePreview: true },
  sweep: {},
  export: {},
} as const satisfies Record<string, CommandRow>;
export type Command = keyof typeof commandTable;
export const commands = Object.keys(commandTable) as Command[];

/** Tasks without a command of their own, each with the page that says how. */
export const recipes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rollback: 'docs/recipes/rollback.md',
    restore: 'docs/recipes/rollback.md',
    compare: 'docs/recipes/compare.md',
    preview: 'docs/previews.md',
    scale: 'docs/spec.md',
  }).map(([word, path]) => {
    return [word, `${path} says how it is done: https://github.com/acme/deploy-gpu-endpoint/blob/main/${path}`];
  }),
);
