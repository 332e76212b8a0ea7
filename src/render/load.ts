/** A load in words: for the summary, the log, warnings, the failure of the step and the output. */

import { type Counted, type Figures, halfOf, judgedSeconds, type LoadVerdict, limitsOf } from '../compare/load.ts';
import { DeployError, failureTitle } from '../errors.ts';
import type { EndpointTest } from '../model/tests.ts';
import { formatMs } from '../tests/answer.ts';
import type { ComparisonTold } from './compare.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { comparisonMark } from './run-comment.ts';
import { formatRate, inThreeDigits, joined } from './text.ts';

/** The candidate, and how many clients ask it at once. */
interface LoadedEndpoint {
  name: string;
  at: number;
}

export interface Load extends LoadVerdict, LoadedEndpoint {
  price: number | undefined;
  /** The answers while all clients asked. */
  counted: Counted;
  figures: Figures;
  /** The tests that the clients sent. */
  tests: readonly EndpointTest[];
}

/** A row that is told, and not judged, has no sign; one without a value is left out. */
type Row = [what: string, found: string | 0 | false | undefined, sign?: string];

export function tellNotLoaded({ message: reason, hint }: DeployError, { name, at }: LoadedEndpoint): ComparisonTold {
  const unjudged = new DeployError({ code: 'not-compared', message: `${name} was not loaded: ${reason}`, hint });
  const [title, message] = [`${name}: not loaded`, `${unjudged.message}.`];
  return {
    failure: undefined,
    isPassed: false,
    unjudged,
    lines: [],
    warnings: [{ severity: 'warning', title, message, hint }],
    summary: paragraphs([heading(`⚠️ ${title}`), proseCell(`${message} ${hint}`)]),
    output: { verdict: 'not-loaded', at, reason },
  };
}

/** Its summary has a heading unless it has passed. */
export function tellLoad(load: Load): ComparisonTold {
  const { name, at, verdict, why, counted, figures, price, tests } = load;
  const { all, half, alone } = figures;
  const { tokensPerSecond: speed, firstTokenMs, totalMs } = all;
  const { failed, late } = counted;
  const message = `${name} does not serve ${at} at once: ${why}`;
  const heads = { passed: '', undecided: `❔ ${name} at ${at} at once: ${why}`, overloaded: `❌ ${message}` };
  // How many times the work of one request at a time.
  const share = alone.work > 0 && `${(all.work / alone.work).toFixed(1)} ×`;
  const rate = speed !== undefined && formatRate(speed);
  const cost = price !== undefined && speed && ((price / 3600 / speed) * 1_000_000).toPrecision(2);
  const [first, whole] = [firstTokenMs, totalMs].map((times) => times?.map(formatMs));
  const fields = new Set(tests.flatMap((test) => limitsOf(test).map(({ text }) => `\`${text}\``)));
  const judged = (what: string, { count, of }: Counted['late']): Row => {
    const sign = why === '' || count === 0 ? '✅' : verdict === 'overloaded' ? '❌' : '❔';
    return [what, of > 0 && `${of - count} of ${of}`, sign];
  };
  const rows: Row[] = [
    judged('right answers', failed),
    judged(`in time (${[...fields].join(', ')})`, late),
    ['tokens/s of the worker', rate && joined([rate, share && `${share} one at a time`])],
    ['first token: median / p95', first?.join(' / ')],
    ['whole answer: median / p95', whole?.join(' / ')],
    ['1 M tokens at this load', cost],
  ];
  const cells = rows.flatMap(([what, found, sign = 'told']) =>
    found ? [[proseCell(what), escapeCell(found), sign]] : [],
  );
  const title = failureTitle(name, 'overloaded');
  const work = joined([rate && `${rate} tokens/s`, share && `${share} the work of one at a time`]);
  const lines = [work, first && `first token ${first[0]}, p95 ${first[1]}`, `${failed.count} of ${failed.of} failed`];
  return {
    failure: verdict === 'overloaded' ? new DeployError({ code: 'overloaded', message, title }) : undefined,
    isPassed: verdict !== 'overloaded',
    lines: [`Loaded: ${joined(lines, '; ')}.`],
    warnings: [],
    summary: paragraphs([
      `${comparisonMark}\n${heads[verdict] && heading(heads[verdict])}`,
      table([`${at} at once, for ${judgedSeconds} s`, codeCell(name), ''], cells),
      halfWords(load),
    ]),
    output: inThreeDigits({
      verdict,
      at,
      reason: why || undefined,
      seconds: judgedSeconds,
      requests: failed.of,
      failed: failed.count,
      late: late.count,
      tokensPerSecond: speed,
      half: half.tokensPerSecond,
      alone: alone.tokensPerSecond,
      firstTokenMs,
      totalMs,
    }),
  };
}

/** Half as many that give nearly as much: the others only wait. */
const nearly = 0.9;

function halfWords({ at, figures: { all, half } }: Load): string {
  const share = half.work / all.work;
  if (!(share >= nearly) || all.work === 0 || at < 4) return '';
  const first = half.firstTokenMs ? `, with a first token in ${formatMs(half.firstTokenMs[0])}` : '';
  const of = halfOf(at);
  return proseCell(
    `${of} at once give ${Math.round(100 * share)} % of it: \`maxConcurrent: ${of}\` answers ${share > 1 / nearly ? 'more' : 'as many'}${first}.`,
  );
}
