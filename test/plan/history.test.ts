/** How the versions that an endpoint remembers move with a write: a row a case, by the letters of the versions. */

import { expect, test } from 'vitest';
import { notePlain } from '../../src/model/deployed.ts';
import { type EarlierVersion, withRecord } from '../../src/model/record.ts';
import { shorten } from '../../src/model/shortened.ts';
import { beforeAfter, type Order, plannedVersion } from '../../src/plan/history.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const us = { repository: 'acme/llama', repositoryId: '7' };
const letters = 'abcdefg';
const imageOf = (letter: string) => `ghcr.io/acme/llama:${letter}`;
const configOf = (letter: string) => ({ ...liveConfig, image: { ...liveConfig.image, image: imageOf(letter) } });
const isOwn = { isOwn: () => true, isSecret: () => false };
const deployedOf = (letter: string) => notePlain(configOf(letter), isOwn);
const runOf = (letter: string) => String(5001 + letters.indexOf(letter));
/** `b!`: somebody went back from it. `?`: by hand. `-`: no run has proved it. */
const entry = (text: string): EarlierVersion => {
  const letter = text.charAt(0);
  const noted = text.includes('?') ? {} : { run: runOf(letter), commit: letter.repeat(40) };
  const image = text.includes('-') ? {} : { image: imageOf(letter) };
  return { ...noted, ...image, deployed: deployedOf(letter), ...(text.includes('!') && { left: true }) };
};
const entries = (text: string) => text.split(' ').filter(Boolean).map(entry);
const shown = (version: EarlierVersion) =>
  `${version.image?.slice(-1) ?? '-'}${version.commit ? '' : '?'}${version.left ? '!' : ''}`;

interface Case {
  /** The version of the record, and what it remembers; '' for no record. */
  recorded: string;
  before?: string;
  /** What runs; default as recorded. */
  current?: string;
  record?: object;
  /** The version that is written. By its letter, it is newer than those before it. */
  ours: string;
  isBack?: true;
  onTerminal?: true;
}

function moved({ recorded, before = '', current = recorded, record = {}, ours, isBack, onTerminal }: Case): string {
  const config = configOf(current || 'a');
  const noted = {
    ...{ ...us, ref: 'refs/heads/main', time: '2026-01-01T00:00:00Z', tool: 't' },
    ...{ commit: recorded.repeat(40), run: `${runOf(recorded)}.1`, deployed: deployedOf(recorded) },
    ...{ image: imageOf(recorded), envKeys: shorten(config.envs.map(({ key }) => key)), before: entries(before) },
    ...record,
  };
  const envs = recorded === '' ? config.envs : withRecord(config.envs, noted);
  const plan = makePlan({
    spec: { name: config.name, image: { image: imageOf(ours) } },
    secretEnvs: new Map(),
    live: { ...liveEndpoint, config: { ...config, envs } },
  });
  const orderOf = ({ commit = '' }: EarlierVersion): Order => {
    const steps = letters.indexOf(commit.charAt(0)) - letters.indexOf(ours);
    return commit === '' ? 'unknown' : steps === 0 ? 'same' : steps > 0 ? 'newer' : 'older';
  };
  const versions = beforeAfter(plan, {
    us: onTerminal ? { repository: '' } : us,
    isBack: isBack ?? false,
    orderOf,
    date: new Date(0),
  });
  return versions.map(shown).join(' ');
}

const parked = { parked: { minNum: 0, freeTimeout: 60 } };
const ofTerminal = { repository: undefined, commit: undefined, run: undefined };

test.for<[string, Case, string]>([
  ['the replaced version comes first', { recorded: 'b', before: 'a', ours: 'c' }, 'b a'],
  ['five are remembered', { recorded: 'f', before: 'e d c b a', ours: 'g' }, 'f e d c b'],
  ['a version that no run has proved does not enter', { recorded: 'b', before: 'a', record: parked, ours: 'c' }, 'a'],
  ['unless somebody goes back from it', { recorded: 'b', before: 'a', record: parked, ours: 'a', isBack: true }, '-!'],
  ['and then only as long as that holds', { recorded: 'a', before: 'b-!', ours: 'c' }, 'a'],
  ['the same bytes again', { recorded: 'b', before: 'a', ours: 'b' }, 'a'],
  ['bytes that come back leave their place', { recorded: 'b', before: 'a', ours: 'a' }, 'b'],
  ['a way back leaves what it replaces', { recorded: 'b', before: 'a', ours: 'a', isBack: true }, 'b!'],
  ['two ways back hold against both', { recorded: 'b', before: 'c! a', ours: 'a', isBack: true }, 'b! c!'],
  ['a way back to far leaves all that is newer', { recorded: 'c', before: 'b a', ours: 'a', isBack: true }, 'c! b!'],
  ['what is left stays so beside an older push', { recorded: 'b', before: 'd! a', ours: 'c' }, 'b d! a'],
  ['what contains it ends it', { recorded: 'a', before: 'b!', ours: 'c' }, 'a b'],
  ['the version that was left comes back on purpose', { recorded: 'a', before: 'b!', ours: 'b' }, 'a'],
  ['half the way forward', { recorded: 'a', before: 'b! c!', ours: 'b' }, 'a c!'],
  ['changed by hand, and the version below it', { recorded: 'b', before: 'a', current: 'f', ours: 'c' }, 'f? b a'],
  [
    'by hand over what no run has proved',
    { recorded: 'b', before: 'a', current: 'f', record: parked, ours: 'c' },
    'f? a',
  ],
  ['a way back from it', { recorded: 'b', before: 'a', current: 'f', ours: 'a', isBack: true }, 'f?! b!'],
  ['and it holds until the next version', { recorded: 'a', before: 'f?!', ours: 'b' }, 'a f?'],
  ['made by hand', { recorded: '', ours: 'c' }, 'a?'],
  ['of a command line', { recorded: 'b', before: 'a', record: ofTerminal, ours: 'c' }, 'b? a'],
  ['the same bytes, by a command line', { recorded: 'b', before: 'a', ours: 'b', onTerminal: true }, 'b a'],
  ['and then another version', { recorded: 'b', before: 'b a', record: ofTerminal, ours: 'c' }, 'b a'],
  [
    'of another repository',
    { recorded: 'b', before: 'a!', record: { repository: 'x/y', repositoryId: '8' }, ours: 'c' },
    'b? a?',
  ],
  ['of a record of 1.0', { recorded: 'b', record: { before: undefined, over: 'd'.repeat(40) }, ours: 'c' }, 'b -!'],
  [
    'of a record of 1.0, once something newer comes',
    { recorded: 'b', record: { before: undefined, over: 'c'.repeat(40) }, ours: 'd' },
    'b',
  ],
])('%s', ([, given, expected]) => {
  expect(moved(given)).toBe(expected);
});

test("a version without envs is the same one beside somebody else's env", () => {
  const planOf = (envs: typeof liveConfig.envs) =>
    makePlan({
      spec: { name: liveConfig.name, image: { image: imageOf('a') }, envs: [] },
      secretEnvs: new Map(),
      live: { ...liveEndpoint, config: { ...configOf('b'), envs } },
    });
  const noted = { time: '2026-01-01T00:00:00Z', tool: 't', envKeys: shorten([]) };
  const [alone, beside] = [[], [{ key: 'THEIRS', value: '1' }]].map((envs) =>
    plannedVersion(planOf(withRecord(envs, noted))),
  );
  expect(beside).toBe(alone);
});

test('the bytes of what was made by hand are known when they come back, whatever envs it has beside', () => {
  const planOf = (letter: string, envs: typeof liveConfig.envs) =>
    makePlan({
      spec: { name: liveConfig.name, image: { image: imageOf(letter) }, envs: [{ key: 'LOG', value: 'info' }] },
      secretEnvs: new Map(),
      live: { ...liveEndpoint, config: { ...configOf('a'), envs } },
    });
  const move = { us, isBack: false, orderOf: (): Order => 'unknown', date: new Date(0) };
  const [byHand] = beforeAfter(planOf('b', liveConfig.envs), move);
  const noted = { time: '2026-01-01T00:00:00Z', tool: 't', envKeys: shorten(['LOG']) };
  expect(byHand?.deployed).toBe(plannedVersion(planOf('a', withRecord(liveConfig.envs, noted))));
});
