/** The reporter of a terminal: the log, problems with their lines, and the outputs at the end. */

import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { type Annotation, type EndpointOutputs, type OutputName, outputNames, type ReportWriter } from '../report.ts';
import { withoutControls } from '../shown-text.ts';
import { wrap } from './layout.ts';

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

export interface TerminalOptions {
  /** Shows the lines for a bug report. */
  isDebug?: boolean;
  /** The outputs are one JSON object on `out`, and everything else goes to `err`. */
  isJson?: boolean;
}

/** The log and, at its end, the outputs go to `out`, problems to `err`; coloured only where the stream is a terminal and NO_COLOR is not set. */
export function terminalReporter(
  out: NodeJS.WriteStream | WriteStream,
  err: NodeJS.WriteStream | WriteStream,
  { isDebug = false, isJson = false }: TerminalOptions = {},
): ReportWriter {
  const log = isJson ? err : out;
  const paint = (stream: NodeJS.WriteStream, style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream });
  const outputs = new Map<OutputName, string>();
  const status = openStatusLine(log);
  let problems = 0;
  const write = (stream: NodeJS.WriteStream, text: string) => {
    status.end();
    stream.write(text);
  };
  const lines = (text: string) => `${wrap(withoutControls(text), widthOf(log), 2)}\n`;
  // A reader that has seen enough (`| head`) closes the pipe. What is under way goes on to its end all the same.
  for (const stream of [out, err])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    info: (text) => write(log, lines(text)),
    group: (title, text) =>
      write(log, `${paint(log, 'bold', withoutControls(title))}\n${lines(text.replaceAll(/^/gm, '  '))}`),
    progress: (text) => status.show(withoutControls(text)),
    ...(isDebug && {
      debug: (text: string) => write(err, `${paint(err, 'dim', `debug: ${withoutControls(text)}`)}\n`),
    }),
    annotationsPerSeverity: Number.POSITIVE_INFINITY,
    annotate: (annotation) => {
      write(err, `${problems > 0 ? '\n' : ''}${problemText(annotation, err, paint)}\n`);
      problems += 1;
    },
    mask: () => {},
    setOutput: (name, value) => void outputs.set(name, value),
    summarize: async () => {},
    fail: (message) => {
      const [head = '', ...rest] = wrap(`failed: ${withoutControls(message)}`, widthOf(err)).split('\n');
      const first = head.replace(/^failed:/, paint(err, 'red', 'failed:'));
      write(err, `${problems > 0 ? '\n' : ''}${[first, ...rest].join('\n')}\n`);
    },
    end: () => {
      if (isJson) write(out, `${JSON.stringify(jsonOutputs(outputs))}\n`);
      else for (const line of outputLines(outputs)) write(out, `${line}\n`);
    },
  };
}

type Paint = (stream: NodeJS.WriteStream, style: Parameters<typeof styleText>[0], text: string) => string;

function problemText(
  { severity, title, message, hint, range, excerpt }: Annotation,
  err: NodeJS.WriteStream,
  paint: Paint,
) {
  const place = range ? `${range.file}:${range.start.line}:${range.start.column} ` : '';
  // The place says that it is of a spec.
  const text = withoutControls(`${place}${severity} ${message} [${title.replace(/^spec: /, '')}]`);
  // Painted when it is broken already: what cannot be seen has no width.
  const head = wrap(text, widthOf(err), 2)
    .replace(
      `${withoutControls(place)}${severity}`,
      () => withoutControls(place) + paint(err, colours[severity], severity),
    )
    .replace(/\[[^[\]]*\]$/, (code) => paint(err, 'dim', code));
  const source = (excerpt ?? []).map((line) => `  ${withoutControls(line)}`);
  return [head, ...source, wrap(`  ${withoutControls(hint)}`, widthOf(err))].join('\n');
}

function widthOf(stream: NodeJS.WriteStream): number | undefined {
  return stream.isTTY ? stream.columns : undefined;
}

interface StatusLine {
  /** Shows a line. On a terminal it takes the place of the one before, if that said the same of an earlier time. */
  show(text: string): void;
  /** The next text starts on a line of its own. */
  end(): void;
}

function openStatusLine(stream: NodeJS.WriteStream): StatusLine {
  let shown: string | undefined;
  const end = () => {
    if (shown !== undefined) stream.write('\n');
    shown = undefined;
  };
  return {
    end,
    show: (text) => {
      const width = widthOf(stream);
      if (width === undefined || text.includes('\n')) {
        end();
        stream.write(`${wrap(text, width, 2)}\n`);
        return;
      }
      const timeless = text.replaceAll(/\d{1,9} (?:[hms]\b ?)/g, '');
      if (shown === timeless) stream.write('\r\u001b[2K');
      else end();
      shown = timeless;
      // A line that the terminal itself breaks could not be taken back.
      stream.write(text.length < width ? text : `${text.slice(0, width - 2)}…`);
    },
  };
}

/** As far as it is shown, an object of the output `endpoints`. */
type ShownEndpoint = Pick<EndpointOutputs, 'name' | 'operation' | 'url'> & { plan?: { operation: string } };

/** What a person wants to copy: where it serves, or what approves a plan. All outputs are for programs, which ask for JSON. */
function outputLines(outputs: ReadonlyMap<OutputName, string>): string[] {
  const value = (name: OutputName) => withoutControls(outputs.get(name) ?? '');
  const endpoints: ShownEndpoint[] = JSON.parse(outputs.get('endpoints') || '[]');
  if (value('operation') === 'planned') {
    const isChange = endpoints.some(({ plan }) => plan && plan.operation !== 'unchanged');
    return isChange ? ['', `To approve: --approved-plan ${value('plan-digest')}`] : [];
  }
  if (endpoints.length > 1) {
    const rows = endpoints.map(({ name = '', operation = '', url = '' }) =>
      [name, operation || 'failed', url].map(withoutControls),
    );
    const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    return [
      '',
      ...rows.map((row) =>
        row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    ];
  }
  const rows = [
    ['endpoint', value('endpoint-id')],
    ['url', value('url')],
  ] as const;
  const given = rows.filter(([, text]) => text !== '');
  return given.length === 0 ? [] : ['', ...given.map(([name, text]) => `${`${name}:`.padEnd(10)}${text}`)];
}

/** Every output by its name; JSON stands as JSON, and what is not known is null. */
function jsonOutputs(outputs: ReadonlyMap<OutputName, string>): Record<string, unknown> {
  return Object.fromEntries(outputNames.map((name) => [name, jsonOutput(name, outputs.get(name) ?? '')]));
}

function jsonOutput(name: OutputName, value: string): unknown {
  if (value === '') return null;
  if (name === 'changed') return value === 'true';
  return name === 'endpoints' ? JSON.parse(value) : value;
}
