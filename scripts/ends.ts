/** What each kind of end means: the table of docs/how-a-rollout-works.md, with a row for each kind that a failure can leave. */

import type { Left } from '../src/rollout/end.ts';

interface Meaning {
  /** The end of the title of a red run. */
  title: string;
  when: string;
  left: string;
}

/** A green run leaves `serving`. */
export const endMeanings: Readonly<Record<Exclude<Left['kind'], 'serving'>, Meaning>> = {
  untouched: {
    title: 'not changed',
    when: 'The run was refused, or failed before it wrote; or what is deployed already failed.',
    left: 'What was there.',
  },
  absent: { title: 'nothing created', when: 'The same, without an endpoint.', left: 'Nothing.' },
  restored: {
    title: 'restored to …',
    when: 'An update failed, with `on-failure: restore`.',
    left: 'The previous configuration. A field that the service refuses to put back is named; it is never the image.',
  },
  'written-back': {
    title: 'written back, not seen serving',
    when: 'The same, but no worker of it was healthy within 5 minutes.',
    left: 'The previous configuration.',
  },
  'not-restored': {
    title: 'RESTORE FAILED',
    when: 'The same, and the previous configuration could not be written back.',
    left: 'The new configuration, as far as known. The log has the previous one, to be put back by hand.',
  },
  unproved: {
    title: 'written, not proved',
    when: 'An update failed with `on-failure: keep`, was cancelled, or nothing speaks against the new version: a new worker had been healthy or was busy (429), nothing could be read, no new worker was listed, the endpoint was stopped, or no worker is replaced, as in scaling. Or a new endpoint could not be parked.',
    left: 'The new configuration. If nobody is served, or nothing has ever proved the endpoint, the title says `STILL BILLED` instead, and the message how to end it.',
  },
  parked: {
    title: 'parked',
    when: 'A new endpoint failed, a comparison refused a candidate, or a version that sleeps at zero was not proved; also in the five seconds of a cancelled run.',
    left: 'The endpoint at zero workers: it bills nothing unless it is called. The next deploy starts them again.',
  },
  deleted: { title: 'deleted', when: 'A new preview failed.', left: 'Nothing.' },
  gone: { title: 'deleted meanwhile', when: 'Someone deleted the endpoint meanwhile.', left: 'Nothing.' },
  foreign: {
    title: 'changed meanwhile',
    when: 'Someone changed the endpoint meanwhile (`conflict`).',
    left: 'That change. The message says what a run again replaces.',
  },
  rival: {
    title: 'created by another run',
    when: 'Another run created an endpoint of this name meanwhile (`conflict`). What this run created beside it is deleted.',
    left: 'That endpoint. A run again plans its change.',
  },
  'perhaps-created': {
    title: 'perhaps created',
    when: 'The answer to the create was lost, or the run was cancelled while it was sent.',
    left: 'Nothing shows it; the next run looks before it creates.',
  },
  'perhaps-updated': {
    title: 'perhaps updated',
    when: 'The same, of an update.',
    left: 'Nothing shows it; the next run looks before it writes.',
  },
};
