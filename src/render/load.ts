/** A load in words: for the summary, the log, warnings, the failure of the step and the output. */

import { type Counted, type Figures, halfOf, judgedSeconds, type LoadVerdict, limitsOf } from '../compare/load.ts';
import { type ErrorDetails, failureTitle } from '../errors.ts';
import type { EndpointTest } from '../model/tests.ts';
import { formatMs } from '../tests/answer.ts';
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

/** What a run says of a load. `markdown`: with a heading unless it has passed. */
export interface LoadTold {
  failure?: ErrorDetails;
  /** Why there is no verdict; without one, a candidate does not pass. */
  notLoaded?: { message: string; hint: string };
  lines: readonly string[];
  markdown: string;
  output: object;
}

export interface NotLoaded {
  reason: string;
  hint: string;
}

export function tellNotLoaded({ reason, hint }: NotLoaded, { name, at }: LoadedEndpoint): LoadTold {
  const message = `${name} was not loaded: ${reason}`;
  return {
    notLoaded: { message, hint },
    lines: [],
    markdown: paragraphs([heading(`⚠️ ${name}: not loaded`), proseCell(`${message}. ${hint}`)]),
    output: { verdict: 'not-loaded', at, reason },
  };
}

export function tellLoad(load: Load): LoadTold {
  const { name, at, verdict, why, counted, figures } = load;
  const { requests, failed, late } = counted;
  const { tokensPerSecond, firstTokenMs, totalMs } = figures.all;
  const message = `${name} does not serve ${at} at once: ${why}`;
  const undecided = `❔ ${name} at ${at} at once: ${why}`;
  const head = { passed: '', undecided, overloaded: `❌ ${message}` }[verdict];
  const [firstToken, p95] = firstTokenMs?.map(formatMs) ?? [];
  const speed = tokensPerSecond === undefined ? '' : `${formatRate(tokensPerSecond)} tokens/s`;
  const share = shareOfAll(load);
  const work = joined([speed, share && `${share} × the work of one at a time`]);
  const first = firstToken && `first token ${firstToken}, p95 ${p95}`;
  return {
    ...(verdict === 'overloaded' && {
      failure: { code: 'overloaded', message, title: failureTitle(name, 'overloaded') },
    }),
    lines: [`Loaded: ${joined([work, first, `${failed} of ${requests} failed`], '; ')}.`],
    markdown: paragraphs([`${comparisonMark}\n${head && heading(head)}`, tableOf(load), halfWords(load)]),
    output: inThreeDigits({
      ...{ verdict, at, reason: why || undefined, seconds: judgedSeconds, requests, failed, late, tokensPerSecond },
      ...{ half: figures.half.tokensPerSecond, alone: figures.alone.tokensPerSecond, firstTokenMs, totalMs },
    }),
  };
}

/** How many times the work of one request at a time; '' where nothing shows that. */
const shareOfAll = ({ figures: { all, alone } }: Load) => (alone.work > 0 ? (all.work / alone.work).toFixed(1) : '');

function tableOf(load: Load): string {
  const { name, at, verdict, counted, price, tests, why } = load;
  const { tokensPerSecond: speed, firstTokenMs, totalMs } = load.figures.all;
  const { requests, failed, late, timed } = counted;
  const sign = (isFine: boolean) => (isFine ? '✅' : verdict === 'overloaded' ? '❌' : '❔');
  const limits = [...new Set(tests.flatMap((test) => limitsOf(test).map(([, field]) => `\`${field}\``)))].join(', ');
  const spread = (of: Figures['all']['totalMs']) => of?.map(formatMs).join(' / ');
  const share = shareOfAll(load);
  const rate = speed && `${formatRate(speed)}${share && `, ${share} × one at a time`}`;
  const cost = price !== undefined && speed && ((price / 3600 / speed) * 1_000_000).toPrecision(2);
  const rows: [string, string | number | false | undefined, string][] = [
    ['right answers', `${requests - failed} of ${requests}`, sign(why === '' || failed === 0)],
    [`in time (${limits})`, timed > 0 && `${timed - late} of ${timed}`, sign(why === '' || late === 0)],
    ['tokens/s of the worker', rate, 'told'],
    ['first token: median / p95', spread(firstTokenMs), 'told'],
    ['whole answer: median / p95', spread(totalMs), 'told'],
    ['1 M tokens at this load', cost, 'told'],
  ];
  const cells = rows.flatMap(([what, found, told]) => (found ? [[proseCell(what), escapeCell(`${found}`), told]] : []));
  return table([`${at} at once, for ${judgedSeconds} s`, codeCell(name), ''], cells);
}

/** Half as many that give nearly as much: the others only wait. */
const nearly = 0.9;

function halfWords({ at, figures: { all, half } }: Load): string {
  const share = half.work / all.work;
  if (!(share >= nearly) || at < 4) return '';
  const first = half.firstTokenMs ? `, with a first token in ${formatMs(half.firstTokenMs[0])}` : '';
  const of = halfOf(at);
  return proseCell(
    `${of} at once give ${Math.round(100 * share)} % of it: \`maxConcurrent: ${of}\` answers as many${first}.`,
  );
}
