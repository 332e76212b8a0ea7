/** Canaries: no secret in any stream of a run, wherever and however a service repeats it. */

import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { StepOutputs } from '../../src/commands/outputs.ts';
import { DeployError } from '../../src/errors.ts';
import { workflowReporter } from '../../src/github/workflow.ts';
import { lastLines } from '../../src/logs/tail.ts';
import { failureSummary, logBlock } from '../../src/render/failure.ts';
import type { Reporter } from '../../src/report.ts';
import { openEdge } from '../../src/report.ts';
import { createRedactor, type Redactor } from '../../src/secrets/redactor.ts';
import { recordToolkit } from '../scenarios/toolkit.ts';

let cases = 0;
afterAll(() => console.log(`Canaries: ${cases} texts told`));

const goJson = (text: string) =>
  JSON.stringify(text).replaceAll(/[&<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
  goJson,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll(/%../g, (digits) => digits.toLowerCase()),
  (text) => new URLSearchParams({ text }).toString(),
  (text) => text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
  (text) => Buffer.from(`user:${text}`).toString('base64'),
  (text) => `Bearer ${text}`,
  (text) => text.split('').join('\u200b'),
];

const tailOf = (text: string) => ({ of: text, place: text, lines: lastLines(text), problem: '' });

const placements: readonly ((text: string, reporter: Reporter) => unknown)[] = [
  (text, reporter) => reporter.info(text),
  (text, reporter) => reporter.group(text, text),
  (text, reporter) => reporter.debug?.(text),
  (text, reporter) => reporter.annotate({ severity: 'warning', title: text, message: text, hint: text }),
  (text, reporter) => reporter.fail(text),
  (text, reporter) =>
    reporter.summarize(failureSummary(new DeployError({ code: 'internal', title: text, message: text, hint: text }))),
  (text, reporter) => reporter.info(lastLines(text).join('\n')),
  (text, reporter) => reporter.summarize(logBlock(tailOf(text)) + logBlock(tailOf(text), true)),
  (text, reporter) =>
    new StepOutputs(reporter).setEndpoints([{ state: text, url: `https://a.example/?q=${text}`, 'endpoint-id': text }]),
];

const secret = fc
  .array(
    fc.constantFrom('&', '<', '"', "'", '\\', '%', '/', '+', '=', ' ', '_', '*', '|', 'q', 'Z', '7', 'ü', '{', '@'),
    { minLength: 10, maxLength: 24 },
  )
  .map((marks) => `k${marks.join('')}y`.replaceAll(/ +/g, ' '));

/** Every form of the secret that a reader could put together again. */
function isTold(shown: string, value: string, redactor: Redactor): boolean {
  return (
    encodings.some((encode) => shown.includes(encode(value))) ||
    redactor.clean(shown) !== shown.replaceAll('\r\n', '\n')
  );
}

test('no secret that others say is told, in any stream, placement and encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      secret,
      fc.constantFrom(...encodings),
      fc.constantFrom(...placements),
      fc.constantFrom('mask', 'env'),
      async (value, encode, place, kind) => {
        cases += 1;
        const toolkit = recordToolkit();
        const redactor = createRedactor();
        const reporter = openEdge(workflowReporter({ toolkit, hasSummary: true, isDebug: true }), redactor);
        redactor.add(value, kind === 'mask' ? 'mask' : 'env');
        await place(redactor.clean(`it says <${encode(value)}> and stops`), reporter);
        const shown = [toolkit.raw, toolkit.summaryText, JSON.stringify(toolkit.outputs)];
        // What is escaped for the runner is what the runner shows: it is compared before that.
        for (const stream of shown) expect(isTold(stream, value, redactor), stream).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});
