/** The diff that is shown is the diff that is sent: plans that differ never read alike, and what variables and envs hold is in none of them. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePlan, type Plan, planToJson } from '../../src/plan/plan.ts';
import { planLines, planSummary } from '../../src/render/plan.ts';
import { openEdge } from '../../src/report.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { recordReport } from '../commands/scene.ts';
import { runs } from '../runs.ts';
import { parseOne } from '../spec/reading.ts';
import { liveEndpoint } from './example.ts';

function planFor(text: string, variables: Readonly<Record<string, string>> = {}): Plan {
  const { spec, templates, issues } = parseOne(text, { variables });
  if (!spec) throw new Error(JSON.stringify(issues.map(({ message }) => message)));
  return makePlan({ spec, secretEnvs: new Map(), live: liveEndpoint, templates });
}

/** Everything that tells of a plan, as it leaves the run that knows these values of envs. */
function streamsOf(plan: Plan, envs: readonly string[] = []): string[] {
  const { reporter } = recordReport();
  const edge = openEdge(reporter, createRedactor());
  for (const value of envs) edge.addSecret(value);
  return [edge.redact(planLines(plan).join('\n')), edge.redact(planSummary(plan)), planToJson(plan)];
}

const toldOf = (plan: Plan, envs: readonly string[] = []) => streamsOf(plan, envs).join('\n');

const spec = (members: object) => JSON.stringify({ name: 'llama', ...members });

describe('a value from a variable', () => {
  test('is told by its key alone in a command, in log, comment and output', () => {
    const key = 'our-key-123456';
    const told = toldOf(planFor(spec({ image: { image: 'a/b:1', command: 'serve --api-key ${KEY}' } }), { KEY: key }));
    expect(told).toContain('serve --api-key ${KEY}');
    expect(told).not.toContain(key);
  });

  test('is not told in an env', () => {
    expect(toldOf(planFor(spec({ envs: { A: '${KEY}' } }), { KEY: '87654321' }))).not.toContain('87654321');
  });

  test('is told in any other field', () => {
    const told = (members: object, value: string) => toldOf(planFor(spec(members), { KEY: value }));
    expect(told({ image: 'ghcr.io/acme/llama:${KEY}' }, '2.0')).toContain(
      '~ image.image: ghcr.io/acme/llama:1 → ghcr.io/acme/llama:2.0',
    );
    expect(told({ products: ['SL-${KEY}'] }, '77')).toContain('SL-77');
    expect(told({ volumeMounts: [{ type: 'local', size: '${KEY}', mountPath: '/data' }] }, '77')).toContain('77 GB');
  });
});

describe('a change', () => {
  test('is not hidden by an env of the same text', () => {
    const image = 'ghcr.io/evil/miner:1';
    const told = toldOf(planFor(spec({ image, envs: { NOTE: image } })), [image]);
    expect(told).toContain(`~ image.image: ghcr.io/acme/llama:1 → ${image}`);
    expect(told).not.toContain('***');
  });

  const word = fc.oneof(
    fc.constantFrom(...['${KEY}', '$${KEY}', '***', '…', ' ', '  ', '\n', '\u200b', '"', '\\', '|', '`', '<b>']),
    fc.constantFrom('none', '&amp;', 'vvvvvvvvv', 'VVVVVVVVV'),
    fc.string({ maxLength: 4 }),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('').toWellFormed());
  const isFillable = (value: string) => !/(?<!\$)\$\{(?!KEY\})/.test(value);

  test('never reads like another one', () => {
    fc.assert(
      fc.property(text.filter(isFillable), text.filter(isFillable), fc.array(text), (one, other, envs) => {
        fc.pre(one !== other);
        const told = [one, other].map((command) =>
          streamsOf(planFor(spec({ image: { image: 'a/b:1', command } }), { KEY: 'vvvvvvvvv' }), envs),
        );
        for (const [stream, shown] of (told[0] ?? []).entries()) expect(shown).not.toBe(told[1]?.[stream]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('never reads like another one when it is long', () => {
    const long = 'x'.repeat(3000);
    const told = ['a', 'b'].map((letter) =>
      toldOf(planFor(spec({ image: { image: 'a/b:1', command: `${long}${letter}${long}` } }))),
    );
    expect(told[0]).not.toBe(told[1]);
  });
});
