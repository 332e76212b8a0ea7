/**
 * Finds regular expressions in src/ that backtrack more than linearly; part of `npm run lint`. One that is polynomial may stay where a comment
 * `// Bounded: …` above it says how long its input is; one that is exponential never.
 */

import { parseSync, Visitor } from 'oxc-parser';
import { readSources } from './source-map.ts';

// The backend that needs neither a JVM nor a binary.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

interface Literal {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
  readonly isBounded: boolean;
}

/** Without these, nothing is tried again and again. */
const repeats = /[*+]|\{\d+,/;

function literalsOf({ path, text }: { path: string; text: string }): Literal[] {
  const literals: Literal[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !repeats.test(node.regex.pattern)) return;
      const lines = text.slice(0, node.start).split('\n');
      const isBounded = lines.slice(-3).some((line) => line.trim().startsWith('// Bounded: '));
      literals.push({ place: `src/${path}:${lines.length}`, ...node.regex, isBounded });
    },
  }).visit(parseSync(path, text).program);
  return literals;
}

/** What is wrong with a literal; undefined when nothing is. */
function fault({ pattern, flags, isBounded }: Literal): string | undefined {
  // Fewer rounds and smaller automata than by default: a tenth of the time for the same findings.
  const result = checkSync(pattern, flags, {
    timeout: 60_000,
    // Steps alone count: on a busy machine a time limit takes what is slow for what backtracks.
    attackTimeout: 60_000,
    incubationTimeout: 60_000,
    maxNFASize: 2_000,
    maxIteration: 2,
    maxGenerationSize: 20,
    maxInitialGenerationSize: 100,
    // The same findings in each run.
    randomSeed: 1,
  });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `cannot be judged (${result.error.kind})`;
  if (isBounded && result.complexity.type === 'polynomial') return undefined;
  return `is ${result.complexity.summary}, with ${result.attack.pattern}`;
}

const literals = readSources().flatMap(literalsOf);
const faults = literals.flatMap((literal) => {
  const found = fault(literal);
  return found === undefined ? [] : [`${literal.place}: /${literal.pattern}/${literal.flags} ${found}`];
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  console.error('Make them linear: a possessive class before what follows, `(?<!x)x+$`, or a loop over lines.');
  process.exitCode = 1;
}
