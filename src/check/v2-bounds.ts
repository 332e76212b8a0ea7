/** Owns the static bounds of the v2 update (service-api.md, v2 Update endpoint); does not decide when v2 is used. */
import { type Issue, type IssuePath, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { memberText, rangeText } from '../spec/words.ts';

interface Bound {
  readonly path: IssuePath;
  readonly value: string | number;
  /** Of a number itself, of a text's length. */
  readonly min?: number;
  readonly max?: number;
  readonly oneOf?: readonly string[];
  readonly secret?: true;
}

const cudaVersions = ['12.4', '12.6', '12.8', '12.9', '13.0'] as const;

/**
 * Errors for values that the v2 update can't carry. `members` narrows the check to what the update carries: names of the top (`envs`), or
 * members of a block (`workerConfig.maxNum`); without it everything is checked.
 */
export function checkV2Bounds(document: SpecDocument, members?: ReadonlySet<string>): Issue[] {
  const carried = ({ path }: Bound) =>
    members === undefined || members.has(String(path[0])) || members.has(path.join('.'));
  const products = members === undefined || members.has('products') ? checkProductCount(document) : [];
  return [...products, ...[...boundsOf(document)].filter(carried).flatMap((bound) => checkBound(document, bound))];
}

function* boundsOf({ readable }: SpecDocument): Generator<Bound> {
  const { workerConfig = {}, policy, image = {}, products, rootfsSize, volumeMounts = [], envs = [] } = readable;
  for (const [member, [min, max]] of Object.entries(workerBounds)) {
    const value = workerConfig[member as keyof typeof workerBounds];
    if (value !== undefined) yield { path: ['workerConfig', member], value, min, max };
  }
  if (workerConfig.cudaVersion !== undefined)
    yield { path: ['workerConfig', 'cudaVersion'], value: workerConfig.cudaVersion, oneOf: cudaVersions };
  if (rootfsSize !== undefined) yield { path: ['rootfsSize'], value: rootfsSize, min: 10, max: 100 };
  if (policy) {
    yield { path: ['policy', 'type'], value: policy.type, oneOf: ['queue', 'concurrency'] };
    yield { path: ['policy', 'value'], value: policy.value, min: 1, max: 1000 };
  }
  if (image.image !== undefined) yield { path: ['image', 'image'], value: image.image, max: 500 };
  if (image.authId !== undefined) yield { path: ['image', 'authId'], value: image.authId, max: 255 };
  for (const [index, id] of (products ?? []).entries())
    yield { path: ['products', index], value: id, min: 1, max: 255 };
  for (const [index, { type, mountPath }] of volumeMounts.entries()) {
    yield { path: ['volumeMounts', index, 'type'], value: type, oneOf: ['local', 'network'] };
    yield { path: ['volumeMounts', index, 'mountPath'], value: mountPath, max: 4095 };
  }
  for (const [index, { key, value }] of envs.entries()) {
    yield { path: ['envs', index, 'key'], value: key, max: 511, secret: true };
    yield { path: ['envs', index, 'value'], value, max: 4095, secret: true };
  }
}

const workerBounds = {
  minNum: [0, 1000],
  maxNum: [0, 1000],
  freeTimeout: [1, 1000],
  maxConcurrent: [1, 1000],
  gpuNum: [1, 8],
  requestTimeout: [1, 1800],
} as const;

function checkBound(document: SpecDocument, { path, value, min, max, oneOf, secret }: Bound): Issue[] {
  const member = memberText(document.inFile(path));
  const allowed = oneOf ? oneOf.join(', ') : rangeText({ min, max });
  const rule = (message: string, hint: string) => [
    issueAt(document, path, { code: 'outside-v2-bounds', message, hint }),
  ];
  if (oneOf) {
    if (oneOf.includes(String(value))) return [];
    return rule(
      `${member} is ${document.show(path, value)}; the v2 update takes ${allowed} (static bound)`,
      `Write one of ${allowed}.`,
    );
  }
  const measured = typeof value === 'number' ? value : value.length;
  if (measured >= (min ?? 0) && measured <= (max ?? Number.POSITIVE_INFINITY)) return [];
  if (typeof value === 'number') {
    return rule(
      `${member} is ${document.show(path, value)}; the v2 update takes ${allowed} (static bound)`,
      `Write a value from ${min} to ${max}.`,
    );
  }
  const what = secret && path.at(-1) === 'key' ? `the key ${member}` : member;
  return rule(
    `${what} is ${measured} characters long; the v2 update takes ${allowed} (static bound)`,
    `Shorten it to ${max} characters.`,
  );
}

/** v2 carries one `product_id`. */
function checkProductCount(document: SpecDocument): Issue[] {
  const count = document.readable.products?.length ?? 1;
  if (count === 1) return [];
  const message = `\`products\` has ${count} items; the v2 update takes exactly 1 (static bound)`;
  return [
    issueAt(document, ['products'], {
      code: 'outside-v2-bounds',
      message,
      hint: 'Write for example `products: [SL-serverless-3]`.',
    }),
  ];
}
