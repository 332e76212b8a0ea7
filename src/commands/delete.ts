/** The command `delete`: afterwards the named endpoint, or every preview of the pull request, does not exist. */

import { deleteInTurn, endOfDeletions } from '../account/delete.ts';
import { type Found, findNamed, nearIn } from '../account/find.ts';
import { openReads, withEnvs } from '../account/reads.ts';
import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Endpoint, Listed } from '../model/endpoint.ts';
import { didYouMean } from '../nearest.ts';
import { isCandidate } from '../plan/candidate.ts';
import { assertMeant, assertTrusted, checkOwnership } from '../plan/ownership.ts';
import { candidateName, isCandidateName } from '../plan/preview-spec.ts';
import type { Run } from '../plan/run.ts';
import { readPreview } from '../previews/decide.ts';
import { closePreview } from '../previews/end.ts';
import { escapeCell } from '../render/markdown.ts';
import { type Deletion, deletionSummary } from '../render/run-comment.ts';
import type { CommandFunction } from '../run/context.ts';
import { readNames } from '../run/specs.ts';
import { certainMs, settlingMs } from '../times.ts';

export const command: CommandFunction = async (context) => {
  const { inputs } = context;
  const preview = readPreview(context);
  if (!preview || preview.pullRequest.state === 'open') assertTrusted(context);
  if (preview) return closePreview(context, preview, 'delete');
  assertMeant(context);
  const names = (await readNames(context)).map(({ name }) => name);
  const forMs = inputs.endpointId ? settlingMs : certainMs;
  // All are looked up before the first deletion: an ambiguous name must not leave the others half way.
  const keeps = ({ name }: Listed) => isCandidateName(name);
  const { found, list } = await findNamed({ names, forMs, keeps, mustBeRead: false }, context);
  // A look-up by ID lists nothing.
  const listed = inputs.endpointId ? await openReads(context).list({ only: keeps }) : list;
  const candidates = found.map(({ name, live }) => candidateName(live?.config.name ?? name));
  const targets = found.map((each) =>
    each.live
      ? { listed: each.live, reason: '', objection: objectionTo(each.live, context) }
      : absentDeletion(each, inputs),
  );
  const objection = (now: Endpoint) => (mayGoWith(now, context) ? undefined : 'not a candidate of this repository');
  const named = listed.filter(({ config }) => candidates.includes(config.name));
  const read = await Promise.all(named.map((each) => withEnvs(each, context)));
  const beside = read
    .filter((each) => !names.includes(each.config.name) && mayGoWith(each, context))
    .map((listed) => ({ listed, reason: 'a candidate', objection }));
  const deletions = await deleteInTurn([...targets, ...beside], context);
  const subject = deletions.map(({ name }) => escapeCell(name)).join(', ');
  return endOfDeletions(deletions, deletionSummary(subject, deletions));
};

/** Whether a deploy has left it as the candidate of an endpoint that is deleted. */
const mayGoWith = (live: Endpoint, run: Run) => isCandidate(live) && !checkOwnership(live, run);

/** The endpoint may be renamed or another repository's by now. */
const objectionTo = (listed: Endpoint, run: Run) => (live: Endpoint) => {
  const [before, now] = [listed.config.name, live.config.name];
  if (before === now || run.inputs.endpointId) return checkOwnership(live, run);
  const message = `endpoint ${live.id} was listed as ${before}, but is named ${now} by now: it is not deleted`;
  const hint = 'If you mean that endpoint, delete it by `endpoint-id`.';
  return new DeployError({ code: 'conflict', message, hint });
};

/** Already deleted is as good as deleted. A misspelt name is a failure: its endpoint would go on being billed. */
function absentDeletion(found: Found, { endpointId }: Inputs): Deletion {
  const name = found.name || endpointId;
  const near = nearIn(found);
  if (!near) return { id: '', name, reason: 'it was deleted before, or never created', state: 'absent' };
  const message = `no endpoint has the ${endpointId ? 'ID' : 'name'} "${endpointId || name}", but one ${near.why}`;
  const hint = `${didYouMean(near.names)} If the endpoint was already deleted, there is nothing to do.`;
  const failure = new DeployError({ code: 'not-found', message, hint });
  return { id: '', name, reason: '', state: 'failed', failure };
}
