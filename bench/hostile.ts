/** How long hostile input of legal size blocks the event loop. Prints times, judges nothing; what must hold is counted in test/hostile. */

import { openEdge } from '../src/edge.ts';
import { createRedactor } from '../src/http/redactor.ts';
import { outputNames, type Reporter } from '../src/report.ts';
import { faultNamedIn, quoteState } from '../src/rollout/worker-faults.ts';
import { parseSpecFile } from '../src/spec/parse.ts';

function time(name: string, work: () => unknown): void {
  const startedMs = performance.now();
  work();
  console.log(`  ${name.padEnd(64)} ${(performance.now() - startedMs).toFixed(1).padStart(9)} ms`);
}

const silent: Reporter = {
  info: () => {},
  group: () => {},
  annotationsPerSeverity: outputNames.length,
  annotate: () => {},
  mask: () => {},
  conceal: () => {},
  setOutput: () => {},
  summarize: async () => {},
  redact: (text) => text,
  fail: () => {},
};

/** Adding them, and one line of the log after that. */
function timeSecrets(name: string, secrets: readonly string[]): void {
  const redactor = createRedactor();
  const edge = openEdge(silent, redactor);
  time(`${name}: added`, () => {
    for (const secret of secrets) edge.conceal(secret);
  });
  const line = 'a line that a service may say, with a word or two of everything; '.repeat(30);
  time(`${name}: 2 KB of log`, () => edge.info(line));
}

const lines = (count: number, form: (index: number) => string) => Array.from({ length: count }, (_, index) => form(index));

export function benchHostile(): void {
  console.log('\nHostile input');
  timeSecrets('an env of 20,000 lines', [lines(20_000, (index) => `line ${index} of a file`).join('\n')]);
  timeSecrets('50,000 live envs', lines(50_000, (index) => `value ${index} of an env`));
  timeSecrets('an env of one letter, 1,000,000 times', ['a'.repeat(1_000_000)]);
  const state = { state: 'failed', error: '', message: 'image pull '.repeat(20_000) };
  time('a state message of 200 KB: its fault', () => faultNamedIn(quoteState(state)));
  time('a state message of 200 KB of one letter: its fault', () =>
    faultNamedIn(quoteState({ ...state, message: 'fail'.repeat(50_000) })),
  );
  const text = `name: a\nenvs:\n  KEY: |\n${lines(70_000, (index) => `    ${index} - - -`).join('\n')}\n`;
  time('a spec of 70,000 lines: parsed', () =>
    parseSpecFile({ path: 'a.yaml', bytes: new TextEncoder().encode(text) }, { variables: new Map(), secretEnvs: new Map() }),
  );
  const edge = openEdge(silent, createRedactor());
  edge.mask('hunter-two-two', 'api-key');
  time('1 MiB of Markdown in a summary', () => edge.summarize('a &#124; b <code>c</code> '.repeat(40_000)));
  time('1 MiB of escapes in escapes', () => edge.redact('\\\\u0026amp;%2541'.repeat(70_000)));
  time('1 MiB of base64', () => edge.redact('QUJD'.repeat(262_144)));
}
