/** The pictures of README and documents: real runs against the emulator, on a clock that needs no time, as a reader of a terminal and of GitHub sees them. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../src/clock.ts';
import { testReadPauses } from '../src/times.ts';
import { type Emulator, ManualClock, startEmulator } from '../test/emulator/emulator.ts';
import { goldenSet, prompts } from '../test/golden-set.ts';
import { play, timeOf } from '../test/scenarios/compare-stage.ts';
import { deployTo, passing } from '../test/scenarios/deployment.ts';
import { commits, setStage } from '../test/scenarios/github-stage.ts';
import { runStep, shareClock } from '../test/scenarios/step.ts';

const spec = readFileSync('examples/vllm/endpoint.yaml', 'utf8').replace(/^# yaml-language-server: .*\n/, '');
const newImage = spec.replace(':v0.11.0', ':v0.11.2');

/** It answers what the test of the example asks. */
const model = {
  words: ['Paris ', 'is ', 'the ', 'capital ', 'of ', 'France, ', 'on ', 'the ', 'Seine.'],
  firstTokenMs: 180,
  tokenMs: 20,
};

const usual = { ...passing, pace: 'typical' } as const;

/** A sleep beside the tests gives their answers real time to come, so that the times of a picture are those of the emulator on any machine. */
function patientTime(emulator: Emulator<ManualClock>) {
  const clock = shareClock(emulator.clock);
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (ms >= testReadPauses.usualMs) await setTimeout(5000, undefined, signal && { signal });
    await clock.sleep(ms, signal);
  };
  return { clock: { ...clock, sleep }, stopwatch: emulator.stopwatch, countsUsers: true };
}

/** Writes `docs/*.svg`. The same code gives the same bytes. */
export async function writePictures(): Promise<void> {
  const { summary, comment } = await workflowRuns();
  const pictures = {
    broken: terminalPicture('deploy-gpu-endpoint validate examples/broken.yaml', validation()),
    terminal: terminalPicture('deploy-gpu-endpoint deploy endpoint.yaml', await terminalRun()),
    summary: markdownPicture('The summary of a deploy', summary),
    comment: markdownPicture('The plan on a pull request', comment),
    comparison: markdownPicture(
      'The start of the comment on a pull request whose model loses right answers',
      await comparedByPrompts(),
    ),
    candidate: markdownPicture('The summary of a deploy whose candidate failed a test', await refusedCandidate()),
    failure: markdownPicture('The comment after a push that broke a preview', await failedPreview()),
  };
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(`docs/${name}.svg`, svg);
}

/** What the bundle really writes to a terminal. */
function validation(): string {
  const env = { PATH: process.env.PATH, FORCE_COLOR: '1' };
  const args = ['dist/index.js', 'validate', 'examples/broken.yaml'];
  return spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stderr;
}

async function terminalRun(): Promise<string> {
  await using emulator = await startEmulator({ ...usual, clock: new ManualClock(), models: [model] });
  const { raw } = await runStep({
    argv: ['deploy', 'endpoint.yaml', '--resolve-image', 'off'],
    files: { 'endpoint.yaml': spec },
    env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
    ...patientTime(emulator),
  });
  return raw;
}

async function workflowRuns(): Promise<{ summary: string; comment: string }> {
  await using emulator = await startEmulator({ ...usual, clock: new ManualClock(), models: [model] });
  const changed = { spec: newImage.replace('maxNum: 3', 'maxNum: 5'), ...patientTime(emulator) };
  await deployTo(emulator, { spec, ...patientTime(emulator) });
  const plan = await deployTo(emulator, { ...changed, with: { command: 'plan' } });
  const deploy = await deployTo(emulator, { ...changed, with: { wait: 'rollout' } });
  return { summary: deploy.summary, comment: plan.summary };
}

/** The start of the comment on a preview that answers 8 of the 40 prompts of the example wrongly: three rows, and what was lost. */
async function comparedByPrompts(): Promise<string> {
  const text = `${spec}compare: {prompts: prompts.jsonl, worse: 5%, slower: 20%}\n`;
  const times = { firstTokenMs: 320, tokenMs: 30, noise: 'calm' } as const;
  const { summary } = await play({
    ...{ spec: text, files: { 'endpoint.yaml': text, 'prompts.jsonl': prompts }, with: { name: 'llama-pr-7' } },
    models: { production: { ...model, ...goldenSet(), ...times }, candidate: { ...model, ...goldenSet(8), ...times } },
  });
  const [start = ''] = summary.split(/(?<=^Lost: .*)$/m);
  return start.replace(/((?:^\|.*\n){5})(?:^\|.*\n)+/m, '$1');
}

async function refusedCandidate(): Promise<string> {
  const image = 'vllm/vllm-openai:v0.11.2';
  const models = [model, { ...model, image, words: ['It ', 'is ', 'Lyon.'] }];
  await using emulator = await startEmulator({ ...passing, clock: new ManualClock(), models });
  const first = { spec: spec.replace('# candidate', 'candidate'), ...patientTime(emulator) };
  await deployTo(emulator, first);
  return (await deployTo(emulator, { ...first, with: { image } })).summary;
}

async function failedPreview(): Promise<string> {
  await using stage = await setStage();
  const preview = { with: { preview: 'true' }, ...timeOf(stage.emulator) };
  stage.emulator.addModel(model);
  await stage.pullRequestStep({ action: 'opened', spec, ...preview });
  stage.emulator.addScript({ outcome: 'crash-loop' });
  await stage.pullRequestStep({ action: 'synchronize', sha: commits.second, spec: newImage, ...preview });
  return stage.api.comments(7)[0]?.body ?? '';
}

/** Characters of one look, which is a class of the picture's style. */
interface Span {
  text: string;
  look: string;
}

/** As wide as a README shows it without making it smaller. */
const width = 830;
const padding = 20;
const lineHeight = 20;

/** Coloured text as the program wrote it, its lines broken between words as on a terminal of this width. */
function terminalPicture(command: string, output: string): string {
  const looks: Readonly<Record<string, string>> = { 31: 'red', 33: 'yellow', 36: 'cyan', 2: 'grey', 1: 'bold' };
  const lines = [`\u001b[1m$ ${command}`, ...output.trimEnd().split('\n')].flatMap((line) => {
    // The text before the first colour, then each colour and the text that has it.
    const [start = '', ...coloured] = asService(line).split(new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`));
    const spans = [{ text: start, look: '' }];
    for (let at = 0; at < coloured.length; at += 2)
      spans.push({ text: coloured[at + 1] ?? '', look: looks[coloured[at] ?? ''] ?? '' });
    const indent = stripVTControlCharacters(line).search(/\S|$/);
    return wrapped(spans, { columns: 94, hang: ' '.repeat(indent + 2) });
  });
  return picture(command, {
    height: lines.length * lineHeight + 2 * padding,
    style: `text { font: 14px ${monospace}; fill: #e6edf3; } .red { fill: #ff7b72; } .yellow { fill: #d29922; } .cyan { fill: #56d4dd; } .grey { fill: #8b949e; } .bold { fill: #ffffff; } .frame { fill: #0d1117; }`,
    marks: lines.map((line, at) => textAt({ x: padding, y: padding + at * lineHeight, spans: line })),
  });
}

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
const sans = '-apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif';

/** A part of a page: what it draws below `y`, and its height. */
type Block = (y: number) => { marks: string[]; height: number };

/** Markdown that a run wrote, as GitHub shows it: headings, tables, fences and text; what is folded is its title alone. */
function markdownPicture(title: string, markdown: string): string {
  const shown = asService(markdown)
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/<details><summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, '▸ $1');
  let y = padding;
  const marks = Array.from(shown.matchAll(/^```[\s\S]*?^```$|^.+(?:\n.+)*/gm), ([part]) => {
    const drawn = blockOf(part)(y);
    y += drawn.height + 14;
    return drawn.marks;
  });
  return picture(title, {
    height: y - 14 + padding,
    style: `text { font: 13px ${sans}; fill: #1f2328; } .code { font: 12px ${monospace}; } .link { fill: #0969da; } .bold { font-weight: 600; } .title { font-size: 18px; font-weight: 600; } .passed { fill: #1a7f37; } .failed { fill: #d1242f; } .warned { fill: #9a6700; } .frame { fill: #ffffff; stroke: #d1d9e0; }`,
    marks: marks.flat(),
  });
}

function blockOf(part: string): Block {
  if (part.startsWith('#')) {
    const spans = spansOf(part.replace(/^#+ /, ''));
    return textBlock(
      spans.map((span) => ({ ...span, look: `title ${span.look}` })),
      11,
    );
  }
  if (part.startsWith('|')) return tableBlock(part);
  if (part.startsWith('```')) return fenceBlock(part.split('\n').slice(1, -1));
  return textBlock(spansOf(part));
}

/** In pixels: more than most characters take in the fonts of `sans`, so that text stays in its place. */
const characterWidth = 7.5;

function textBlock(spans: readonly Span[], spanWidth = characterWidth): Block {
  const lines = wrapped(spans, { columns: Math.floor((width - 2 * padding) / spanWidth) });
  return (y) => ({
    marks: lines.map((line, at) => textAt({ x: padding, y: y + at * (lineHeight + 4), spans: line })),
    height: lines.length * (lineHeight + 4) - 4,
  });
}

/** Code; the lines of a diff have the colours of GitHub. */
function fenceBlock(lines: readonly string[]): Block {
  const backs: Readonly<Record<string, string>> = { '+': '#dafbe1', '-': '#ffebe9' };
  const [height, inner] = [lines.length * lineHeight + 20, width - 2 * padding];
  return (top) => ({
    marks: [
      `<rect x="${padding}" y="${top}" width="${inner}" height="${height}" rx="6" fill="#f6f8fa"/>`,
      ...lines.flatMap((text, at) => {
        const [y, back] = [top + 10 + at * lineHeight, backs[text.charAt(0)]];
        return [
          ...(back ? [`<rect x="${padding}" y="${y}" width="${inner}" height="${lineHeight}" fill="${back}"/>`] : []),
          textAt({ x: padding + 10, y, spans: [{ text, look: 'code' }] }),
        ];
      }),
    ],
    height,
  });
}

function tableBlock(text: string): Block {
  const [head = [], , ...body] = text
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).slice(1, -1))
    .map((row) => row.map((cell) => spansOf(cell.trim())));
  const hasHead = head.some((cell) => cell.length > 0);
  const rows = hasHead ? [head, ...body] : body;
  const widths = columnWidths(rows);
  return (y) => {
    let top = y;
    const marks = rows.flatMap((row, at) => {
      const cells = row.map((cell, column) => {
        const isBold = hasHead ? at === 0 : column === 0;
        const spans = isBold ? cell.map((span) => ({ ...span, look: 'bold' })) : cell;
        return wrapped(spans, { columns: Math.floor(((widths[column] ?? 0) - 20) / characterWidth) });
      });
      const height = Math.max(...cells.map((lines) => lines.length)) * lineHeight + 10;
      const fill = hasHead && at === 0 ? '#f6f8fa' : '#ffffff';
      let x = padding;
      const drawn = cells.flatMap((lines, column) => {
        const left = x;
        x += widths[column] ?? 0;
        return [
          `<rect x="${left}" y="${top}" width="${x - left}" height="${height}" fill="${fill}" stroke="#d1d9e0"/>`,
          ...lines.map((spans, line) => textAt({ x: left + 10, y: top + 5 + line * lineHeight, spans })),
        ];
      });
      top += height;
      return drawn;
    });
    return { marks, height: top - y };
  };
}

/** As wide as their text where that fits; else the wider ones share what the narrow ones leave. */
function columnWidths(rows: readonly Span[][][]): number[] {
  const lengthOf = (cell: readonly Span[] = []) => cell.reduce((sum, { text }) => sum + text.length, 0);
  const wanted = (rows[0] ?? []).map(
    (_, column) => Math.ceil(Math.max(...rows.map((row) => lengthOf(row[column]))) * characterWidth) + 24,
  );
  let [left, narrower] = [width - 2 * padding, wanted.length];
  const widths = new Map<number, number>();
  for (const [column, each] of [...wanted.entries()].sort(([, a], [, b]) => a - b)) {
    const given = Math.min(each, Math.floor(left / narrower));
    widths.set(column, given);
    left -= given;
    narrower -= 1;
  }
  return wanted.map((_, column) => widths.get(column) ?? 0);
}

/** The marks of a verdict as characters that every font has, in the colours of the emoji. */
const marks: Readonly<Record<string, Span>> = {
  '✅': { text: '✔', look: 'passed' },
  '❌': { text: '✘', look: 'failed' },
  '⚠️': { text: '⚠', look: 'warned' },
};

/** Text, code, links and the mark of a verdict in a line of Markdown. */
function spansOf(markdown: string): Span[] {
  return markdown
    .split(/(<code>.*?<\/code>|\[[^\]]*\]\(<[^>]*>\)|✅|❌|⚠️)/)
    .filter((part) => part !== '')
    .map((part) => {
      const look = part.startsWith('<code>') ? 'code' : part.startsWith('[') ? 'link' : '';
      return marks[part] ?? { text: plain(part), look };
    });
}

function plain(markdown: string): string {
  return markdown
    .replaceAll('<br>', ' ')
    .replaceAll(/<\/?(?:code|sub|i)>/g, '')
    .replaceAll(/\[([^\]]*)\]\(<[^>]*>\)/g, '$1')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u200b', '')
    .replaceAll('\\|', '|');
}

/** In lines of so many characters, broken between words and in very long ones; each but the first starts with `hang`. */
function wrapped(spans: readonly Span[], { columns, hang = '' }: { columns: number; hang?: string }): Span[][] {
  const lines: Span[][] = [[]];
  let used = 0;
  for (const { text, look } of spans)
    for (const word of text
      .split(/(?<= )/)
      .flatMap((each) => (each.length > columns ? each.split(/(?<=[/:@,])/) : each))) {
      if (used > hang.length && used + word.trimEnd().length > columns) {
        lines.push([{ text: hang, look: '' }]);
        used = hang.length;
      }
      const last = lines.at(-1)?.at(-1);
      if (last?.look === look) last.text += word;
      else lines.at(-1)?.push({ text: word, look });
      used += word.length;
    }
  return lines;
}

/** A line of text whose top is at `y`. */
function textAt({ x, y, spans }: { x: number; y: number; spans: readonly Span[] }): string {
  const parts = spans.map(({ text, look }) =>
    look === '' || text === '' ? escapeXml(text) : `<tspan class="${look}">${escapeXml(text)}</tspan>`,
  );
  return `<text x="${x}" y="${y + 14}">${parts.join('')}</text>`;
}

function picture(title: string, { height, style, marks }: { height: number; style: string; marks: string[] }): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<style>text { white-space: pre; } ${style}</style>`,
    `<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...marks,
    '</svg>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Addresses of the emulator as the service's own. */
function asService(text: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/serve\/(\w+)/g, 'https://$1-$1.runsync.novita.dev')
    .replaceAll(/\/serve\/\w+(?=\/)/g, '');
}
