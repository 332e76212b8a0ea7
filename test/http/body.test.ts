/** What an answer that is not the expected one says. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summarizeResponse } from '../../src/http/body.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

function read(text: string, contentType = 'application/json', secrets: readonly string[] = []) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, 'mask');
  const { raw: _, ...told } = summarizeResponse({ text, contentType }, redactor);
  return told;
}

describe('what a body says', () => {
  test.each<[string, form: string, message?: string, reason?: string]>([
    ['{"code":400,"reason":"VALIDATOR_PARAM","message":"≥ 1","metadata":{}}', 'json', '≥ 1', 'VALIDATOR_PARAM'],
    ['{"reason":"X","message":"bad","metadata":{"a.b":"1-9","n":5}}', 'json', 'bad (a.b: 1-9)', 'X'],
    ['{"code":400,"reason":"CONFLICT","message":""}', 'json', '', 'CONFLICT'],
    ['{"error":{"code":"OPERATION_LIMIT","message":"too many"}}', 'json', 'too many', 'OPERATION_LIMIT'],
    ['{"error":{"code":400,"message":"too many"}}', 'json', 'too many'],
    ['{"error":"no such thing"}', 'json', 'no such thing'],
    ['{"errors":[{"code":"X_Y","message":"bad"}]}', 'json', 'bad', 'X_Y'],
    ['{"errors":["bad"]}', 'json', 'bad'],
    ['"no balance"', 'json', 'no balance'],
    ['{"reason":"it is broken"}', 'json', 'it is broken'],
    ['{}', 'json'],
    ['null', 'json'],
    ['[1]', 'json'],
    ['404 page not found\n', 'text', '404 page not found'],
    ['', 'text'],
    ['{"code":400,"rea', 'text', '{"code":400,"rea'],
    ['<!DOCTYPE html><html><head><title> 502\n Bad Gateway</title>', 'page'],
    ['<html><body><h1>Sorry</h1><b> gone</body>', 'page'],
    ['<html></html>', 'page'],
    // Nothing of it can rewrite a line of the log.
    [JSON.stringify({ message: 'a\r\n::error::b\u001b[31m\u202ec\u2028d\0' }), 'json', 'a ::error::bc d'],
    // What begins beyond 16 KiB is not read.
    [`${' '.repeat(16 * 1024 - 1)}ab`, 'text', 'a'],
  ])('%j', (text, form, message = '', reason = '') => {
    expect(read(text)).toEqual({ form, reason, message });
  });

  test('HTML by its content type', () => {
    expect(read('<title>x</title>', 'text/html; charset=utf-8')).toEqual({ form: 'page', reason: '', message: '' });
  });
});

describe('secrets', () => {
  test.each<[secret: string, text: string, form: string, message: string]>([
    // Before the cut.
    ['hf_secret', `${'x'.repeat(290)} hf_secret`, 'text', `${'x'.repeat(290)} ***`],
    ['TOP_SECRET', '{"reason":"TOP_SECRET","message":"TOP_SECRET: no"}', 'json', '***: no'],
  ])('%s', (secret, text, form, message) => {
    expect(read(text, '', [secret])).toEqual({ form, reason: '', message });
  });

  test('what is decided does not depend on them', () => {
    const redactor = createRedactor();
    for (const word of ['NOT_FOUND', 'found']) redactor.add(word, 'env');
    const text = '{"reason":"NOT_FOUND","message":"not found"}';
    const summary = summarizeResponse({ text, contentType: '' }, redactor);
    const raw = { reason: 'NOT_FOUND', message: 'not found' };
    expect(summary).toEqual({ form: 'json', reason: '', message: 'not ***', raw });
  });

  test('a secret is in no part of what is read, whatever the body', () => {
    const secret = fc
      .string({ minLength: 5, maxLength: 30 })
      .filter((text) => text.trim().length >= 5 && !'***'.includes(text));
    const around = fc.string({ maxLength: 20 });
    const wrap = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => JSON.stringify(text),
      (text) => JSON.stringify({ reason: text }),
      (text) => JSON.stringify({ message: text }),
      (text) => JSON.stringify({ error: { code: text, message: text } }),
    );
    fc.assert(
      fc.property(secret, around, around, wrap, (value, before, after, form) => {
        const summary = read(form(`${before} ${value} ${after}`), '', [value]);
        // What stood around the secret may itself contain it once more, in parts: those are not the secret.
        if (`${before} *** ${after}`.includes(value)) return;
        expect([summary.message, summary.reason].join('\n')).not.toContain(value);
      }),
    );
  });
});
