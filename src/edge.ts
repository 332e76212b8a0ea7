/** The edge that everything passes before it leaves a run: without controls and declared secrets, and not too long. */

import type { Reporter, ReportWriter } from './report.ts';
import type { Redactor } from './secrets/redactor.ts';
import { bounded, withoutControls } from './shown-text.ts';

/** In characters. GitHub cuts a message at 4,096 of them. */
const maxLengths = { line: 8 * 1024, log: 1024 * 1024, title: 255, message: 3000, hint: 1000 } as const;

/** The runner takes every line of a mask for one, and replaces it wherever it stands. */
const minMaskLength = 4;

/** The port of a run, in front of the one that writes. What others say was freed of secrets where it came in. */
export function openEdge(writer: ReportWriter, redactor: Redactor): Reporter {
  const masks = new Map<string, string>();
  const safe = (text: string) => redactor.hideDeclared(withoutControls(text.replaceAll(/\r\n?/g, '\n')));
  const short = (text: string, maxLength: number) => bounded(safe(bounded(text, 4 * maxLength)), maxLength);
  const log = (text: string) => {
    const lines = safe(bounded(text, 2 * maxLengths.log)).split('\n');
    return bounded(lines.map((line) => bounded(line, maxLengths.line)).join('\n'), maxLengths.log);
  };
  const logLines = (tell: (text: string) => void) => (text: string) => tell(log(text));
  const { debug, progress } = writer;
  return {
    info: logLines(writer.info),
    group: (title, text) => writer.group(short(title, maxLengths.title), log(text)),
    ...(progress && { progress: logLines(progress) }),
    ...(debug && { debug: logLines(debug) }),
    annotationsPerSeverity: writer.annotationsPerSeverity,
    annotate: (annotation) =>
      writer.annotate({
        ...annotation,
        title: short(annotation.title, maxLengths.title),
        message: short(annotation.message, maxLengths.message),
        hint: short(annotation.hint, maxLengths.hint),
        ...(annotation.excerpt && { excerpt: annotation.excerpt.map((line) => short(line, maxLengths.line)) }),
      }),
    mask: (secret, name) => {
      redactor.add(secret, 'mask');
      for (const line of secret.split(/[\r\n]+/).map((each) => each.trim())) {
        if (line.length < minMaskLength || masks.has(line)) continue;
        masks.set(line, name);
        writer.mask(line, name);
      }
    },
    maskIn: (text) => masks.entries().find(([mask]) => text.includes(mask))?.[1],
    conceal: (value) => redactor.add(value, 'env'),
    setOutput: (name, value) => writer.setOutput(name, value),
    summarize: (markdown, rank) => writer.summarize(safe(markdown), rank),
    redact: safe,
    fail: (message, title = '') =>
      writer.fail(short(message, maxLengths.message + maxLengths.hint), short(title, maxLengths.title)),
  };
}
