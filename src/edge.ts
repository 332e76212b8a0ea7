/** The edge that everything passes before it leaves a run: controls are taken out, then secrets, then what is too long. */

import type { Redactor } from './http/redactor.ts';
import { createSecretIndex } from './http/secret-index.ts';
import { stretchesOf } from './own-text.ts';
import { bounded, type Reporter, type ReportWriter, withoutControls } from './report.ts';
import { runAtOnce, runInSlices, type Steps } from './slices.ts';

/** In characters. GitHub cuts a message at 4,096 of them. */
const maxLengths = { line: 8 * 1024, log: 1024 * 1024, title: 255, message: 3000, hint: 1000 } as const;

/** What is cut to fewer characters afterwards is not searched to its end. Marks and secrets, which go, count here. */
const maxSearchedLength = 16 * 1024;

/** The runner takes every line of a mask for one, and replaces it wherever it stands. */
const minMaskLength = 4;

/** Text and new secrets that are worked on without a pause, in characters. */
const toldAtOnce = 16 * 1024;

export interface Edge extends Reporter {
  /** Resolves when everything that was said has left. */
  flush(): Promise<void>;
}

/** The port of a run, in front of the one that writes. Everything leaves in the order in which it was said; what is long is worked on in steps. */
export function openEdge(writer: ReportWriter, redactor: Redactor): Edge {
  const masks = openMasks();
  const word = (text: string) => writer.wording?.(text) ?? text;
  let queue: Promise<void> | undefined;

  function leave<Shown>(
    { length, steps }: { length: number; steps: () => Steps<Shown> },
    tell: (shown: Shown) => void | Promise<void>,
  ): Promise<void> {
    if (!queue && length + redactor.unsettled() <= toldAtOnce) return Promise.resolve(tell(runAtOnce(steps())));
    const turn = (queue ?? Promise.resolve())
      .then(async () => tell(await runInSlices(steps())))
      .finally(() => {
        if (queue === turn) queue = undefined;
      });
    queue = turn;
    return turn;
  }

  /** `isSaid`: for a person who reads it here, in the words of that place. What is marked as ours is a plan, which stands as it is. */
  function* redacted(text: string, { isSaid = false } = {}): Steps<string> {
    const shown: string[] = [];
    let length = 0;
    for (const { text: stretch, isOwn } of stretchesOf(withoutControls(text.replaceAll(/\r\n?/g, '\n')))) {
      const safe = yield* redactor.redactionSteps(stretch, { isOwn });
      shown.push(isSaid && !isOwn ? word(safe) : safe);
      length += stretch.length;
      if (length < toldAtOnce) continue;
      length = 0;
      yield;
    }
    return shown.join('');
  }
  function* short(text: string, maxLength: number, { isSaid = false } = {}): Steps<string> {
    return bounded(yield* redacted(bounded(text, maxSearchedLength), { isSaid }), maxLength);
  }
  function* log(text: string): Steps<string> {
    const shown = yield* redacted(bounded(text, 2 * maxLengths.log), { isSaid: true });
    const lines = shown.split('\n').map((line) => bounded(line, maxLengths.line));
    return bounded(lines.join('\n'), maxLengths.log);
  }

  const logLines = (tell: (text: string) => void) => (text: string) =>
    void leave({ length: text.length, steps: () => log(text) }, tell);

  const { debug, progress } = writer;
  return {
    info: logLines(writer.info),
    group: (title, text) =>
      void leave(
        {
          length: text.length,
          *steps() {
            return { title: yield* short(title, maxLengths.title), text: yield* log(text) };
          },
        },
        (shown) => writer.group(shown.title, shown.text),
      ),
    ...(progress && { progress: logLines(progress) }),
    ...(debug && { debug: logLines(debug) }),
    annotationsPerSeverity: writer.annotationsPerSeverity,
    annotate: (annotation) => {
      const { title, message, hint, excerpt = [] } = annotation;
      void leave(
        {
          length: title.length + message.length + hint.length,
          *steps() {
            const lines: string[] = [];
            for (const line of excerpt) lines.push(yield* short(line, maxLengths.line));
            return {
              ...annotation,
              title: yield* short(title, maxLengths.title),
              message: yield* short(message, maxLengths.message, { isSaid: true }),
              hint: word(yield* short(hint, maxLengths.hint)),
              ...(annotation.excerpt && { excerpt: lines }),
            };
          },
        },
        writer.annotate,
      );
    },
    mask: (secret, name) => {
      redactor.add(secret, 'mask');
      for (const line of secret.split(/[\r\n]+/).map((each) => each.trim())) {
        if (line.length < minMaskLength || !masks.add(line, name)) continue;
        writer.mask(line, name);
      }
    },
    maskIn: masks.findIn,
    conceal: (value) => redactor.add(value, 'env'),
    settle: redactor.settle,
    setOutput: (name, value) => writer.setOutput(name, value),
    summarize: (markdown, rank) =>
      leave({ length: markdown.length, steps: () => redacted(markdown) }, (shown) => writer.summarize(shown, rank)),
    redact: (text) => runAtOnce(redacted(text)),
    redactLong: (text) => runInSlices(redacted(text)),
    fail: (message) =>
      void leave(
        { length: message.length, steps: () => short(message, maxLengths.message + maxLengths.hint, { isSaid: true }) },
        writer.fail,
      ),
    flush: async () => {
      while (queue) await queue;
    },
  };
}

/** A longer mask is found by so many of its first characters, and then compared. */
const maskStart = 100;

/** The masks of a run by their names: a long output is searched for all of them in one pass. */
function openMasks(): { add: (mask: string, name: string) => boolean; findIn: (text: string) => string | undefined } {
  const names = new Map<string, string>();
  const byStart = new Map<string, string[]>();
  const starts = createSecretIndex();
  return {
    /** False for one that is known. */
    add(mask, name) {
      if (names.has(mask)) return false;
      names.set(mask, name);
      const start = mask.slice(0, maskStart);
      byStart.set(start, [...(byStart.get(start) ?? []), mask]);
      starts.add(start, { asWord: false });
      return true;
    },
    findIn(text) {
      for (const { start, end } of starts.find(text, { minLength: minMaskLength })) {
        const found = byStart.get(text.slice(start, end))?.find((mask) => text.startsWith(mask, start));
        if (found !== undefined) return names.get(found);
      }
      return undefined;
    },
  };
}
