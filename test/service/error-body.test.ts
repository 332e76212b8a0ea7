import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine, readErrorBody, redact } from '../../src/service/error-body.ts';

const read = (text: string, contentType = 'application/json', secrets: string[] = []) =>
  readErrorBody({ text, contentType, secrets });

describe('bodies of errors', () => {
  const json = { json: true, html: false };
  const neither = { json: false, html: false };
  const html = { json: false, html: true };
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
    [
      'a page without a title',
      '<html><style>b{}</style><body><h1>Sorry</h1><script>let a="<b>"</script> gone</body>',
      { ...html, message: 'Sorry gone' },
    ],
    ['an empty page', '<html></html>', html],
  ])('%s', (_, text, said) => {
    expect(read(text)).toEqual(said);
  });

  test('HTML by its content type', () => {
    expect(read('<h1>gone</h1>', 'text/html; charset=utf-8')).toEqual({ ...html, message: 'gone' });
  });

  test('control characters, line breaks and bidi marks cannot reach a log', () => {
    const { message } = read(JSON.stringify({ message: 'a\r\n::error::b\u001b[31m\u202ec\u2028d\0' }));
    expect(message).toBe('a ::error::b [31m c d');
  });

  test('long messages are cut', () => {
    expect(oneLine('x'.repeat(1000))).toBe(`${'x'.repeat(299)}…`);
  });
});

describe('secrets', () => {
  test.each<[string, string[], string]>([
    ['value "hf_secret" is bad', ['hf_secret'], 'value "***" is bad'],
    ['x=hf_secret_2 hf_secret', ['hf_secret', 'hf_secret_2'], 'x=*** ***'],
    ['1000 is not in 1-10', ['1'], '1000 is not in ***-10'],
    ['$^ is bad', ['$^'], '*** is bad'],
    ['nothing to hide', ['', ' '], 'nothing to hide'],
    ['got "a\\"b\\nc"', ['a"b\nc'], 'got "***"'],
  ])('%j without %j', (text, secrets, result) => {
    expect(redact(text, secrets)).toBe(result);
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
        const said = read(form(`${before} ${value} ${after}`), '', [value]);
        // What stood around the secret may itself contain it once more, in parts: those are not the secret.
        if (`${before} *** ${after}`.includes(value)) return;
        expect([said.message, said.reason].join('\n')).not.toContain(value);
      }),
    );
  });
});
