/** What holds for every text: nothing throws, every place is real, the form of the text does not matter, no secret is told. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document, isMap, isScalar, visit } from 'yaml';
import type { Issue } from '../../src/spec/issue.ts';
import { anyCharacter, runs } from '../runs.ts';
import { mutatedSpec, writtenSpec } from './arbitraries.ts';
import { type Inputs, parseText } from './reading.ts';

/** Places in and outside the text that do not fit it. */
function wrongPlaces(text: string, issues: readonly Issue[]): Issue[] {
  const lineStarts = [0, ...[...text.matchAll(/\n|\r(?!\n)/g)].map(({ index }) => index + 1)];
  return issues.filter(({ position }) => {
    if ('input' in position) return false;
    const { start, end } = position;
    const fits = [start, end].every((point) => {
      const lineStart = lineStarts[point.line - 1] ?? Number.NaN;
      const next = lineStarts[point.line] ?? text.length + 1;
      return point.offset <= text.length && point.offset === lineStart + point.column - 1 && point.offset < next;
    });
    return !fits || end.offset < start.offset;
  });
}

/** Texts made of what YAML and variables are made of. */
const words = 'name envs ports workerConfig minNum image ~ << # [ ] { } " \' ${ ${A} $${ &a *a !t !!str'.split(' ');
const marks = ': |:|\n|\n  |\n    |- |? |, |>-\n|---\n|...\n|%YAML 1.2\n|\t|\r\n|\uFEFF|\0|&a |!t |!!str '.split('|');
const fuzzedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words, ...marks, '|\n'),
      fc.string({ maxLength: 5, unit: anyCharacter }),
      fc.integer().map(String),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const inputs: Inputs = { variables: { A: 'value-of-a' }, secretEnvs: { S: 'value-of-s' } };

/** The text as the parser sees it: encoded and decoded again, byte order mark left out. */
function asRead(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

describe('every text', () => {
  test('is judged without throwing, and every issue has a real place', () => {
    fc.assert(
      fc.property(fuzzedText, fc.boolean(), (text, withInputs) => {
        const { issues, documents } = parseText(text, withInputs ? inputs : {});
        expect(wrongPlaces(asRead(text), issues)).toEqual([]);
        for (const { spec, issues: own } of documents)
          expect(spec === undefined).toBe(own.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: runs(3000) },
    );
  });

  test('of any bytes is judged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const text = new TextDecoder().decode(bytes);
        const { issues } = parseText(bytes);
        const unreadable = issues.some(({ code }) => code === 'not-utf8');
        expect(unreadable || wrongPlaces(text, issues).length === 0).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });
});

test('every issue of a broken spec points at the member it names', () => {
  fc.assert(
    fc.property(mutatedSpec, (spec) => {
      const text = new Document(spec).toString();
      const { issues } = parseText(text, { name: 'given' });
      expect(wrongPlaces(text, issues)).toEqual([]);
      for (const { code, path, position } of issues) {
        if ('input' in position || (code !== 'wrong-type' && code !== 'unknown-key')) continue;
        const cut = text.slice(position.start.offset, position.end.offset);
        const last = path.at(-1);
        if (code === 'unknown-key') expect(cut.replace(/^["']|["']$/g, '')).toBe(last);
        else expect(cut).not.toBe('');
      }
    }),
    { numRuns: runs(250) },
  );
});

test('the form of the text: order of keys, quotes, brackets and comments change nothing', () => {
  const forms = fc.record({
    order: fc.infiniteStream(fc.nat()),
    quotes: fc.infiniteStream(fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const)),
    flow: fc.infiniteStream(fc.boolean()),
    comments: fc.infiniteStream(fc.boolean()),
  });
  fc.assert(
    fc.property(writtenSpec, forms, (written, { order, quotes, flow, comments }) => {
      const spec = { ...written, name: 'a' };
      const plain = new Document(spec);
      const formed = new Document(spec);
      visit(formed, {
        Collection: (_key, node) => {
          node.flow = flow.next().value;
          if (!isMap(node)) return;
          const drawn = node.items.map((pair) => ({ pair, at: order.next().value }));
          node.items = drawn.sort((a, b) => a.at - b.at).map(({ pair }) => pair);
          if (comments.next().value) node.commentBefore = ' a comment: with a colon';
        },
        Scalar: (key, node) => {
          if (typeof node.value === 'string') node.type = quotes.next().value;
          if (isScalar(node) && key !== 'key' && comments.next().value) node.comment = ' another';
        },
      });
      const read = (document: Document) =>
        parseText(document.toString({ lineWidth: 0 })).documents.map(({ readable }) => readable);
      expect(read(formed)).toEqual(read(plain));
    }),
  );
});

describe('secrets', () => {
  const secret = fc.stringMatching(/^[g-z]{8,12}$/).map((text) => `S3${text}`);
  const kinds = [
    (value: string) => `name: a\nenvs:\n  A: ${value}\n`,
    (value: string) => `name: a\nenvs:\n  A: [${value}]\n`,
    (value: string) => `name: a\nenvs:\n  A: {${value}: ${value}}\n`,
    (value: string) => `name: a\nenvs:\n  - ${value}\n  - key: A=${value}\n    value: "${value}\\0"\n`,
    (value: string) => `name: a\nenvs:\n  A=${value}: x\n  A=${value}: y\n`,
    (value: string) => `name: a\nenvs: "${value}\n`,
    (value: string) => `name: a\nenvs: *${value}\n`,
    (value: string) => `name: a\nenvs:\n  A: !${value} x\n  B: *${value}\n  C: @${value}\n`,
    (value: string) => `name: a\nenvs:\n  A: "\\${value}"\n  B: ${value}: ${value}\n`,
    (value: string) => `name: a\nenvs:\n  A: "\${${value}"\n  B: "\${}${value}"\n`,
    (value: string) => `name: a\nworkerConfig: {envs: {T: ${value}}}\nimage: {command: ["${value}"]}\n`,
    (value: string) => `name: a\nsecrets:\n  A: ${value}\nclusterID: &t ${value}\nenvs: {A: *t}\n`,
  ];

  test('of envs and secret envs are in no words and no path', () => {
    fc.assert(
      fc.property(secret, secret, fc.constantFrom(...kinds), (own, given, kind) => {
        const { issues } = parseText(kind(own), { secretEnvs: { S: given } });
        const told = issues.map(({ message, hint, path }) => [message, hint, ...path].join(' '));
        expect(told.filter((words) => words.includes(own) || words.includes(given))).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
