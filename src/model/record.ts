/** The notes of a run on its endpoint: the deployment record, and the mark of an unfinished configuration. */

import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';
import { type EndpointConfig, isUnread, v2Shortfall } from './config.ts';
import { pendingMarkerKey, recordEnvKey } from './env-rules.ts';
import type { Env } from './row.ts';
import { shortenedHas } from './shortened.ts';

/** What v2 carries. A longer text is not a record, and is not parsed. */
const maxRecordLength = 4095;

type Envs = EndpointConfig['envs'];
/** Where the notes of a run are. */
export type Noted = Pick<EndpointConfig, 'envs' | 'unread'>;

const shortText = z.string().check(z.maxLength(500));
const count = z.int().check(z.gte(0), z.lte(1_000_000));
const may = z.exactOptional;
const ofForm = (pattern: RegExp) => z.string().check(z.regex(pattern));
/** Texts that {@link shorten} has shortened. */
const hashes = ofForm(/^(?:[48]\.[\w-]*|\*)$/);

const date = shortText.check(z.refine((time) => !Number.isNaN(Date.parse(time))));
/** What `noteConfig` of src/model/deployed.ts has noted. */
const deployed = ofForm(/^[\w-]{0,200}$/);

/** A version that served before. It has neither run nor commit if it came by hand or on a command line. */
const earlierSchema = z.object({
  run: may(shortText),
  commit: may(shortText),
  image: may(shortText),
  /** The configuration without `secret-envs`; absent where nobody has noted it. */
  deployed: may(deployed),
  /** When it was replaced. */
  at: may(date),
  /** Someone went back from it on purpose. */
  left: may(z.literal(true)),
});

/** What a run notes of the version that it deploys. Texts by `shorten`. */
const versionSchema = z.object({
  /** `owner/name`; it comes with `commit`, `ref`, `run`, `time` and `tool`, and is absent outside a workflow. */
  repository: may(shortText),
  /** The ID of the repository, which a rename and a transfer keep. */
  repositoryId: may(ofForm(/^\d{1,20}$/)),
  commit: may(shortText),
  ref: may(shortText),
  /** Id and attempt of the run: `123.1`. */
  run: may(shortText),
  /** The event of the run, such as `push`. */
  event: may(shortText),
  /** The newest commit that a run went over on purpose: version 1.0 wrote it, later versions note it in `before`. */
  over: may(shortText),
  /** Newest first. */
  before: may(z.array(earlierSchema).check(z.maxLength(20))),
  /** The pull request of a preview: nothing is deleted for a record without it. */
  pullRequest: may(z.int().check(z.gt(0))),
  /** The name at the deploy: a copy that a person makes under another name has the same record. */
  name: may(z.string().check(z.maxLength(220))),
  /** The image before it was pinned, such as `ghcr.io/acme/llama:main`; anyone with the console may have written it. */
  pinnedFrom: may(shortText.check(z.regex(/^[\w./:@${}-]+$/))),
  /** The image from the input `image` instead of the spec. */
  imageInput: may(hashes),
  /** When it was deployed, ISO 8601 in UTC. */
  time: may(date),
  /** `deploy-gpu-endpoint/1.0.0`. */
  tool: may(shortText),
  /** The keys of the envs from `secret-envs`: a run without this input must not remove them. */
  secretKeys: may(hashes),
  /** The tests of the spec, so that a plan can count new and removed ones. */
  tests: may(ofForm(/^4\.[\w-]*$/)),
  /** The keys of the envs that a deploy has written. */
  envKeys: may(hashes),
  /** It stands in front of the endpoint of which it has the configuration, and goes when its run is over. */
  candidate: may(z.literal(true)),
  /** Its run did not wait, so it has proved nothing. */
  wait: may(z.literal('none')),
  /** The run that noted, while the version slept, that it would test it; `true`: it counts however that run ended. */
  tested: may(z.union([z.literal(true), shortText])),
  /** The version came by hand, and the run has tested it. */
  byHand: may(z.literal(true)),
  /** The image in plain text. */
  image: may(shortText),
  /** The configuration with the values of `secret-envs`: someone may change them by hand. */
  deployed: may(deployed),
  /** The configuration without these envs, where there are some: secrets make no other version. */
  deployedPlain: may(deployed),
});

/** The endpoint before a write, for later runs. Texts by {@link shorten}. */
const writeNoteShape = {
  /** The IDs of the workers before the write. */
  oldWorkers: hashes,
  /** The IDs among them of workers that run the restored version, where the write is a restore. */
  rightWorkers: may(hashes),
  /** When the write was sent, in seconds since 1970. */
  writtenAt: may(z.int()),
  /** Workers of the write before it were not all listed yet. */
  unsettled: may(z.literal(true)),
};
const writeNoteSchema = z.object(writeNoteShape);

/** A parking: the numbers of workers from before, and the failure and run that left it unproved, or who parked it. */
const parkedSchema = z.object({
  minNum: count,
  freeTimeout: count,
  why: may(ofForm(/^[a-z-]{1,40}$/)),
  run: may(ofForm(/^\d{1,20}(?:\.\d{1,4})?$/)),
  /** A person has parked it. */
  by: may(ofForm(/^[\w[\] -]{1,120}$/)),
  /** The run, or the person, has found it as it was, and has not seen it fail. */
  hasServed: may(z.literal(true)),
});

const wholeSchema = z
  .object({
    ...versionSchema.shape,
    ...writeNoteShape,
    oldWorkers: may(hashes),
    parked: may(parkedSchema),
  })
  .check(
    z.refine(({ repository, commit, ref, run, time, tool, oldWorkers, envKeys }) => {
      const owner = [repository, commit, run];
      const isOwned = owner.some((each) => each !== undefined);
      const isOwnerWhole = [...owner, ref, time, tool].every((each) => each !== undefined);
      return (isOwnerWhole || !isOwned) && (oldWorkers === undefined || envKeys !== undefined);
    }),
  );

export type EarlierVersion = z.output<typeof earlierSchema>;
export type DeploymentRecord = z.output<typeof versionSchema>;
type OwnerMember = 'repository' | 'commit' | 'ref' | 'run' | 'time' | 'tool';
export type OwnedRecord = DeploymentRecord & Required<Pick<DeploymentRecord, OwnerMember>>;
export type WriteNote = z.output<typeof writeNoteSchema>;
export type ParkedMark = z.output<typeof parkedSchema>;

/**
 * What the last deploy has noted of its version; undefined without a readable record: see {@link recordDoubt}. A
 * restore of what no deploy has made notes workers, and no time.
 */
export function readRecord(config: Noted): DeploymentRecord | undefined {
  const whole = readWhole(config);
  return whole?.time === undefined ? undefined : versionSchema.parse(whole);
}

/** The record of a run in a workflow, which names its repository; undefined without one. */
export function readOwner(config: Noted): OwnedRecord | undefined {
  const record = readRecord(config);
  return record?.repository === undefined ? undefined : (record as OwnedRecord);
}

/** The note of the last write; undefined without one. */
export function readWriteNote(config: Noted): WriteNote | undefined {
  return writeNoteSchema.safeParse(readWhole(config)).data;
}

/** Whether a deploy has written the env of that key, by the record; false without one. */
export function writtenIn(config: Noted): (key: string) => boolean {
  const has = shortenedHas(readWhole(config)?.envKeys);
  return (key) => key === pendingMarkerKey || has(key);
}

/** Whether the env of that key came from `secret-envs`, by the record. */
export function secretIn(config: Noted): (key: string) => boolean {
  return shortenedHas(readWhole(config)?.secretKeys);
}

/** The mark of a version that no run has proved, or that a person has parked; undefined without one. */
export function readParked(config: Noted): ParkedMark | undefined {
  return readWhole(config)?.parked;
}

/** The mark of a version that has not served; undefined without one. */
export function readUnproved(config: Noted): ParkedMark | undefined {
  const mark = readParked(config);
  return mark?.hasServed ? undefined : mark;
}

/** Why the owner is unknown, as words after the name of the endpoint; undefined if the envs say who it is. */
export function recordDoubt(config: Noted): string | undefined {
  if (isUnread(config, 'envs')) return 'does not show its envs';
  const isUnreadable = recordEnvOf(config) && !readWhole(config);
  return isUnreadable ? `has a record in its env \`${recordEnvKey}\` that cannot be read` : undefined;
}

/**
 * The one reader. Undefined without a record, with two different ones, or where any member has another form: whoever
 * wrote it has deployed the endpoint. Most endpoints of an account have none.
 */
function readWhole({ envs }: Noted): z.output<typeof wholeSchema> | undefined {
  const [value = '', ...others] = new Set(envs.filter(({ key }) => key === recordEnvKey).map(({ value }) => value));
  if (value === '' || others.length > 0 || value.length > maxRecordLength) return undefined;
  return wholeSchema.safeParse(tryParseJson(value)?.value).data;
}

/** Unparsed; undefined without a record. */
export function recordEnvOf({ envs }: Noted): Env | undefined {
  return envs.find(({ key }) => key === recordEnvKey);
}

/** The envs without the record of an earlier run. */
export function withoutRecord(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey);
}

/** The envs without our own: the record and the mark. */
export function withoutOurs(envs: Envs): Envs {
  return envs.filter(({ key }) => key !== recordEnvKey && key !== pendingMarkerKey);
}

/**
 * The envs with this record instead of any other. Outside a workflow it has no commit, but notes the same of the write.
 * The oldest versions go where the text would be too long.
 */
export function withRecord(envs: Envs, record: DeploymentRecord & Partial<WriteNote> & { parked?: ParkedMark }): Envs {
  const value = JSON.stringify(record);
  if (value.length > maxRecordLength && record.before?.length)
    return withRecord(envs, { ...record, before: record.before.slice(0, -1) });
  return [...withoutRecord(envs), { key: recordEnvKey, value }];
}

/**
 * For the first of two calls. If the run dies between the two, no reading shows that a never returned member is
 * missing: only the mark shows the next run a difference, so that it sends everything. The same configuration where
 * the finishing call could not remove the mark.
 */
export function withPendingMarker(config: EndpointConfig): EndpointConfig {
  const others = config.envs.filter(({ key }) => key !== pendingMarkerKey);
  const marked = { ...config, envs: [...others, { key: pendingMarkerKey, value: 'true' }] };
  // v2 carries all envs or none.
  return v2Shortfall(marked)('envs') ? config : marked;
}
