/** The reporter of a terminal: the log, problems with their lines, and the outputs at the end. */

import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { type Annotation, type EndpointOutputs, type OutputName, outputNames, type ReportWriter } from '../report.ts';
import { withoutControls } from '../shown-text.ts';

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

export interface TerminalOptions {
  /** Shows the lines for a bug report. */
  isDebug?: boolean;
  /** The outputs are one JSON object on `out`, and everything else goes to `err`. */
  isJson?: boolean;
}

type Stream = NodeJS.WriteStream | WriteStream;
type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/**
 * The log and, at its end, the outputs go to `out`, problems to `err`; coloured only where the stream is a terminal and
 * NO_COLOR is not set.
 */
export function terminalReporter(
  out: Stream,
  err: Stream,
  { isDebug = false, isJson = false }: TerminalOptions = {},
): ReportWriter {
  const log = isJson ? err : out;
  const painter =
    (stream: Stream): Paint =>
    (style, text) =>
      styleText(style, withoutControls(text), { stream });
  const [onLog, onErr] = [painter(log), painter(err)];
  const outputs = new Map<OutputName, string>();
  const status = openStatusLine(log);
  let problems = 0;
  const write = (stream: Stream, text: string) => {
    status.end();
    stream.write(`${text}\n`);
  };
  const problem = (text: string) => {
    write(err, `${problems > 0 ? '\n' : ''}${text}`);
    problems += 1;
  };
  // A reader that has seen enough (`| head`) closes the pipe. The run goes on.
  for (const stream of [out, err])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    info: (text) => write(log, withoutControls(text)),
    group: (title, text) => write(log, `${onLog('bold', title)}\n${withoutControls(text).replaceAll(/^/gm, '  ')}`),
    progress: (text) => status.show(withoutControls(text)),
    ...(isDebug && { debug: (text: string) => write(err, onErr('dim', `debug: ${text}`)) }),
    annotationsPerSeverity: Number.POSITIVE_INFINITY,
    annotate: (annotation) => problem(problemText(annotation, onErr)),
    mask: () => {},
    setOutput: (name, value) => void outputs.set(name, value),
    summarize: async () => {},
    fail: (message) => problem(`${onErr('red', 'failed:')} ${withoutControls(message)}`),
    end: () => {
      if (isJson) write(out, JSON.stringify(jsonOutputs(outputs)));
      else for (const line of outputLines(outputs)) write(out, line);
    },
  };
}

function problemText({ severity, title, message, hint, range, excerpt = [] }: Annotation, paint: Paint): string {
  const place = range ? `${withoutControls(range.file)}:${range.start.line}:${range.start.column} ` : '';
  // A place says that it is of a spec.
  const code = paint('dim', `[${title.replace(/^spec: /, '')}]`);
  const head = `${place}${paint(colours[severity], severity)} ${withoutControls(message)} ${code}`;
  return [head, ...[...excerpt, hint].map((line) => `  ${withoutControls(line)}`)].join('\n');
}

interface StatusLine {
  /** Shows a line. On a terminal it takes the place of the one before, if that said the same of an earlier time. */
  show(text: string): void;
  /** The next text starts on a line of its own. */
  end(): void;
}

function openStatusLine(stream: Stream): StatusLine {
  let shown: string | undefined;
  const end = () => {
    if (shown !== undefined) stream.write('\n');
    shown = undefined;
  };
  return {
    end,
    show: (text) => {
      if (!stream.isTTY || text.includes('\n')) {
        end();
        stream.write(`${text}\n`);
        return;
      }
      const timeless = text.replaceAll(/\d{1,9} (?:[hms]\b ?)/g, '');
      if (shown === timeless) stream.write('\r\u001b[2K');
      else end();
      shown = timeless;
      // A line that the terminal itself breaks could not be taken back.
      stream.write(text.length < stream.columns ? text : `${text.slice(0, stream.columns - 2)}…`);
    },
  };
}

/** As far as it is shown, an object of the output `endpoints`. */
type ShownEndpoint = Pick<EndpointOutputs, 'name' | 'operation' | 'url'> & { plan?: { operation: string } };

/** What a person wants to copy: where it serves, or what approves a plan. Programs ask for JSON. */
function outputLines(outputs: ReadonlyMap<OutputName, string>): string[] {
  const value = (name: OutputName) => withoutControls(outputs.get(name) ?? '');
  const endpoints: ShownEndpoint[] = JSON.parse(outputs.get('endpoints') || '[]');
  if (value('operation') === 'planned') {
    const isChange = endpoints.some(({ plan }) => plan && plan.operation !== 'unchanged');
    return isChange ? ['', `To approve: --approved-plan ${value('plan-digest')}`] : [];
  }
  const rows =
    endpoints.length > 1
      ? endpoints.map(({ name = '', operation = '', url = '' }) => [name, operation || 'failed', url])
      : [
          ['endpoint:', value('endpoint-id')],
          ['url:', value('url')],
        ].filter(([, text]) => text !== '');
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.length === 0 ? [] : ['', ...rows.map((row) => withoutControls(line(row)))];
}

/** Every output by its name; JSON stands as JSON, and what is not known is null. */
function jsonOutputs(outputs: ReadonlyMap<OutputName, string>): Record<string, unknown> {
  const parsed = (name: OutputName, value: string): unknown => {
    if (value === '') return null;
    return name === 'changed' || name === 'endpoints' ? JSON.parse(value) : value;
  };
  return Object.fromEntries(outputNames.map((name) => [name, parsed(name, outputs.get(name) ?? '')]));
}
