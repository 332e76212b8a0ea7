/** Our own env keys, and texts that are no values: inputs are checked before the table of members is loaded. */

/** The one env entry that carries the record. It is never part of a diff. */
export const recordEnvKey = 'GPU_ENDPOINT_DEPLOYMENT';

/** The mark of an unfinished configuration, as an env: every call carries envs, every reading shows them. */
export const pendingMarkerKey = 'GPU_ENDPOINT_UNFINISHED';

/** Texts of this form are probably meant otherwise: the end of a sentence, and what to write. */
export type OddText = Readonly<{ form: RegExp; what: string; hint: string }>;

/** Texts that stand where a value should. */
export const notValues: readonly OddText[] = [
  {
    form: /(?:^|:)\$\w*PATH(?::|$)|^\$(?:env:\w+|[A-Z_][A-Z0-9_]*|\{[A-Za-z_]\w*\})(?:$|\/)|^~\/|^%[A-Za-z_]\w*%$|^\{\{.*\}\}$|\$\{\{/,
    what: 'has a variable or a `~` that nothing fills',
    hint: 'In a workflow write `${{ … }}`. On a terminal let the shell fill it, without single quotes.',
  },
  {
    form: /^(?:(?:secrets|vars|env|inputs|steps|needs|matrix)\.(?!(?:ya?ml|json|toml|txt|tf|py)$)[\w.-]+|github\.(?:token|sha|ref|ref_name|actor))$/,
    what: 'is the name of a value, and not the value',
    hint: 'In a workflow write it as an expression: `${{ secrets.NAME }}`.',
  },
  {
    form: /^(?:\*{3,}|•{3,})$/,
    what: 'is what a log shows in place of a secret',
    hint: 'Pass the secret: `${{ secrets.NAME }}`.',
  },
  {
    form: /^<[^<>|/]{0,40}\b(?:your|id|token|key|name|secret|product|image|model|tag|password)\b[^<>|/]{0,40}>$|^your[-_ ]|^change[-_ ]?me$|^x{4,}$|^(?:\.{3}|…)$/i,
    what: 'is a placeholder',
    hint: 'Write the value itself.',
  },
];

/** The same, and what comes from an expression or a shell only. */
export const notInputs: readonly OddText[] = [
  ...notValues,
  {
    form: /^(?:[\w./:@-]*[-_.:/@])?(?:null|undefined)$|^(?:None|NaN|Object|Array|\[object \w+\])$/,
    what: 'is what an expression or `jq` leaves of nothing, or of a list or a mapping',
    hint: 'Check the name of what the expression reads.',
  },
];
