/** Issues of a spec that its live limits, its live endpoint and its plan show (service-api.md). */
import { type EndpointConfig, members, valueAt } from '../model/config.ts';
import type { PartialVolume } from '../model/desired.ts';
import type { Near } from '../model/endpoint.ts';
import { quotedChoice } from '../nearest.ts';
import type { Plan } from '../plan/plan.ts';
import { quote } from '../shown-text.ts';
import { brokenRules, type Issue, type IssuePath, issueAt, type Rule, type SpecDocument } from '../spec/issue.ts';
import { contradictionRules } from './contradictions.ts';
import { checkLimits, type GivenLimits } from './limits.ts';

/** The issues without a plan: values outside the live limits, and gaps that only an existing endpoint could fill. */
export function checkDocuments(documents: readonly SpecDocument[], given: GivenLimits): Issue[] {
  return documents.flatMap((document) => {
    const { readable } = document;
    const rules = [
      workersRule(document, readable.workerConfig),
      ...contradictionRules(document, readable),
      productsRule(readable.products),
      loadRule(readable),
    ];
    return [
      ...brokenRules(document, rules, 'warning'),
      ...checkStorage(document, readable, 'warning'),
      ...checkLimits({ document, ...given }),
    ];
  });
}

/**
 * Missing fields of a new endpoint, changed values outside the live limits, fields that contradict live ones, unknown
 * envs that an update needs, and fields that no call carries.
 */
export function checkPlan({ document, plan, ...given }: { document: SpecDocument; plan: Plan } & GivenLimits): Issue[] {
  const { operation, live, desired, problems } = plan;
  const contradictions = [movingTagRule(plan), ...contradictionRules(document, desired)];
  if (operation === 'unchanged')
    return [...brokenRules(document, contradictions, 'warning'), ...noteUncompared(document, plan)];
  const rules = [workersRule(document, desired.workerConfig), ...contradictions, keptCommandRule(plan)];
  const limited = checkLimits({ document, plan, ...given });
  const uncarried = problems.map(({ member, ...words }) =>
    issueAt(document, member.split('.'), { code: 'not-updatable', ...words }),
  );
  return [
    ...(live ? [] : checkCreation(document, 'error')),
    ...limited,
    ...brokenRules(document, live ? rules : [productsRule(desired.products), ...rules], 'warning'),
    ...checkStorage(document, desired, 'error'),
    ...checkEnvs(document, plan),
    // The range that a value is outside of says more than that no call carries it.
    ...uncarried.filter(({ path }) => !limited.some((issue) => isRefusalAt(issue, path))),
  ];
}

const isRefusalAt = ({ severity, path }: Issue, at: IssuePath) => severity === 'error' && path.join() === at.join();

/** Only a step tells under which name it deploys. */
function loadRule({ load = false, candidate }: SpecDocument['readable']): Rule {
  const what = 'asks only what runs under another name, such as a preview';
  const hint = 'Add `candidate: true`, unless it is for previews.';
  return [load !== false && candidate !== true, ['load'], what, hint, 'invalid-value', 'notice'];
}

/** A build under the same tag is the same text. */
function movingTagRule({ desired: { image }, imageFrom }: Plan): Rule {
  const isMoving = imageFrom !== 'live' && image.image.endsWith(':latest');
  const what = 'has the tag `latest`: what is pushed there later is no change, and is not deployed';
  const hint = 'Give each build a tag of its own, or set `resolve-image: pin`.';
  return [isMoving, ['image', 'image'], what, hint];
}

/** The live command is that of the image before. */
function keptCommandRule({ live, desired: { image }, kept }: Plan): Rule {
  const nameOf = (reference = '') => reference.split('/').at(-1)?.split(/[:@]/)[0];
  const isKept = kept.some(({ member }) => member === 'image.command');
  const isOther = nameOf(image.image) !== nameOf(live?.config.image.image);
  const what = 'is another image than the live one, whose `command` stays: the spec gives none';
  const hint = 'Write the `command` of this image, or `command: ""` for its own.';
  return [isKept && isOther, ['image', 'image'], what, hint];
}

/** Numbers that contradict each other; undefined ones are those that an existing endpoint would keep. */
function workersRule(
  { mentions }: SpecDocument,
  { minNum = 0, maxNum = Infinity }: Partial<EndpointConfig['workerConfig']> = {},
): Rule {
  const path = ['workerConfig', mentions(['workerConfig', 'maxNum']) ? 'maxNum' : 'minNum'];
  const what = `makes \`maxNum\` (${maxNum}) less than \`minNum\` (${minNum})`;
  return [maxNum < minNum, path, what, 'Raise `maxNum` or lower `minNum`.', 'max-below-min', 'error'];
}

/** service-api.md: a creation carries a list of products, an update one. */
function productsRule(products: readonly string[] = []): Rule {
  const what = `has ${products.length} products: a creation sends them all, and no update can change them later`;
  const hint = 'Write one product, unless they are to stay as they are.';
  return [products.length > 1, ['products'], what, hint];
}

/** service-api.md, v1 Create endpoint: cloud storage has an id and a cluster, a local disk a size. */
function checkStorage(
  document: SpecDocument,
  { volumeMounts = [], clusterID = '' }: { volumeMounts?: readonly PartialVolume[]; clusterID?: string },
  severity: 'warning' | 'error',
): Issue[] {
  const { mentions } = document;
  const isGiven = mentions(['volumeMounts']);
  if (!isGiven && !mentions(['clusterID'])) return [];
  const keeps = severity === 'warning' ? '; an existing endpoint would keep its current value' : '';
  return volumeMounts.flatMap(({ type, id = '', size = 0 }, index): Issue[] => {
    const item = ['volumeMounts', index];
    const isCloud = type !== 'local';
    const [part, value, why, hint] = isCloud
      ? (['id', id, 'cloud storage is identified by its ID', 'Add `id: …`.'] as const)
      : (['size', size, 'a local disk needs a size in GB', 'Add, for example, `size: 50`.'] as const);
    const isMissing = isGiven && !value && !mentions([...item, part]);
    const clusterHint = 'Add the `clusterID` of the cluster that holds the storage.';
    const noCluster = 'is not `local`, so it is cloud storage, but `clusterID` is missing';
    const rules: Rule[] = [
      [isMissing, [...item, part], `is missing: ${why}${keeps}`, hint, 'missing-key'],
      [isCloud && clusterID === '', [...item, 'type'], noCluster + keeps, clusterHint, 'cluster-required'],
    ];
    return brokenRules(document, rules, severity);
  });
}

/** A second endpoint beside the intended one is billed, and nobody looks at it. `twin`: near `compare.with`. */
export function warnNearNames(
  document: SpecDocument,
  { desired: { name }, near, compare }: Plan,
  twin?: Near,
): Issue[] {
  const second = near && `creates a second endpoint beside ${quotedChoice(near.names)}, which ${near.why}`;
  const absent = twin && `no endpoint has that name, but ${quotedChoice(twin.names)} ${twin.why}`;
  const hint = 'Correct the name, unless a second endpoint is meant.';
  const rules: Rule[] = [
    [near !== undefined, ['name'], `is ${quote(name)}: this ${second}`, hint],
    [twin !== undefined, ['compare', 'with'], `is ${quote(compare?.with ?? '')}: ${absent}`, 'Correct the name.'],
  ];
  return brokenRules(document, rules, 'warning');
}

/** A notice at each field of the spec that is sent only with another change, and may differ from the live value. */
function noteUncompared(document: SpecDocument, { unverifiable }: Plan): Issue[] {
  const given = unverifiable.map((member) => member.split('.')).filter((path) => document.mentions(path));
  return given.map((path) => {
    const what = 'is not sent alone: nothing shows whether the endpoint has this value already';
    const hint = 'If you have changed it, change something else with it, or recreate the endpoint.';
    return issueAt(document, path, { code: 'not-comparable', severity: 'notice', what, hint });
  });
}

/** Missing fields without a documented default. A malformed field has an issue of its own. */
export function checkCreation(document: SpecDocument, severity: 'error' | 'notice'): Issue[] {
  const { mentions, readable } = document;
  const what = 'is missing, and creating the endpoint requires it; an existing endpoint would keep its current value';
  return members.flatMap(({ keys, neededToCreate: hint }) => {
    const [block = ''] = keys;
    const isMalformed = mentions([block]) && valueAt(readable, [block]) === undefined;
    const isGiven = mentions(keys) || valueAt(readable, keys) !== undefined;
    if (hint === undefined || isMalformed || isGiven) return [];
    return issueAt(document, keys, { code: 'required-to-create', severity, what, hint });
  });
}

/** The record is one of the envs, and a list goes as a whole: no update leaves unknown envs as they are. */
function checkEnvs(document: SpecDocument, { desired: { unread = [] }, calls, live }: Plan): Issue[] {
  const hidden = unread.find(({ path }) => path === 'envs');
  if (!hidden || calls.length === 0) return [];
  const lack = `the spec does not set it, and the service returned ${hidden.found} for endpoint ${live?.id}`;
  const what = `is required for the update, but ${lack}`;
  return [issueAt(document, ['envs'], { code: 'not-told', what, hint: 'Add `envs` to the spec.' })];
}
