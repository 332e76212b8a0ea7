/** Specs as people write them, and specs with something broken in them. */
import fc from 'fast-check';

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
const imageName = fc.stringMatching(/^[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4})?$/);
const amount = fc.nat({ max: 2000 });
const portNumber = fc.integer({ min: 1, max: 65535 }).filter((port) => port < 2222 || port > 2224);
const port = fc.oneof(portNumber, portNumber.map(String));
const id = fc.oneof(word, amount);
const path = word.map((each) => `/${each}`);
const scalar = fc.oneof(word, amount, fc.boolean(), fc.constantFrom('', 'yes', '1.10', 'a: b', '# no', "it's", '"'));
const envKey = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,12}$/);

const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(model: T) => fc.record(model, { requiredKeys: [] });

const duration = fc.constantFrom('500ms', '2s', '1.5 s', '1m');
const jsonExpectation = fc.oneof(
  scalar,
  fc.constant(null),
  fc.array(word, { maxLength: 2 }),
  optional({ contains: scalar, exists: fc.boolean(), min: fc.integer(), max: fc.integer(), length: amount }),
);
const writtenTest = optional({
  get: path,
  post: path,
  chat: word,
  path,
  model: word,
  'max-tokens': fc.integer({ min: 1, max: 2000 }),
  headers: fc.dictionary(fc.constantFrom('accept', 'x-key'), scalar),
  // Numbers of a body are its own: a variable in their place is text.
  json: fc.constantFrom<unknown>({ input: 'hello', stream: true }, [[]], null, '{"a": 1}', true),
  text: fc.string(),
  expect: optional({
    status: fc.integer({ min: 200, max: 599 }),
    contains: scalar,
    json: fc.dictionary(fc.constantFrom('', '/a', '/a/0/~0b~1c'), jsonExpectation),
    within: duration,
    'first-token': duration,
    'tokens-per-second': fc.integer({ min: 1, max: 2000 }),
    finish: scalar,
  }),
});

/** A value that the schema accepts; cross rules (`clusterID`, `maxNum`) may be broken. */
export const writtenSpec = optional({
  name: word,
  appName: word,
  workerConfig: optional({
    minNum: amount,
    maxNum: amount,
    freeTimeout: amount,
    maxConcurrent: amount,
    gpuNum: amount,
    requestTimeout: amount,
    cudaVersion: fc.constantFrom('12.8', 12.4),
  }),
  ports: fc.tuple(fc.oneof(port, fc.record({ port }))).map((ports): unknown[] => ports),
  policy: fc.record({ type: fc.constantFrom('queue', 'concurrency', 'other'), value: amount }),
  image: fc.oneof(
    imageName,
    optional({ image: imageName, authId: fc.oneof(word, fc.constant('')), command: fc.string(), entrypoint: word }),
  ),
  products: fc.array(fc.oneof(id, fc.record({ id })), { maxLength: 3 }),
  rootfsSize: amount,
  volumeMounts: fc.array(
    fc.record(
      { type: fc.constantFrom('local', 'network'), id: word, size: amount, mountPath: path },
      { requiredKeys: ['type', 'mountPath'] },
    ),
    { maxLength: 3 },
  ),
  clusterID: word,
  envs: fc.oneof(
    fc.dictionary(envKey, scalar, { maxKeys: 4 }),
    fc.array(fc.record({ key: envKey, value: scalar }), { maxLength: 4 }),
  ),
  healthy: fc.oneof(path, optional({ path, port: fc.integer({ min: 0, max: 65535 }) })),
  regionId: word,
  tests: fc.array(fc.oneof(path, writtenTest), { minLength: 1, maxLength: 3 }),
  price: fc.oneof(amount, fc.constantFrom(0.69, 1e-7)),
});

/** What slips into specs: wrong types, values at and beyond every edge. Nothing that holds a `${`, which only editors let pass. */
const slip = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    'a b',
    'a\nb',
    ...'text /path 8000 0 65536 2222 a: https://a 08 a=b'.split(' '),
  ),
  fc.constantFrom(...[220, 221, 255, 256].map((length) => 'x'.repeat(length))),
  fc.constantFrom(-1, 0, 1, 1.5, 2222, 2225, 65535, 65536, 8000),
  fc.constantFrom<unknown>([], [1], [1, 2], {}, { id: 'a' }, { port: 1 }, { key: 'A', value: 1 }, { unknown: 1 }),
);

const mutation = fc.record({
  at: fc.nat(),
  value: slip,
  kind: fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

/** A spec after one or two mutations somewhere in it. */
export const mutatedSpec = fc
  .tuple(writtenSpec, fc.array(mutation, { minLength: 1, maxLength: 2 }))
  .map(([spec, mutations]) => mutations.reduce<unknown>(mutate, structuredClone(spec)));

function mutate(spec: unknown, { at, value, kind }: Mutation): unknown {
  const places = placesOf(spec);
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return structuredClone(value);
  const { container, key } = place;
  const copy: unknown = structuredClone(value);
  if (kind === 'replace') Reflect.set(container, key, copy);
  else if (kind === 'remove' && Array.isArray(container)) container.splice(Number(key), 1);
  else if (kind === 'remove') Reflect.deleteProperty(container, key);
  else if (Array.isArray(container)) container.push(copy);
  else Reflect.set(container, `${key}s`, copy);
  return spec;
}

function placesOf(value: unknown): { container: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [{ container: value, key }, ...placesOf(member)]);
}
