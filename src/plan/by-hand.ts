/** What a plan replaces that no workflow has chosen, or leaves behind, in words. Pure. */

import { isPartOf } from '../model/config.ts';
import { changedSinceDeploy } from '../model/deployed.ts';
import { plural } from '../model/display.ts';
import { readParked, readRecord, recordDoubt } from '../model/record.ts';
import { visibleText } from '../shown-text.ts';
import type { OrderQuestion, Word } from './order.ts';
import type { Plan } from './plan.ts';
import type { Run } from './run.ts';

/** Warns of replaced values that no workflow has deployed. The log of the plan has them, but no value of an env. */
export function outsideWords({ operation, live, changes, foreignEnvs }: Plan, { github }: Run): Word[] {
  if (operation !== 'update' || !live || recordDoubt(live.config)) return [];
  const { config } = live;
  const record = readRecord(config);
  const hint =
    'The lines of the plan in the log show what was there, but no value of an env. To keep it, write it into the spec.';
  const warn = (title: string, message: string): Word[] => [{ title, severity: 'warning', message, hint }];
  if (!record) {
    const count = foreignEnvs.length;
    const envs = count === 0 ? '' : `, ${plural(count, 'env')} kept (${foreignEnvs.join(', ')})`;
    const message = `it was made by hand and is taken over: image ${visibleText(config.image.image)}${envs}.`;
    return warn('made by hand, and taken over', message);
  }
  const members = changes.map(({ member }) => member);
  const isChanged = (path: string) => members.some((member) => isPartOf(member, path));
  const isOfTerminal = !record.run && github.context.repository !== '';
  const replaced = isOfTerminal ? members : changedSinceDeploy(config).filter(isChanged);
  if (replaced.length === 0) return [];
  const [what, how] = isOfTerminal
    ? ['a deploy on a command line', 'deployed on a command line']
    : ['a change by hand', `changed by hand since ${record.run ? `run ${record.run}` : 'the last deploy'}`];
  return warn(`${what} is replaced`, `it was ${how}, and this run replaces ${replaced.join(', ')}.`);
}

/** Who has parked it may not know of the run that starts it. */
export function unparkedWords({ live }: Plan): Word[] {
  const { by } = (live && readParked(live.config)) ?? {};
  if (by === undefined) return [];
  const message = `it was parked by ${by}, and this run starts it again.`;
  return [
    { title: 'no longer parked', severity: 'notice', message, hint: 'To park it again, run the command `park`.' },
  ];
}

/** Nothing tells an endpoint that was made by hand from one whose envs someone has rewritten without the record. */
export function unrecordedWords({ operation, live }: Plan, { preview }: Run): Word[] {
  if (operation !== 'unchanged' || !live || preview || recordDoubt(live.config) || readRecord(live.config)) return [];
  const message =
    'it has no record of a deploy: it was made by hand, or someone has rewritten its envs. So nothing shows who has ' +
    'deployed what is there, and whether it is newer.';
  const hint = 'The next deploy that changes more than its scaling writes a record.';
  return [{ title: 'no record', severity: 'warning', message, hint }];
}

/** A name of a commit or a run is another one for each. */
export function passingNameWords({ operation, desired: { name } }: Plan, { github, preview }: Run): Word[] {
  const { sha, runId } = github.context;
  const isOfRun = (word: string) => word.length >= 7 && (sha.startsWith(word) || word === runId);
  const passing = operation === 'create' && !preview && name.split(/[^a-z0-9]+/).find(isOfRun);
  if (!passing) return [];
  const message = `its name has ${passing}, which only this run has: the next one creates another endpoint, and this one stays.`;
  const hint =
    'Write a name that stays, unless a later step deletes the endpoint. For one endpoint a pull request, write `preview: true`.';
  return [{ title: 'a name for one run', severity: 'notice', message, hint }];
}

/** A push may take back what somebody has raised by hand. */
export function loweredWords({ operation, live, desired }: Plan, by: OrderQuestion['by']): Word[] {
  if (operation !== 'update' || readParked(live.config) || (by !== 'push' && by !== 'rerun')) return [];
  const lowered = (['minNum', 'maxNum'] as const).flatMap((member) => {
    const [from, to] = [live.config.workerConfig[member], desired.workerConfig[member]];
    return to < from ? `workerConfig.${member} from ${from} to ${to}` : [];
  });
  if (lowered.length === 0) return [];
  const message = `this run lowers ${lowered.join(' and ')}: someone may have raised it by hand.`;
  return [{ title: 'fewer workers', severity: 'notice', message, hint: 'To keep it, write it into the spec.' }];
}
