/** A load in words: for the summary, the log, warnings, the failure of the step and the output. */

import {
  type Counted,
  type Figures,
  halfOf,
  judgedSeconds,
  type LoadVerdict,
  limitsOf,
  type StageFigures,
} from '../compare/load.ts';
import { codeWords, type ErrorDetails } from '../errors.ts';
import type { EndpointTest } from '../model/tests.ts';
import type { Annotation } from '../report.ts';
import { formatMs } from '../tests/answer.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { comparisonMark } from './run-comment.ts';

export interface Load extends LoadVerdict {
  name: string;
  at: number;
  price: number | undefined;
  /** With all clients. */
  counted: Counted;
  figures: Figures;
  /** That were sent. */
  tests: readonly EndpointTest[];
}

/** What a run says of a load. `markdown`: with a heading unless it has passed. */
export interface LoadTold {
  failure?: ErrorDetails;
  isPassed: boolean;
  lines: readonly string[];
  warning?: Annotation;
  markdown: string;
  output: object;
}

/** Why there is no verdict; without one, a candidate does not pass. */
export type NotLoaded = Pick<Annotation, 'hint'> & { reason: string };

export function tellNotLoaded({ reason, hint }: NotLoaded, { name, at }: Pick<Load, 'name' | 'at'>): LoadTold {
  const title = `${name}: not loaded`;
  const message = `${name} was not loaded: ${reason}.`;
  return {
    isPassed: false,
    lines: [],
    warning: { severity: 'warning', title, message, hint },
    markdown: paragraphs([heading(`⚠️ ${escapeCell(title)}`), proseCell(`${message} ${hint}`)]).trimEnd(),
    output: { verdict: 'not-loaded', at, reason },
  };
}

export function tellLoad(load: Load): LoadTold {
  const { name, at, verdict, why, counted } = load;
  const { all, half, alone } = load.figures;
  const { requests, failed, late } = counted;
  const message = `${name} does not serve ${at} at once: ${why}`;
  const title = `${name}: ${codeWords('overloaded')}`;
  const undecided = `❔ ${name} at ${at} at once: ${why}`;
  const head = { passed: '', undecided, overloaded: `❌ ${message}` }[verdict];
  return {
    ...(verdict === 'overloaded' && { failure: { code: 'overloaded', message, title } }),
    isPassed: verdict !== 'overloaded',
    lines: [
      `Loaded: ${[workWords(load), firstWords(load)].filter(Boolean).join('; ')}; ${failed} of ${requests} failed.`,
    ],
    markdown: paragraphs([
      `${comparisonMark}\n${head && heading(escapeCell(head))}`.trim(),
      tableOf(load),
      halfWords(load),
    ]),
    output: {
      ...{ verdict, at, ...(why && { reason: why }), seconds: judgedSeconds, requests, failed, late },
      tokensPerSecond: rounded(all.tokensPerSecond),
      half: rounded(half.tokensPerSecond),
      alone: rounded(alone.tokensPerSecond),
      firstTokenMs: all.firstTokenMs?.map(rounded),
      totalMs: all.totalMs?.map(rounded),
    },
  };
}

const rounded = (value: number | undefined) => (value === undefined ? undefined : Number(value.toPrecision(3)));

/** `200 tokens/s, 3.9 × the work of one at a time`. */
function workWords({ figures: { all, alone } }: Load): string {
  const speed = all.tokensPerSecond === undefined ? '' : `${formatRate(all.tokensPerSecond)} tokens/s`;
  const times = alone.work > 0 ? `${(all.work / alone.work).toFixed(1)} × the work of one at a time` : '';
  return [speed, times].filter(Boolean).join(', ');
}

const formatRate = (rate: number) => rate.toFixed(rate < 10 ? 1 : 0);

function firstWords({ figures: { all } }: Load): string {
  const [middle, p95] = all.firstTokenMs ?? [];
  return middle === undefined || p95 === undefined ? '' : `first token ${formatMs(middle)}, p95 ${formatMs(p95)}`;
}

function tableOf({ name, at, verdict, counted, price, figures: { all, alone }, tests, why }: Load): string {
  const { requests, failed, late, timed } = counted;
  const sign = (isFine: boolean) => (isFine ? '✅' : verdict === 'overloaded' ? '❌' : '❔');
  const limits = [...new Set(tests.flatMap((test) => limitsOf(test).map(([, field]) => `\`${field}\``)))].join(', ');
  const spread = (of: StageFigures['totalMs']) => of?.map(formatMs).join(' / ');
  const { tokensPerSecond: speed } = all;
  const times = alone.work > 0 ? `, ${(all.work / alone.work).toFixed(1)} × one at a time` : '';
  const cost = price !== undefined && speed ? ((price / 3600 / speed) * 1_000_000).toPrecision(2) : undefined;
  const rows: [string, string | undefined, string][] = [
    ['right answers', `${requests - failed} of ${requests}`, sign(why === '' || failed === 0)],
    [`in time (${limits})`, timed > 0 ? `${timed - late} of ${timed}` : undefined, sign(why === '' || late === 0)],
    ['tokens/s of the worker', speed ? `${formatRate(speed)}${times}` : undefined, 'told'],
    ['first token: median / p95', spread(all.firstTokenMs), 'told'],
    ['whole answer: median / p95', spread(all.totalMs), 'told'],
    ['1 M tokens at this load', cost, 'told'],
  ];
  const cells = rows.flatMap(([what, found, told]) => (found ? [[proseCell(what), escapeCell(found), told]] : []));
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
