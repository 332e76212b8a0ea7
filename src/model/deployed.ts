/** The deployed configuration, noted member by member, and which members someone has changed by hand since. */

import { configValue, type EndpointConfig, isUnread, isUnset, type Member, members } from './config.ts';
import { type DeploymentRecord, readRecord, readUnproved, withoutOurs, writtenIn } from './record.ts';
import type { Env, Volume } from './row.ts';
import { shortHash } from './shortened.ts';

/** The members that a deploy writes and a reading shows, but for those that a change of scaling or a person renames. */
const notedMembers = members.filter(
  ({ returned, workers, identifies }) => returned && workers === 'replaced' && !identifies,
);
const notedWidth = 4;

/**
 * The note of a configuration: four characters for each of these members; `-` where the service chooses. `isOwn`: the
 * keys of the envs that the deploy has written.
 */
export function noteConfig(config: EndpointConfig, isOwn: (key: string) => boolean): string {
  return notedMembers.map((member) => noteOfMember(member, config, isOwn)).join('');
}

/** The same without secrets, which make no other version: a rotation may bring another key, too. */
export function notePlain(
  config: EndpointConfig,
  { isOwn, isSecret }: Record<'isOwn' | 'isSecret', (key: string) => boolean>,
): string {
  return noteConfig({ ...config, envs: config.envs.filter(({ key }) => !isSecret(key)) }, isOwn);
}

/** Which version was deployed, by the record; undefined where it does not say. */
export function recordedVersion({ deployed, deployedPlain, secretKeys }: DeploymentRecord): string | undefined {
  return deployedPlain ?? (secretKeys === undefined ? deployed : undefined);
}

/** The fields that no longer have the values of the last deploy: someone has changed them since. */
export function changedSinceDeploy(config: EndpointConfig): readonly string[] {
  const { deployed = '' } = readRecord(config) ?? {};
  // Another version of this program has noted other members.
  if (deployed.length !== notedMembers.length * notedWidth) return [];
  const now = noteConfig(config, writtenIn(config));
  const changed = notedMembers.filter(({ path }, index) => {
    const [then, found] = [deployed, now].map((notes) => notes.slice(index * notedWidth, (index + 1) * notedWidth));
    return then !== found && then !== unnoted && !isUnread(config, path);
  });
  return changed.map(({ path }) => path);
}

/** Whether the live version is marked, and has not served. A version that a person put there has no mark of its own. */
export function isUnproved(config: EndpointConfig): boolean {
  return readUnproved(config) !== undefined && changedSinceDeploy(config).length === 0;
}

const unnoted = '-'.repeat(notedWidth);

function noteOfMember(member: Member, config: EndpointConfig, isOwn: (key: string) => boolean): string {
  const value = configValue(config, member);
  // The service chooses a volume that has no ID.
  const isChosen = member.kind === 'volumes' && (value as readonly Volume[]).some(({ id }) => id === '');
  const envs = () => withoutOurs(value as readonly Env[]).filter(({ key }) => isOwn(key));
  const items = member.kind === 'envs' ? envs() : value;
  if (isChosen || isUnset(items)) return unnoted;
  const text = Array.isArray(items)
    ? items
        .map((item) => JSON.stringify(item))
        .sort()
        .join()
    : String(items);
  return shortHash(text, notedWidth);
}
