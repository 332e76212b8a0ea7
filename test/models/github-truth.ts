/** What has to hold after every run of GitHub's model, whatever GitHub does meanwhile. */

import type { StoredEndpoint } from '../emulator/emulator.ts';
import type { StoredComment } from '../github-api/world.ts';
import type { Ended, GitHubStage } from './github-stage.ts';
import { recordOf } from './service-truth.ts';

export interface GitHubTruth {
  stage: GitHubStage;
  /** Ids of what others have written. */
  strangers: Set<number>;
}

interface Moment {
  ended: Ended;
  before: readonly StoredEndpoint[];
  after: readonly StoredEndpoint[];
  pulls: readonly { number: number; state: 'open' | 'closed'; sha: string }[];
  isAncestor: (sha: string, of: string) => boolean;
  images: ReadonlyMap<string, string>;
}

/** Nothing went wrong that the run could not know of. */
function isCalm({ result, faults, isCancelled }: Ended): boolean {
  return result.isGreen !== undefined && faults.length === 0 && !isCancelled;
}

/** The endpoints: what the branch and the pull requests say is there, and what they do not is not. */
export function branchUntruths(truth: GitHubTruth, moment: Moment): string[] {
  const { ended, before, after, pulls, images } = moment;
  const { job, result, isCancelled, hadFailed } = ended;
  const { outputs, isGreen } = result;
  const wrong = leaks(truth, ended);
  const command = job.inputs.command ?? 'deploy';
  const imageOf = (endpoints: readonly StoredEndpoint[], name: string) =>
    endpoints.find((endpoint) => endpoint.name === name)?.image.image;
  for (const name of new Set(after.map((endpoint) => endpoint.name)))
    if (after.filter((endpoint) => endpoint.name === name).length > 1) wrong.push(`two endpoints are named ${name}`);
  const pull = pulls.find(({ number }) => number === numberOf(ended));
  const isPreview = pull !== undefined && job.inputs.preview === 'true';
  const own = isPreview ? `llama-pr-${pull.number}` : 'llama';
  for (const { name, image } of before) {
    if (name === own || (command === 'sweep' && name !== 'llama')) continue;
    if (imageOf(after, name) !== image.image) wrong.push(`${name} was touched by a run for ${own}`);
  }
  if (command === 'plan' && imageOf(before, own) !== imageOf(after, own)) wrong.push('a plan has written');
  if (isGreen === undefined) return wrong;
  const reason = outputs['failure-reason'] ?? '';
  if (isGreen !== (reason === '')) wrong.push(`green: ${isGreen}, and failure-reason is "${reason}"`);
  if (reason === 'internal') wrong.push(`a defect: ${result.annotations.at(-1)}`);
  // The answer that shows a deletion by another run may arrive together with the signal.
  const isGone = reason === 'not-found' && imageOf(after, own) === undefined;
  if (isCancelled && !hadFailed && !isGone && !isGreen && reason !== 'cancelled' && ended.faults.length === 0)
    wrong.push(`cancelled, and failure-reason is ${reason}`);
  // Its own close, or its sweep, has deleted the preview meanwhile.
  const isMissed = ['not-found', 'not-applied'].includes(reason) && imageOf(after, own) === undefined;
  const isClosed = isMissed && isPreview && pull.state === 'closed';
  if (!isGreen && isCalm(ended) && !isClosed && !mayBeRed(ended))
    wrong.push(`red for ${reason}, which has no cause: ${result.annotations.at(-1)}`);
  if (!isGreen && !isCancelled && reason === 'github' && command === 'deploy') wrong.push('a deploy is red for GitHub');

  if (command === 'sweep') {
    const closed = pulls.filter(({ state }) => state === 'closed').map(({ number }) => `llama-pr-${number}`);
    const open = pulls.filter(({ state }) => state === 'open').map(({ number }) => `llama-pr-${number}`);
    const left = after.filter(({ name }) => closed.includes(name));
    const isTold = result.annotations.some((line) => line.startsWith('::warning'));
    if (isGreen && !isTold && left.length > 0) wrong.push(`a green sweep has left ${left[0]?.name}`);
    const isGone = open.some((name) => imageOf(before, name) !== undefined && imageOf(after, name) === undefined);
    if (isGone && !job.inputs.preview) wrong.push('a preview of an open pull request was swept');
    return wrong;
  }
  if (command !== 'deploy') return wrong;
  const handedOn = jobOutputs(outputs, result);
  for (const name of ['url', 'endpoint-id', 'image-digest', 'plan-digest'])
    if (outputs[name] && !handedOn[name]) wrong.push(`the output ${name} does not reach the next job`);
  if (isPreview) {
    const isThere = imageOf(after, own) !== undefined;
    if (isGreen && isCalm(ended) && pull.state === 'closed' && isThere)
      wrong.push(`${own} is left, and #${pull.number} is closed`);
    if (
      isGreen &&
      isCalm(ended) &&
      pull.state === 'open' &&
      job.sha === pull.sha &&
      // One that is started again for a close leaves a pull request alone that is open by now.
      (job.event.payload as { action?: string }).action !== 'closed' &&
      imageOf(after, own) !== images.get(pull.sha)
    )
      wrong.push(`${own} is not what #${pull.number} says`);
    return wrong;
  }
  return [...wrong, ...orderUntruths(moment)];
}

/** What the endpoint records is not overwritten by what is older, and nothing else is skipped. */
function orderUntruths({ ended, before, after, isAncestor }: Moment): string[] {
  const { job, result } = ended;
  const { outputs, isGreen, annotations } = result;
  const wrong: string[] = [];
  const live = (endpoints: readonly StoredEndpoint[]) => endpoints.find(({ name }) => name === 'llama');
  const old = live(before);
  const recorded = old && recordOf(old)?.commit;
  const isOlder = recorded !== undefined && isAncestor(job.sha, recorded) && job.attempt === 1;
  const image = live(after)?.image.image;
  // A rollback holds until something newer than what was rolled back comes.
  const over = old && recordOf(old)?.over;
  const isRolledBack = over !== undefined && (job.sha === over || isAncestor(job.sha, over));
  if (outputs.operation === 'superseded' && !isOlder && !isRolledBack) wrong.push(`superseded by ${recorded}`);
  if (isGreen && outputs.operation !== 'superseded' && image !== job.image)
    wrong.push(`green, and llama is ${image}, not ${job.image}`);
  const isTold = annotations.some((line) => line.includes('order of commits'));
  if (isOlder && !isTold && image === job.image && old?.image.image !== image)
    wrong.push(`${job.sha} was deployed over ${recorded}, which is newer`);
  return wrong;
}

function mayBeRed({ job, result }: Ended): boolean {
  const reason = result.outputs['failure-reason'] ?? '';
  // Started again, and the tag of its image is what is deployed already.
  if (reason === 'nothing-rolled-back') return job.attempt > 1;
  const approved = job.inputs['approved-plan'];
  if (approved === undefined) return false;
  return ['plan-changed', 'order-unknown'].includes(reason) || (reason === 'inputs-invalid' && approved === '');
}

const canaries = ['canary-of-a-token', 'canary-of-a-key-file', 'test-key', 'test-token'];

function leaks({ stage }: GitHubTruth, { result }: Ended): string[] {
  const said = [result.said, JSON.stringify(stage.api.comments())].join('\n');
  const short = result.masks.filter((mask) => mask.split('\n').some((line) => line.trim().length < 4));
  return [
    ...canaries.filter((canary) => said.includes(canary)).map((canary) => `"${canary}" was said`),
    ...short.map((mask) => `the mask ${JSON.stringify(mask)} hides much else`),
  ];
}

function numberOf({ job }: Ended): number | undefined {
  return (job.event.payload as { number?: number }).number;
}

const isOurs = ({ body }: StoredComment) => body.includes('deploy-gpu-endpoint');

/** One comment a pull request, and true. */
export function commentUntruths({ stage, strangers }: GitHubTruth, { ended, after, pulls }: Moment): string[] {
  const { api } = stage;
  const wrong: string[] = [];
  const { result, job } = ended;
  for (const { number, state, sha } of pulls) {
    const ours = api.comments(number).filter((comment) => isOurs(comment) && !strangers.has(comment.id));
    // A plan of the branch's own spec has a comment of its own.
    const previews = ours.filter(
      ({ body }) => body.startsWith('<!-- deploy-gpu-endpoint {') && body.includes('"kind":"preview"'),
    );
    const isOwnRun = numberOf(ended) === number && job.inputs.preview === 'true';
    if (!isOwnRun || !isCalm(ended)) continue;
    if (previews.length > 1) wrong.push(`#${number} has ${previews.length} comments`);
    const text = previews.map(({ body }) => body).join('\n');
    const urls = [...text.matchAll(/\/serve\/([0-9a-f]{16})/g)].map(([, id]) => id);
    if (urls.some((id) => !after.some((endpoint) => endpoint.id === id)))
      wrong.push(`the comment on #${number} has the URL of an endpoint that is gone`);
    const isLatest = job.sha === sha && state === 'open' && result.outputs.operation !== 'superseded';
    if (isLatest && !text.includes(sha.slice(0, 12))) wrong.push(`the comment on #${number} does not speak of ${sha}`);
  }
  return wrong;
}

/** What others have written is as it was. */
export function strangerUntruths({ stage, strangers }: GitHubTruth): string[] {
  const comments = stage.api.comments();
  const isTouched = (id: number) => comments.every((each) => each.id !== id || each.createdAt !== each.updatedAt);
  return [...strangers].flatMap((id) => (isTouched(id) ? ["somebody's comment was touched"] : []));
}

// What a runner makes of the outputs of a job: one that a mask hits, in whatever encoding, does not reach the next job.

interface Masked {
  /** What was registered by `::add-mask::`, and the secrets of the repository. */
  masks: readonly string[];
}

/** The outputs that reach the next job. */
export function jobOutputs(
  outputs: Readonly<Record<string, string>>,
  { masks }: Masked,
): Readonly<Record<string, string>> {
  const registered = masks.flatMap((mask) => [mask, ...mask.split(/\r?\n/).map((line) => line.trim())]);
  const hit = [...new Set(registered)].filter((mask) => mask !== '').flatMap(encodings);
  const isDropped = (value: string) => hit.some((form) => value.includes(form));
  return Object.fromEntries(Object.entries(outputs).filter(([, value]) => value !== '' && !isDropped(value)));
}

function encodings(mask: string): string[] {
  const json = JSON.stringify(mask).slice(1, -1);
  const forms = [mask, ...base64Forms(mask), json, mask.replaceAll('"', '\\"'), mask.replaceAll("'", "''")];
  return [...new Set([...forms, encodeURIComponent(mask), escapeXml(mask)])].filter((form) => form !== '');
}

/** As the text looks inside a longer one, at each of three places; without the characters that its neighbours change. */
function base64Forms(mask: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(mask)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const form = whole.slice(shift === 0 ? 0 : 4);
    return form.length < 4 ? [] : [form];
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
