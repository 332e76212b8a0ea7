/** What a write needs and the spec does not give: a new endpoint (service-api.md, v1 Create endpoint), or an update, which sends everything. */
import { configValue, isNeverEmpty, isUnset, type Member, members, valueAt } from '../model/config.ts';
import { type Issue, issueAt, memberText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { PlannedConfig } from './limits.ts';

/** Errors for what creation requires and has no documented default. A field that is given wrongly has an issue of its own. */
export function checkCreation(document: SpecDocument): Issue[] {
  return missingOf(document).map(({ path, hint }) => {
    const why = 'creating the endpoint requires it; an existing endpoint would keep its current value';
    const message = `${memberText(path)} is missing, and ${why}`;
    return issueAt(document, path, { code: 'required-to-create', message, hint });
  });
}

/** One notice of what creation would require, for who does not know whether the endpoint exists. */
export function noteCreation(document: SpecDocument): Issue[] {
  const missing = missingOf(document);
  if (missing.length === 0) return [];
  const named = missing.map(({ path }) => memberText(path)).join(', ');
  const message = `creating the endpoint would need ${named}; an existing one keeps what it has`;
  const hint = missing.map((each) => each.hint).join(' ');
  return [issueAt(document, ['name'], { code: 'required-to-create', severity: 'notice', message, hint })];
}

function missingOf(document: SpecDocument): { path: readonly string[]; hint: string }[] {
  const missing = members.filter((member) => member.neededToCreate !== undefined && isMissing(document, member));
  const byBlock = Map.groupBy(missing, ({ path }) => path.split('.')[0] ?? '');
  return [...byBlock].flatMap(([block, inBlock]) => {
    // Nothing of the block is there: that is one mistake.
    const paths = inBlock.length > 1 ? [[block]] : inBlock.map(({ path }) => path.split('.'));
    return paths.map((path) => ({ path, hint: inBlock[0]?.neededToCreate ?? '' }));
  });
}

function isMissing({ mentions, readable }: SpecDocument, { path }: Member): boolean {
  const [block = ''] = path.split('.');
  const isMalformed = mentions([block]) && valueAt(readable, block) === undefined;
  return !isMalformed && !mentions(path.split('.')) && valueAt(readable, path) === undefined;
}

/**
 * What a v1 update has to send (service-api.md: all parameters on every call), or what an endpoint that takes the place of another has to have, and neither the
 * spec nor the service tells: asked for by name.
 */
export function checkComplete(
  document: SpecDocument,
  {
    desired,
    id,
    purpose,
  }: Pick<PlannedConfig, 'desired'> & { id: string; purpose: 'update' | 'partial update' | 'new endpoint' },
): Issue[] {
  return members.flatMap((member): Issue[] => {
    if (purpose === 'update' && member.v1.update === 'never') return [];
    // The record is one of the envs, and a list goes as a whole.
    if (purpose === 'partial update' && member.path !== 'envs') return [];
    const path = member.path.split('.');
    const unread = desired.unread?.find((each) => each.path === member.path);
    const found = unread?.found ?? impossibleValue(member, desired);
    if (found === undefined || document.mentions(path)) return [];
    const message = `${memberText(path)} is required for the ${purpose.replace('partial ', '')}, but the spec does not set it, and the service returned ${found} for endpoint ${id}`;
    return [issueAt(document, path, { code: 'not-told', message, hint: `Add \`${member.path}\` to the spec.` })];
  });
}

/** What the service has told and no update could send: two ports, an empty image. */
function impossibleValue(member: Member, desired: PlannedConfig['desired']): string | undefined {
  const value = configValue(desired, member);
  if (member.kind === 'text') return isNeverEmpty(member) && isUnset(value) ? 'empty text' : undefined;
  if (member.kind !== 'ports' || !Array.isArray(value) || value.length === 1) return undefined;
  return value.length === 0 ? 'no ports' : `the ports ${value.join(', ')}`;
}
