import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine, summarizeResponse } from '../../src/http/response-text.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

function read(text: string, contentType = 'application/json', secrets: readonly string[] = []) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret, 'mask');
  const { untold: _, ...told } = summarizeResponse({ text, contentType }, redactor);
  return told;
}

describe('bodies', () => {
  const json = { isJson: true, isHtml: false };
  const neither = { isJson: false, isHtml: false };
  const html = { isJson: false, isHtml: true };
  test.each<[string, string, object]>([
    [
      'the documented form',
      '{"code":400,"reason":"VALIDATOR_PARAM","message":"minNum must be ≥ 1","metadata":{}}',
      { ...json, reason: 'VALIDATOR_PARAM', message: 'minNum must be ≥ 1' },
    ],
    [
      'the member that a validator dislikes',
      '{"reason":"VALIDATOR_PARAM","message":"bad","metadata":{"policy.value":"1-1000","n":5}}',
      { ...json, reason: 'VALIDATOR_PARAM', message: 'bad (policy.value: 1-1000)' },
    ],
    ['reason alone', '{"code":400,"reason":"CONFLICT","message":""}', { ...json, reason: 'CONFLICT' }],
    [
      'nested',
      '{"error":{"code":"OPERATION_LIMIT","message":"too many"}}',
      { ...json, reason: 'OPERATION_LIMIT', message: 'too many' },
    ],
    ['nested with a number', '{"error":{"code":400,"message":"too many"}}', { ...json, message: 'too many' }],
    ['error is a string', '{"error":"no such thing"}', { ...json, message: 'no such thing' }],
    ['a list of errors', '{"errors":[{"code":"X_Y","message":"bad"}]}', { ...json, reason: 'X_Y', message: 'bad' }],
    ['a list of strings', '{"errors":["bad"]}', { ...json, message: 'bad' }],
    ['msg', '{"code":1001,"msg":"bad"}', { ...json, message: 'bad' }],
    ['detail', '{"detail":"bad"}', { ...json, message: 'bad' }],
    ['a bare string', '"no balance"', { ...json, message: 'no balance' }],
    [
      'a bare string with a code in it',
      '"BALANCE_NOT_ENOUGH: top up"',
      { ...json, reason: 'BALANCE_NOT_ENOUGH', message: 'BALANCE_NOT_ENOUGH: top up' },
    ],
    ['a sentence as reason', '{"reason":"it is broken"}', { ...json, message: 'it is broken' }],
    ['an empty object', '{}', json],
    ['null', 'null', json],
    ['a list', '[1]', json],
    ['text', '404 page not found\n', { ...neither, message: '404 page not found' }],
    ['nothing', '', neither],
    ['half of it', '{"code":400,"rea', { ...neither, message: '{"code":400,"rea' }],
    ['a page', '<!DOCTYPE html><html><head><title> 502\n Bad Gateway</title>', { ...html, message: '502 Bad Gateway' }],
    ['a page without a title', '<html><body><h1>Sorry</h1><b> gone</body>', { ...html, message: 'Sorry gone' }],
    ['an empty page', '<html></html>', html],
  ])('%s', (_, text, summary) => {
    expect(read(text)).toEqual(summary);
  });

  test('HTML by its content type', () => {
    expect(read('<h1>gone</h1>', 'text/html; charset=utf-8')).toEqual({ ...html, message: 'gone' });
  });

  test('a secret that looks like a tag is found before tags are taken out', () => {
    const page = '<html><body><p>bad gateway for pa<ss>word-1234567</p></body></html>';
    expect(read(page, 'text/html', ['pa<ss>word-1234567'])).toEqual({ ...html, message: 'bad gateway for ***' });
  });

  test('control characters, line breaks and bidi marks cannot reach a log', () => {
    const { message } = read(JSON.stringify({ message: 'a\r\n::error::b\u001b[31m\u202ec\u2028d\0' }));
    expect(message).toBe('a ::error::bc d');
  });

  test('what begins beyond 16 KiB is not read', () => {
    expect(read(`${' '.repeat(16 * 1024 - 1)}ab`, 'text/plain')).toEqual({ ...neither, message: 'a' });
  });

  test('long messages are cut', () => {
    expect(oneLine('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
  });
});

describe('secrets', () => {
  test('one that would be cut is replaced before the cut', () => {
    const { message } = read(`${'x'.repeat(290)} hf_very_secret`, 'text/plain', ['hf_very_secret']);
    expect(message).toBe(`${'x'.repeat(290)} ***`);
  });

  test('one that looks like a code is no code', () => {
    const json = '{"reason":"TOP_SECRET","message":"TOP_SECRET: no"}';
    expect(read(json, '', ['TOP_SECRET'])).toEqual({ isJson: true, isHtml: false, message: '***: no' });
  });

  test('what is decided does not depend on them', () => {
    const redactor = createRedactor();
    for (const word of ['NOT_FOUND', 'found']) redactor.add(word, 'env');
    const summary = summarizeResponse(
      { text: '{"reason":"NOT_FOUND","message":"not found"}', contentType: '' },
      redactor,
    );
    expect(summary).toEqual({
      isJson: true,
      isHtml: false,
      message: 'not ***',
      untold: { reason: 'NOT_FOUND', message: 'not found' },
    });
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
      (text) => `<html><title>${text}</title>`,
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
