/** The reporter of a terminal: the log, problems with their lines, and the outputs at the end. */

import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { type Annotation, type OutputName, outputNames, type ReportWriter } from '../report.ts';
import { withoutControls } from '../shown-text.ts';

interface TerminalOptions {
  /** Shows the lines for a bug report. */
  isDebug: boolean;
  /** The outputs are one JSON object on `out`, and everything else goes to `err`. */
  isJson: boolean;
}

type Stream = NodeJS.WriteStream | WriteStream;

/** Coloured only where the stream is a terminal and NO_COLOR is not set. */
const paint = (stream: Stream, style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream });

/** The log, which says what there is, goes to `out`, problems to `err`. */
export function terminalReporter(out: Stream, err: Stream, { isDebug, isJson }: TerminalOptions): ReportWriter {
  const log = isJson ? err : out;
  const outputs = new Map<OutputName, string>();
  let hasProblem = false;
  const write = (stream: Stream, text: string) => void stream.write(`${text}\n`);
  const problem = (text: string) => {
    write(err, `${hasProblem ? '\n' : ''}${text}`);
    hasProblem = true;
  };
  // A reader that has seen enough (`| head`) closes the pipe. The run goes on.
  for (const stream of [out, err])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    info: (text) => write(log, text),
    group: (title, text) => write(log, `${paint(log, 'bold', title)}\n${text.replaceAll(/^/gm, '  ')}`),
    ...(isDebug && { debug: (text: string) => write(err, paint(err, 'dim', `debug: ${text}`)) }),
    annotationsPerSeverity: Infinity,
    annotate: (annotation) => problem(problemText(annotation, err)),
    mask: () => {},
    setOutput: (name, value) => void outputs.set(name, value),
    summarize: async () => {},
    fail: (message) => problem(`${paint(err, 'red', 'failed:')} ${message}`),
    end: () => {
      if (isJson) write(out, JSON.stringify(jsonOutputs(outputs)));
    },
  };
}

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

function problemText({ severity, title, message, hint, range }: Annotation, stream: Stream): string {
  const place = range ? `${withoutControls(range.file)}:${range.start.line}:${range.start.column} ` : '';
  // The place, or the name in the message, says where it is.
  const code = paint(stream, 'dim', `[${title.replace(/^(?:spec: |input )/, '')}]`);
  return `${place}${paint(stream, colours[severity], severity)} ${message} ${code}\n  ${hint}`;
}

/** Every output by its name; JSON stays JSON, and an unknown output is null. */
function jsonOutputs(outputs: ReadonlyMap<OutputName, string>): Record<string, unknown> {
  const parsed = (name: OutputName): unknown => {
    const value = outputs.get(name) || null;
    return value && (name === 'changed' || name === 'endpoints') ? JSON.parse(value) : value;
  };
  return Object.fromEntries(outputNames.map((name) => [name, parsed(name)]));
}
