/** Plays a random week, and says what of it is untrue: each run is judged by what an engineer on call would have written down before. */

import type { ManualClock, StoredEndpoint } from '../emulator/emulator.ts';
import { passing, recordKey } from '../scenarios/deployment.ts';
import { repository, type Stage, setStage } from '../scenarios/github-stage.ts';
import type { StepResult } from '../scenarios/step.ts';
import type { Quality, RunStep, Trouble, WeekSequence, WeekStep } from './week-sequence.ts';

const lines = 30;
/** Each commit of main follows the one before; each of the branch, the one of main with its number. */
const mainCommit = (number: number) => (16 + number).toString(16).repeat(20);
const branchCommit = (number: number) => (128 + number).toString(16).repeat(20);

interface Image {
  reference: string;
  quality: Quality;
}

/** A run as it was started, so that it can be started again. */
interface Started {
  id: number;
  attempt: number;
  by: RunStep['by'];
  line: 'main' | 'branch';
  /** In its line. */
  commit: number;
  image: Image;
  minNum: number;
}

/** What is there, by whom, as the truth has it. */
interface Version {
  image: Image;
  /** Undefined for what came by hand or from a command line. */
  run: Started | undefined;
  isByHand?: true;
  /** A person has chosen it. */
  isChosen: boolean;
  /** Something has shown that it serves, or it was put there by hand. */
  hasServed: boolean;
}

export interface PlayedWeek {
  wrong: readonly string[];
  runs: number;
  /** What was played, a line each. */
  told: readonly string[];
}

export async function playWeekSequence(sequence: WeekSequence): Promise<PlayedWeek> {
  const commits: Record<string, string[]> = {};
  for (let number = 0; number < lines; number += 1) {
    commits[mainCommit(number)] = number === 0 ? [] : [mainCommit(number - 1)];
    commits[branchCommit(number)] = [mainCommit(number)];
  }
  const { keepOldWorkersMs, mayAskRuns } = sequence.world;
  await using stage = await setStage({
    emulator: { ...passing, switches: { keepOldWorkersMs } },
    api: {
      commits,
      branches: { main: mainCommit(0) },
      ...(!mayAskRuns && { permissions: { actions: 'none' as const } }),
    },
  });
  const week = openWeek(sequence.world, stage);
  for (const [index, step] of sequence.steps.entries()) {
    const wrong = await week.play(step);
    if (wrong.length > 0) return { wrong: wrong.map((each) => `step ${index}: ${each}`), ...week.played() };
  }
  const wrong = await week.end();
  return { wrong: wrong.map((each) => `in the end: ${each}`), ...week.played() };
}

function openWeek(world: WeekSequence['world'], stage: Stage) {
  const { emulator, api } = stage;
  const clock = emulator.clock as ManualClock;
  const images: Image[] = [];
  const started: Started[] = [];
  const told: string[] = [];
  let late: { run: Started; step: RunStep }[] = [];
  let tip = -1;
  let ids = 5000;
  let runs = 0;
  let rotations = 0;
  let there: Version | undefined;
  /** What served before, newest first. */
  let before: Version[] = [];
  /** The references that somebody went back from. */
  const left = new Map<string, Started | undefined>();
  let isParkedByPerson = false;
  /** Nothing shows that what is there serves: a runner was lost, the run did not wait, or has kept a failure. */
  let isOpen = false;
  /** An image of main by its commit. */
  const ofMain = new Map<number, Image>();

  const newImage = (quality: Quality): Image => {
    const number = (images.length + 1).toString(16).padStart(8, '0');
    const reference = `ghcr.io/acme/llama@sha256:${(number + (quality === 'wrong' ? 'bad0' : 'f00d')).padEnd(64, '0')}`;
    const image = { reference, quality };
    images.push(image);
    if (quality === 'crashing') emulator.addScript({ image: reference, outcome: 'crash-loop', times: 'always' });
    if (quality === 'missing') emulator.addScript({ image: reference, outcome: 'image-pull', times: 'always' });
    return image;
  };
  const earlierImage = (pick: number) => images[pick % Math.max(1, images.length)];
  const endpoint = () => emulator.endpoints().find(({ name }) => name === 'llama');
  const imageThere = () => images.find(({ reference }) => reference === endpoint()?.image.image);

  function imageOf(step: RunStep, same: Image | undefined): Image {
    if (step.image === 'same') return same ?? newImage('good');
    if (step.image === 'earlier') return earlierImage(step.pick) ?? newImage('good');
    return newImage(step.image);
  }

  /** A run of that step, with the next ID. */
  function start(step: RunStep): Started {
    ids += 1;
    const { by, pick } = step;
    const common = { id: ids, attempt: 1, by, minNum: step.minNum ?? world.minNum };
    const again = started[pick % Math.max(1, started.length)];
    if (by === 'again' && again) {
      again.attempt += 1;
      return again;
    }
    if (by === 'push' || by === 'late' || by === 'again' || tip < 0) {
      tip += 1;
      api.setBranch('main', mainCommit(tip));
      const image = imageOf(step, ofMain.get(tip - 1));
      ofMain.set(tip, image);
      return { ...common, by: by === 'late' ? 'late' : 'push', line: 'main', commit: tip, image };
    }
    if (by === 'branch') {
      const image = imageOf(step, ofMain.get(tip));
      return { ...common, line: 'branch', commit: Math.max(0, tip - (pick % 3)), image };
    }
    const commit = by === 'tag' || by === 'back' ? pick % (tip + 1) : tip;
    return {
      ...common,
      line: 'main',
      commit,
      image: by === 'back' ? (ofMain.get(commit) ?? newImage('good')) : imageOf(step, ofMain.get(commit)),
    };
  }

  function spec(minNum: number): string {
    const candidate = world.hasCandidate ? 'candidate: true\n' : '';
    const tests = world.hasTests ? `tests: [{get: /check, expect: {contains: f00d}}]\n${candidate}` : '';
    return `name: llama\nports: [8000]\npolicy: {type: concurrency, value: 8}\nproducts: [SL-serverless-3]\nhealthy: {path: /health}\nworkerConfig: {minNum: ${minNum}, maxNum: 4}\n${tests}`;
  }

  function environmentOf({ by, line }: Started): {
    env: Record<string, string>;
    event?: { name: string; payload: unknown };
  } {
    const payload = { repository: { full_name: repository, default_branch: 'main' } };
    if (by === 'cron') return { env: { GITHUB_EVENT_NAME: 'schedule' } };
    if (by === 'laptop') return { env: { GITHUB_REPOSITORY: '' } };
    if (by === 'tag') return { env: { GITHUB_REF: 'refs/tags/v1' }, event: { name: 'release', payload } };
    if (by === 'dispatch' || by === 'back') return { env: {}, event: { name: 'workflow_dispatch', payload } };
    return line === 'branch' ? { env: { GITHUB_REF: 'refs/heads/hotfix' } } : { env: {} };
  }

  /** What has not happened by the end of the run does not happen. */
  function trouble({ does, nth }: Trouble, { image, minNum }: Started): void {
    const old = endpoint()?.image.image;
    const meet = (operation: 'get' | 'create' | 'update', run: () => void, after = 0) =>
      emulator.addFault({ operation, kind: 'hook', when: 'before', after, run });
    const add = (change: Parameters<typeof emulator.addChange>[0]) => endpoint() && emulator.addChange(change);
    const atReading = (change: Parameters<typeof add>[0]) => meet('get', () => void add(change), nth - 1);
    const isThere = endpoint()?.workers.some((worker) => worker.healthy && worker.image === old);
    if (does === 'old under a new ID' && old && isThere && minNum > 0 && old !== image.reference)
      atReading({ kind: 'scale-out', image: old, script: { outcome: 'healthy' } });
    // Nobody calls what a run has parked meanwhile, so no worker comes.
    if (does === 'new one that crashes')
      meet(
        'get',
        () => void (readRecordOf(endpoint())?.parked || add({ kind: 'scale-out', script: { outcome: 'crash-loop' } })),
        nth - 1,
      );
    if (does === 'interrupted') atReading({ kind: 'interrupt', forMs: 12_000 });
    if (does === 'no GPU' && !['crashing', 'missing'].includes(image.quality))
      for (const operation of ['create', 'update'] as const)
        meet(operation, () =>
          emulator.addScript({ image: image.reference, outcome: 'no-capacity', recoversAfterMs: 90_000 }),
        );
    if (does === 'restore refused') emulator.addFault({ operation: 'update', kind: 'status', status: 400, after: 1 });
  }

  async function playRun(run: Started, step: RunStep): Promise<string[]> {
    runs += 1;
    clock.advance(120_000);
    const found = endpoint();
    const { cut, onFailure, wait } = step;
    const allow = [run.by === 'back' ? 'older-commit' : '', run.by === 'laptop' ? 'adopt' : ''].filter(Boolean);
    if (step.isRotated) rotations += 1;
    if (step.trouble) trouble(step.trouble, run);
    emulator.clearRequests();
    const sha = run.line === 'main' ? mainCommit(run.commit) : branchCommit(run.commit);
    const { env, event } = environmentOf(run);
    const result = await stage.step({
      sha,
      runId: String(run.id),
      spec: spec(run.minNum),
      ...(event && { event }),
      env: { GITHUB_RUN_ATTEMPT: String(run.attempt), ...env },
      with: {
        image: run.image.reference,
        ...(onFailure && { 'on-failure': onFailure }),
        ...(wait && { wait }),
        ...(allow.length > 0 && { allow: allow.join(' ') }),
        ...(world.hasSecret && { 'secret-envs': `TOKEN=a-secret-value-${rotations}` }),
      },
      ...(cut && {
        isRelayed: cut.signal === 'SIGKILL',
        onStart: ({ kill }) =>
          emulator.addFault({
            ...{ operation: 'any', kind: 'hook', when: 'after', after: cut.after - 1 },
            run: () => kill(cut.signal),
          }),
      }),
    });
    emulator.clearFaults();
    const isKilled = result.signal === 'SIGKILL';
    told.push(
      `${run.by} ${run.line} ${run.commit} run ${run.id}.${run.attempt} ${short(run.image)} ${run.image.quality} min ${run.minNum}${onFailure ? ' keep' : ''}${wait ? ' wait none' : ''}${cut ? ` cut ${cut.after} ${cut.signal}` : ''}${step.trouble ? ` ${step.trouble.does} ${step.trouble.nth}` : ''} → ${isKilled ? 'killed' : result.end} (${shortReference(endpoint()?.image.image)}) ${result.outputs.proof ?? ''}`,
    );
    const wrong = judge({ run, step, result, found, isKilled });
    if (!started.includes(run) && run.by !== 'laptop') started.push(run);
    return wrong.length > 0 ? [...wrong, ...told, result.log, ...result.annotations] : [];
  }

  interface Judged {
    run: Started;
    step: RunStep;
    result: StepResult;
    found: StoredEndpoint | undefined;
    isKilled: boolean;
  }

  function judge({ run, step, result, found, isKilled }: Judged): string[] {
    const wrong: string[] = [];
    const now = endpoint();
    const was = there;
    const isGreen = result.exitCode === 0;
    const { operation = '', proof = '', changed } = result.outputs;
    const reason = result.outputs['failure-reason'] ?? '';
    const asked = run.image.reference;
    const isBad =
      ['crashing', 'missing'].includes(run.image.quality) || (world.hasTests && run.image.quality === 'wrong');
    const text = `${result.log}\n${result.annotations.join('\n')}`;
    const say = (words: string) => void wrong.push(words);
    const isPerson = run.by === 'back' || run.by === 'laptop' || run.by === 'dispatch' || run.attempt > 1;
    const isSame = now?.image.image === found?.image.image;
    if (!isKilled && (reason === 'internal' || result.end.startsWith('exit code'))) say(`a defect: ${result.end}`);

    // The order: what a run may replace.
    if (was && found && found.image.image === was.image.reference && !isKilled) {
      const isRemembered = [was, ...before].some(({ image }) => image.reference === asked);
      const order = was.run && orderOf(was.run, run);
      if (!isPerson && left.has(asked) && !isSame) say('a version that somebody went back from is back, unattended');
      if (
        run.by === 'cron' &&
        run.attempt === 1 &&
        isParkedByPerson &&
        found.workerConfig.minNum === 0 &&
        (now?.workerConfig.minNum ?? 0) > 0
      )
        say('a schedule has started what a person has parked');
      if (
        run.by === 'cron' &&
        run.attempt === 1 &&
        was.isChosen &&
        was.hasServed &&
        // What no workflow has deployed yet has no record of ours.
        [was, ...before].some((each) => each.run !== undefined) &&
        isRemembered &&
        !isSame &&
        asked !== was.image.reference
      )
        say('a schedule has undone a person');
      if (
        !isPerson &&
        order === 'newer' &&
        was.hasServed &&
        // What is seen to fail, and never served, holds up nothing.
        !['crashing', 'missing'].includes(was.image.quality) &&
        !isOpen &&
        !isSame &&
        was.run?.line === 'main' &&
        run.line === 'main'
      )
        say(`the older run ${run.id} went over run ${was.run.id}`);
      if (
        isGreen &&
        run.attempt > 1 &&
        order === 'newer' &&
        asked === was.image.reference &&
        operation === 'unchanged' &&
        found.image.image === asked &&
        // Another secret alone makes no other version, but a record of this run.
        Number.parseInt(readRecordOf(found)?.run ?? '', 10) !== run.id
      )
        say('a way back that moves no byte is green');
      if (
        isGreen &&
        isPerson &&
        run.by !== 'dispatch' &&
        operation === 'superseded' &&
        isServedHere(run) &&
        run.by !== 'laptop'
      )
        say('a way back was skipped');
    }

    // Green means that it works.
    if (isGreen && !isKilled && operation !== 'superseded') {
      if (now?.image.image !== asked) say(`green, and the image is ${shortReference(now?.image.image)}`);
      const isWeak = /title=llama%3A (no proof|not proved|an old worker)/.test(text);
      const sleeps = now?.workerConfig.minNum === 0;
      if (isBad && !isWeak && !(step.wait === 'none') && !(sleeps && !world.hasTests))
        if (!(sleeps && proof === 'none' && was?.image.reference === asked && was.hasServed)) say('a false green');
      if (
        proof !== 'none' &&
        (now?.workerConfig.minNum ?? 0) > 0 &&
        !now?.workers.some(({ healthy, image }) => healthy && image === asked)
      )
        say('green without a worker of the version');
      if (isBad && world.hasTests && result.outputs['image-digest'] && step.wait !== 'none')
        say('the digest of a bad version is handed on');
    }
    if (operation === 'superseded' && result.outputs['image-digest']) say('a digest is handed on without a version');

    // No user meets a version that has not passed, and no candidate is left unsaid.
    const isFirst = world.hasCandidate && world.hasTests && !text.includes('No candidate: ');
    if (isFirst && isBad && !isKilled && found && !isSame && now?.image.image === asked && step.wait !== 'none')
      say('users meet a bad version');
    const candidates = emulator.endpoints().filter((each) => {
      const isOurs = readRecordOf(each)?.run?.split('.')[0] === String(run.id);
      return each.name === 'llama-candidate' && isOurs && each.state.state !== 'terminating';
    });
    // A run that was ended before it had read anything says that.
    const isSaid =
      /llama-candidate (?:may have been created|was not deleted|is kept at zero workers)|has not read who serves/.test(
        text,
      );
    if (!isKilled && candidates.length > 0 && !isSaid) say('a candidate is left, and nothing says so');

    // What has failed stays marked until a run proves it.
    const isUntold = !/title=llama%3A not proved/.test(text) && !['tests', 'workers'].includes(proof);
    // Another token may be what it needs.
    const isSameHere = isSame && now?.image.image === asked && !was?.isByHand && !/~ envs\.TOKEN/.test(text);
    const isRefused = step.trouble?.does === 'restore refused';
    if (!isKilled && !isRefused && isSameHere && isUntold && isFailed(found) && !isFailed(now))
      say('a mark is gone, and nothing is proved');

    // What is put back.
    const speaks = ['crashed', 'test-failed', 'image-pull', 'cancelled'].includes(reason);
    const isRestorable = was?.hasServed && !isOpen && found?.image.image === was.image.reference;
    if (
      !isGreen &&
      !isKilled &&
      speaks &&
      step.onFailure !== 'keep' &&
      found &&
      isRestorable &&
      asked !== found.image.image
    ) {
      const isProved = /passed/.test(text) && reason === 'cancelled';
      if (now && !isSame && !isProved && step.trouble?.does !== 'restore refused')
        say(`${reason}: what served before was not put back`);
    }
    // Nothing is billed in vain.
    if (
      !isGreen &&
      !isKilled &&
      speaks &&
      step.onFailure !== 'keep' &&
      (!found || !was?.hasServed) &&
      now &&
      billed() > 0
    )
      if (!/workers? (?:is|are) billed|STILL BILLED|whether it is billed|billed is as before/.test(text))
        say('billed, and nothing says so');

    // Words.
    const servesNow = now?.workers.filter(({ healthy }) => healthy) ?? [];
    if (!isKilled) {
      const named = [...text.matchAll(/\d+ (?:old |new )?workers? \((\S+?)…?\) serves?/g)].map(
        ([, image = '']) => image,
      );
      const last = named.at(-1);
      // The last reading may have been before that; an old worker stops of itself.
      const isAsRead = reason === 'cancelled' && (step.trouble?.does === 'interrupted' || / old worker/.test(text));
      if (!isGreen && last && !isAsRead && !servesNow.some(({ image }) => image.startsWith(last)))
        say(`${last} does not serve`);
      const end = result.log.split('\n').findLast((line) => /^(?:Now|Done): /.test(line)) ?? '';
      if (/Nobody is served/.test(end) && servesNow.length > 0 && now?.workerConfig.minNum !== 0)
        say('somebody is served');
      // Parked because the service refuses what served before: what still answers is about to stop.
      const isPutBack = step.trouble?.does !== 'restore refused';
      if (was?.hasServed && isPutBack && /Nobody is served/.test(end) && servesNow.some(({ image }) => image !== asked))
        say('the version before serves');
      if (/Nothing is billed unless/.test(end) && billed() > 0) say('something is billed');
      if (/STILL BILLED/.test(text) && !now?.workers.some(({ state }) => state.state !== 'removed'))
        say('nothing is billed');
    }
    if (
      changed !== 'true' &&
      !isKilled &&
      found &&
      JSON.stringify(configOf(found)) !== JSON.stringify(now && configOf(now))
    )
      say('changed is false, and something was written');

    // What is there from now on.
    const isUnwaited = step.wait === 'none';
    const isMeant = isPerson && (run.attempt === 1 || hasBeenHere(run));
    follow({ run, isGreen, isKilled, isMeant, isUnwaited, isSkip: operation === 'superseded' });
    if (wrong.length === 0) wrong.push(...remembers());
    return wrong;
  }

  /** Neither a new run nor new bytes. */
  function isServedHere(run: Started): boolean {
    return [there, ...before].some(
      (version) => version?.run?.id === run.id && version.image.reference === run.image.reference,
    );
  }

  /** Else a run that is started again is no way back. */
  function hasBeenHere({ id, image: { reference } }: Started): boolean {
    const isHere = (version?: Version) => version?.run?.id === id || version?.image.reference === reference;
    return left.has(reference) || [there, ...before].some(isHere);
  }

  function follow({
    run,
    isGreen,
    isKilled,
    isMeant,
    isUnwaited,
    isSkip,
  }: {
    run: Started;
    isGreen: boolean;
    isKilled: boolean;
    /** A person means this version. */
    isMeant: boolean;
    isUnwaited: boolean;
    isSkip: boolean;
  }) {
    const image = imageThere();
    const now = endpoint();
    if (!now || !image) return;
    if (!isSkip && (run.by !== 'cron' || run.attempt > 1)) isParkedByPerson = false;
    const was = there;
    const isUnmarked = !readRecordOf(now)?.parked || readRecordOf(now)?.parked?.hasServed === true;
    if (was?.image.reference === image.reference) {
      // Who proves what nobody has proved is the one who has deployed it, and so is who writes it again.
      const isTaken = !was.hasServed && isGreen && !isSkip && run.by !== 'laptop';
      const isNoted = run.by !== 'cron' && readRecordOf(now)?.run === `${run.id}.${run.attempt}`;
      const by = isNoted ? { run, isChosen: isMeant || run.line === 'branch' } : isTaken ? { run } : {};
      there = { ...was, hasServed: isUnmarked, ...by };
      if (isGreen && !isSkip && !isUnwaited) isOpen = false;
      return;
    }
    if (isSkip) return;
    isOpen = isKilled || isUnwaited || !isGreen;
    const isChosen = isMeant || run.line === 'branch';
    const byHand = run.by === 'laptop';
    const next: Version = { image, run: byHand ? undefined : run, isChosen, hasServed: isUnmarked };
    if (was) {
      const isBack = isMeant && !byHand && (run.by !== 'dispatch' || run.attempt > 1 || left.has(image.reference));
      const all = [...(was.hasServed ? [was] : []), ...before];
      if (isBack)
        for (const [index, each] of all.entries()) {
          const order = each.run && orderOf(each.run, run);
          if (order === 'older' || order === 'same') continue;
          if (order === 'newer' || (index === 0 && each.run)) left.set(each.image.reference, each.run);
        }
      for (const [reference, by] of [...left])
        if (by && ['older', 'same'].includes(orderOf(by, run))) left.delete(reference);
      before = all.filter((each) => each.image.reference !== image.reference);
      left.delete(image.reference);
    }
    there = next;
  }

  /** How the run of a version stands to this one. */
  function orderOf(of: Started, to: Started): 'newer' | 'older' | 'same' | 'apart' {
    if (of.line === to.line && of.commit === to.commit)
      return of.id === to.id ? 'same' : of.id > to.id ? 'newer' : 'older';
    if (of.line === 'main' && to.line === 'main') return of.commit > to.commit ? 'newer' : 'older';
    if (of.line === 'main' && to.line === 'branch') return of.commit <= to.commit ? 'older' : 'apart';
    if (of.line === 'branch' && to.line === 'main') return to.commit <= of.commit ? 'newer' : 'apart';
    return 'apart';
  }

  /** The record has what served before, up to five. */
  function remembers(): string[] {
    const now = endpoint();
    const record = now && readRecordOf(now);
    if (!record || there?.image.reference !== now.image.image) return [];
    const noted = new Set([record.image, ...(record.before ?? []).map(({ image }) => image)]);
    const lost = before
      .slice(0, 2)
      .filter(
        ({ image, hasServed }) =>
          hasServed && !['crashing', 'missing', 'wrong'].includes(image.quality) && !noted.has(image.reference),
      );
    return lost.map(
      ({ image }) => `${short(image)} served before, and is not remembered: ${JSON.stringify(record.before)}`,
    );
  }

  function billed(): number {
    const atMs = clock.nowMs() + 3_600_000;
    const [from, until] = [atMs, atMs + 60_000].map((ms) =>
      Object.values(emulator.workerSeconds(ms)).reduce((sum, each) => sum + each, 0),
    );
    return Math.round(((until ?? 0) - (from ?? 0)) / 60);
  }

  async function playHand(step: Extract<WeekStep, { kind: 'hand' }>): Promise<string[]> {
    const found = endpoint();
    if (!found) return [];
    const { id, workerConfig } = found;
    told.push(`by hand: ${step.does}`);
    const image =
      step.does === 'image' ? newImage('good') : step.does === 'earlier image' ? earlierImage(step.pick) : undefined;
    if (image && image.reference !== found.image.image) {
      emulator.change(id, { image: { image: image.reference } });
      // What a hand has put there, another one takes away: nothing notes it.
      if (there?.hasServed && !there.isByHand) before = [there, ...before];
      before = before.filter((each) => each.image.reference !== image.reference);
      there = { image, run: undefined, isChosen: true, hasServed: true, isByHand: true };
      left.clear();
      isOpen = false;
    }
    if (step.does === 'more') emulator.change(id, { workerConfig: { minNum: workerConfig.minNum + 1 } });
    if (step.does === 'sleep') emulator.change(id, { workerConfig: { minNum: 0 } });
    if (step.does === 'env')
      emulator.change(id, {
        envs: [...found.envs.filter(({ key }) => key !== 'THEIRS'), { key: 'THEIRS', value: String(step.pick) }],
      });
    if (step.does === 'wake') await fetch(`${emulator.url}/serve/${id}/health`);
    clock.advance(60_000);
    return [];
  }

  async function command(name: 'park' | 'status'): Promise<string[]> {
    clock.advance(60_000);
    ids += 1;
    const result = await stage.step({
      runId: String(ids),
      sha: mainCommit(Math.max(0, tip)),
      spec: spec(world.minNum),
      with: { command: name, image: 'spec' },
      env: { GITHUB_ACTOR: 'octocat' },
    });
    told.push(`${name} → ${result.end}`);
    if (result.outputs['failure-reason'] === 'internal') return ['a defect', ...told, result.log];
    const { parked } = readRecordOf(endpoint()) ?? {};
    if (name === 'park' && result.end === 'parked') isParkedByPerson = parked !== undefined;
    // Its own workers may show by then that it never has.
    if (there && parked && parked.hasServed !== true) there = { ...there, hasServed: false };
    return [];
  }

  return {
    async play(step: WeekStep): Promise<string[]> {
      switch (step.kind) {
        case 'pass':
          clock.advance(step.minutes * 60_000);
          return [];
        case 'hand':
          return playHand(step);
        case 'park':
        case 'status':
          return command(step.kind);
        default: {
          const run = start(step);
          if (step.by === 'late' && run.by === 'late') {
            late.push({ run, step });
            return [];
          }
          const wrong = await playRun(run, step);
          const waiting = late;
          late = [];
          for (const each of waiting) if (wrong.length === 0) wrong.push(...(await playRun(each.run, each.step)));
          return wrong;
        }
      }
    },
    /** The way back that the record names leads back. */
    async end(): Promise<string[]> {
      clock.advance(3_600_000);
      const now = endpoint();
      const record = now && readRecordOf(now);
      const last = record?.before?.find((each) => !each.left && each.run !== undefined);
      const run = started.find(({ id, image }) => String(id) === last?.run && image.reference === last?.image);
      if (!now || !run || run.image.reference === now.image.image) return [];
      const isBad = run.image.quality !== 'good' && run.image.quality !== 'worse';
      if (isBad && world.hasTests) return [];
      if (isBad) return [];
      run.attempt += 1;
      const wrong = await playRun(run, { kind: 'run', by: 'again', image: 'same', pick: 0 });
      if (wrong.length > 0) return wrong;
      const back = endpoint();
      return back?.image.image === run.image.reference
        ? []
        : ['the way back that the record names does not lead back', ...told];
    },
    played: () => ({ runs, told }),
  };
}

const short = ({ reference }: Image) => shortReference(reference);
const shortReference = (reference = 'nothing') => reference.replace(/^.*sha256:0*([0-9a-f]+?)(?:f00d|bad0)0*$/, '#$1');

/** Whether a run has marked it after it has seen it fail. */
function isFailed(endpoint: StoredEndpoint | undefined): boolean {
  const { why = '', hasServed } = readRecordOf(endpoint)?.parked ?? {};
  return hasServed !== true && ['crashed', 'image-pull', 'test-failed'].includes(why);
}

function configOf({ state: _, workers: __, revision: ___, url: ____, ...config }: StoredEndpoint) {
  return config;
}

interface Noted {
  run?: string;
  image?: string;
  parked?: { why?: string; by?: string; hasServed?: true };
  before?: readonly { run?: string; image?: string; left?: true }[];
}

function readRecordOf(endpoint: StoredEndpoint | undefined): Noted | undefined {
  const value = endpoint?.envs.find(({ key }) => key === recordKey)?.value;
  return value === undefined ? undefined : JSON.parse(value);
}
