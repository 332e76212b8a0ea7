/** Cases of `tests`: forms that do not go together, expectations that no answer can meet, and what cannot be sent. */
import { given, type IssueCase, issueCases } from './case.ts';

const spec = (...tests: readonly string[]) => `name: a\ntests:\n${tests.map((each) => `  - ${each}\n`).join('')}`;

const inputs = { variables: { WORD: 'pong', LOW: '-0.5', HIGH: '2.5e-1' }, secretEnvs: { KEY: 'hidden' } };

/** The one test of each text stands in line 3. */
const testCases = (...lines: readonly (string | IssueCase)[]): IssueCase[] =>
  issueCases(...lines).map((each) =>
    lines.includes(each.text ?? '') ? { ...each, text: spec(each.text ?? ''), inputs } : each,
  );

const inTests =
  'Revoke it, write `${KEY}` in its place, and set KEY in `secret-envs`, from a secret of the repository.';

const inPath = 'Revoke it, and send the new one in a header, as `${KEY}` with KEY set in `secret-envs`.';

export const testsCases = testCases(
  given(
    { inputs },
    spec(
      '/health',
      'get: /v1/models?limit=1',
      'post: /v1/embeddings\n    headers: {authorization: "Bearer ${KEY}"}\n    json: {input: "${WORD}", n: 1.10, list: [null, true]}\n    expect: {status: 200, within: 1.5s, json: {/model: bge-m3, /data/0/embedding: {length: 1024}, "": {exists: true}}}',
      'post: /generate\n    json: [1]\n    expect: {contains: 42}',
      'post: /generate\n    json: {stream: true}\n    expect: {first-token: 2 s, finish: stop}',
      'chat: Say ${WORD}.\n    path: /chat\n    model: m\n    max-tokens: 8\n    expect: {tokens-per-second: 20}',
      'get: /events\n    headers: {Accept: text/event-stream}\n    expect: {first-token: 1m, within: 1h30m}',
      'get: /score\n    expect: {json: {/a: {min: "${LOW}", max: "${HIGH}"}}}',
    ),
  ),
  given({}, `name: a\ntests: []\n---\nname: b\ntests: [${Array.from({ length: 21 }, () => '/health').join(', ')}]\n`),
  '  2:8 error out-of-range tests ⟨[]⟩ `tests` has 0 items; allowed: at least 1 → Write, for example, `tests: [/health, {chat: What is the capital of France? Answer in one sentence., expect: {contains: Paris}}]`.',
  '  5:8 error out-of-range tests ⟨[/health, /health, /…, /health]⟩ `tests` has 21 items; allowed: at most 20 → Write, for example, `tests: [/health, {chat: What is the capital of France? Answer in one sentence., expect: {contains: Paris}}]`.',
  given({ inputs: { variables: { COMMIT: '' } } }, spec('get: /version\n    expect: {contains: "${COMMIT}"}')),
  '  4:24 error invalid-value tests.0.expect.contains ⟨"${COMMIT}"⟩ `tests[0].expect.contains` is empty, and every answer contains that → Write text that only the right answer has. If a variable stands here, it is empty.',
  '  4:24 warning unknown-variable tests.0.expect.contains ⟨"${COMMIT}"⟩ the variable `COMMIT` is set to an empty text in `variables` → A misspelled output of a workflow is empty, and so is an output of a skipped step.',
  'chat: hi\n    expect: {finish: "", contains: "\\u200b "}',
  '  4:22 error invalid-value tests.0.expect.finish ⟨""⟩ `tests[0].expect.finish` is empty, and no stream ends with that → Write text that only the right answer has. If a variable stands here, it is empty.',
  '  4:36 error invalid-value tests.0.expect.contains ⟨"\\u200b "⟩ `tests[0].expect.contains` is empty, and every answer contains that → Write text that only the right answer has. If a variable stands here, it is empty.',
  'get: /v\n    expect: {json: {/a: {contains: ""}}}',
  '  4:36 error invalid-value tests.0.expect.json./a.contains ⟨""⟩ `tests[0].expect.json./a.contains` is empty, and every answer contains that → Write text that only the right answer has. If a variable stands here, it is empty.',
  'get: /health\n    expect: {contain: pong}',
  '  4:14 error unknown-key tests.0.expect.contain ⟨contain⟩ `contain` is not a field of `tests[0].expect` → Did you mean `contains`?',
  'get: https://example.com/health',
  '  3:10 error invalid-value tests.0.get ⟨https://example.com/health⟩ `tests[0].get` is the text "https://example.com/health"; it must be a path such as `/health`, without `..` and `#`: the host is always the endpoint\'s own → Write, for example, `get: /health`.',
  ...['//example.com/health', '/a/../../admin', '/%2E%2e/admin', '/a\\b', '/a#b'].flatMap((path) => [
    path,
    `  3:5 error invalid-value tests.0 ⟨${path}⟩ \`tests[0]\` is the text ${JSON.stringify(path)}; it must be a path such as \`/health\`, without \`..\` and \`#\`: the host is always the endpoint's own → Write, for example, \`tests: [/health, {chat: What is the capital of France? Answer in one sentence., expect: {contains: Paris}}]\`.`,
  ]),
  'get: /health\n    post: /v1/embeddings',
  '  4:11 error invalid-value tests.0.post ⟨/v1/embeddings⟩ `tests[0].post` cannot be combined with `get`; a test is one request → Make a test of each.',
  'expect: {status: 200}',
  '  3:5 error missing-key tests.0 ⟨expect: {status: 200}⟩ `tests[0]` sends no request → Add `get: /path`, `post: /path` or `chat: …`.',
  'get: /health\n    json: {a: 1}\n    model: m',
  '  4:11 error invalid-value tests.0.json ⟨{a: 1}⟩ `tests[0].json` belongs to a `post`, and the test has none → Write `post: /path` with it.',
  '  5:12 error invalid-value tests.0.model ⟨m⟩ `tests[0].model` belongs to a `chat`, and the test has none → Write `chat: …` with it, or delete it.',
  'post: /a\n    json: {a: 1}\n    text: b',
  '  5:11 error invalid-value tests.0.text ⟨b⟩ `tests[0].text` cannot be combined with `json`; a request has one body → Keep one of them.',
  'post: /a\n    json: "{input: hello}"',
  '  4:11 error invalid-value tests.0.json ⟨"{input: hello}"⟩ `tests[0].json` is text → Write the JSON itself, without quotes and `|` around it, or use `text` for other text.',
  'post: /a\n    json: {list: [1, .nan]}',
  '  4:11 error invalid-value tests.0.json ⟨{list: [1, .nan]}⟩ `tests[0].json` is a mapping; it must be JSON, which has finite numbers only → Write, for example, `json: {input: hello}`.',
  given({ inputs: { variables: { BIG: 'x'.repeat(65_537) } } }, spec('post: /a\n    text: ${BIG}')),
  '  4:11 error out-of-range tests.0.text ⟨${BIG}⟩ `tests[0].text` makes a body of 65537 bytes; allowed: 65536 (64 KiB) → Test with a smaller request.',
  'post: /a\n    json: {n: 1}\n    expect: {first-token: 2s, finish: stop}',
  '  5:27 error invalid-value tests.0.expect.first-token ⟨2s⟩ `tests[0].expect.first-token` is about a stream, but the request does not ask for one → Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.',
  '  5:39 error invalid-value tests.0.expect.finish ⟨stop⟩ `tests[0].expect.finish` is about a stream, but the request does not ask for one → Use `chat`, add `stream: true` to the `json` of a `post`, or the header `accept: text/event-stream`.',
  'chat: pong\n    expect: {json: {/a: 1}}',
  '  4:20 error invalid-value tests.0.expect.json ⟨{/a: 1}⟩ `tests[0].expect.json` is about a JSON answer, and the answer to this request is a stream → Use `contains`, or `post` without `stream: true`.',
  'chat: pong\n    expect: {within: 500, first-token: 0s}',
  '  4:22 error invalid-value tests.0.expect.within ⟨500⟩ `tests[0].expect.within` is the number 500; it must be a duration with its unit, such as `500ms`, `2s` or `1m30s` → Write, for example, `within: 500ms`.',
  '  4:40 error invalid-value tests.0.expect.first-token ⟨0s⟩ `tests[0].expect.first-token` is the text "0s"; it must be a duration with its unit, such as `500ms`, `2s` or `1m30s` → Write, for example, `first-token: 2s`.',
  'post: /a\n    expect: {json: {data.0: 1, /b: {}, /d: {exists: false, length: 1}, /e: {ist: 1}}}',
  '  4:21 error invalid-value tests.0.expect.json.data.0 ⟨data.0⟩ a key of `tests[0].expect.json` is malformed: it must be a JSON Pointer, such as `/data/0/id` → Write, for example, `json: {/model: bge-m3, /data/0/embedding: {length: 1024}}`.',
  '  4:77 error unknown-key tests.0.expect.json./e.ist ⟨ist⟩ `ist` is not a field of `tests[0].expect.json./e` → Did you mean `exists`?',
  'post: /a\n    expect: {json: {/b: {}, /d: {exists: false, length: 1}}}',
  '  4:25 error invalid-value tests.0.expect.json./b ⟨{}⟩ `tests[0].expect.json./b` expects nothing → Write a value, or `{exists: true}`.',
  '  4:42 error invalid-value tests.0.expect.json./d.exists ⟨false⟩ `tests[0].expect.json./d.exists` is `false`, and `length` is about a value that exists → Keep one of them.',
  '  3:11 warning invalid-value tests.0.post ⟨/a⟩ `tests[0].post` sends no body → Write it as `json: …` or `text: …`.',
  'post: /a\n    json: {stream: true, max_tokens: 7}\n    expect: {tokens-per-second: 20}',
  '  4:11 error invalid-value tests.0.json ⟨{stream: true, max_tokens: 7}⟩ `tests[0].json` allows 7 tokens, and speed is judged from 8 tokens on: no answer passes `tokens-per-second` → Raise it to 8 or more.',
  'chat: hi\n    max-tokens: 7\n    expect: {tokens-per-second: 20, within: 2s, first-token: 2s}',
  '  4:17 error invalid-value tests.0.max-tokens ⟨7⟩ `tests[0].max-tokens` allows 7 tokens, and speed is judged from 8 tokens on: no answer passes `tokens-per-second` → Raise it to 8 or more.',
  '  5:62 warning invalid-value tests.0.expect.first-token ⟨2s⟩ `tests[0].expect.first-token` is not shorter than `within`, so it decides nothing → Shorten it.',
  'get: /a\n    expect: {json: {"/data[0]/id": x, /score: {min: 1, max: 0}}}',
  '  4:53 error invalid-value tests.0.expect.json./score.min ⟨1⟩ `tests[0].expect.json./score.min` is larger than `max`: no value is right → Swap them.',
  '  4:36 warning invalid-value tests.0.expect.json./data[0]/id ⟨x⟩ `tests[0].expect.json./data[0]/id` has `[ ]` as a part of a name → Write `/data/0/id` for the item of a list.',
  'get: /a\n    headers: {Host: b, "x y": c, x-lines: "a\\nb"}',
  '  4:24 error invalid-value tests.0.headers.x y ⟨"x y"⟩ a key of `tests[0].headers` is malformed: it must be the name of a header → Write, for example, `headers: {authorization: "Bearer ${VLLM_API_KEY}"}`.',
  'get: /a\n    headers: {Host: b, x-lines: "a\\nb"}',
  '  4:21 error invalid-value tests.0.headers.Host ⟨b⟩ `tests[0].headers.Host` is set by the connection → Delete the header.',
  '  4:33 error invalid-value tests.0.headers.x-lines ⟨"a\\nb"⟩ `tests[0].headers.x-lines` contains a line break or another character that a header cannot contain → Write one line of plain text.',
  'post: /a\n    headers: {Authorization: Bearer plain-hidden, x-api-key: "${KEY}", accept: text/plain}\n    json: {n: {api_key: plain-hidden, note: "see hf_hidden12345", token: "${KEY}"}}',
  `  4:30 warning secret-literal tests.0.headers.Authorization ⟨Bearer plain-hidden⟩ \`tests[0].headers.Authorization\` contains the value of a secret in plain text → ${inTests}`,
  `  5:25 warning secret-literal tests.0.json.n.api_key ⟨plain-hidden⟩ \`tests[0].json.n.api_key\` contains the value of a secret in plain text → ${inTests}`,
  `  5:45 warning secret-literal tests.0.json.n.note ⟨"see hf_hidden12345"⟩ \`tests[0].json.n.note\` contains what looks like a secret in plain text → ${inTests}`,
  'get: /a?key=sk-hidden12345\n    expect: {contains: token}',
  `  3:10 warning secret-literal tests.0.get ⟨/a?key=sk-hidden12345⟩ \`tests[0].get\` contains what looks like a secret in plain text → ${inPath}`,
  given({ inputs }, 'name: a\nenvs:\n  API_KEY: ${API_KEY}\n'),
  '  3:12 error unknown-variable envs.API_KEY ⟨${API_KEY}⟩ the variable `API_KEY` is not set in `variables` → If it is a secret, delete this reference and set the env in `secret-envs`. Known variables: HIGH, LOW, WORD. Add `API_KEY=…` to `variables`, which is public, or write `$${` for a literal `${`.',
  'get: /a?key=${KEY}\n    headers: {x: "${NONE}"}',
  '  3:17 error unknown-variable tests.0.get ⟨${KEY}⟩ the variable `KEY` is not set in `variables` → Known variables: HIGH, LOW, WORD. Add `KEY=…` to `variables`, or write `$${` for a literal `${`.',
  '  4:19 error unknown-variable tests.0.headers.x ⟨${NONE}⟩ the variable `NONE` is not set in `variables`, nor in `secret-envs` → If it is a secret, add `NONE=…` to `secret-envs`. Known variables: HIGH, LOW, WORD. Add `NONE=…` to `variables`, which is public, or write `$${` for a literal `${`.',
);
