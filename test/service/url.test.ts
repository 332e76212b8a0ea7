/** The URL of an endpoint is shown as it is, so it is a plain one, or none. */

import { expect, test } from 'vitest';
import { toEndpoint } from '../../src/service/wire-endpoint.ts';

test.for([
  ['https://e1-llama.runsync.novita.dev', 'https://e1-llama.runsync.novita.dev'],
  ['http://127.0.0.1:8080/serve/e1/', 'http://127.0.0.1:8080/serve/e1/'],
  ['https://e1.example/app?token=p@ss+word-1#x', 'https://e1.example/app'],
  ['https://user:pass@e1.example', ''],
  ['https://e1.example/\n::error::x', ''],
  ['https://e1.example/ <script>', ''],
  ['https://e1.example/`$(id)`', ''],
  ['https://e1.example\u202e/', ''],
  ['ftp://e1.example', ''],
  ['e1.example', ''],
  [`https://e1.example/${'x'.repeat(2048)}`, ''],
  [7, ''],
  [null, ''],
] as const)('%j is the URL %j', ([url, expected]) => {
  expect(toEndpoint({ id: 'e1', name: 'llama', url }).url).toBe(expected);
});
