/** Plays a sequence of the service's model, and heals the world at its end. */

import type { StoredEndpoint } from '../emulator/emulator.ts';
import { stillBilled } from '../worlds/world.ts';
import type { DeployStep, ModelSpec, SequenceStep, ServiceSequence } from './service-sequence.ts';
import { nameOf, names, openServiceStage, type PlayedStep, repositories, type ServiceStage } from './service-stage.ts';
import { eachEndpoint, fingerprint, recordOf, untruths } from './service-truth.ts';

export interface Played {
  /** What does not hold; empty when all does. */
  wrong: readonly string[];
  steps: number;
}

export async function playServiceSequence(sequence: ServiceSequence): Promise<Played> {
  await using stage = await openServiceStage(sequence);
  const wrong: string[] = [];
  let last: DeployStep | undefined;
  let steps = 0;
  const specs = new Map<number, ModelSpec>();
  for (const [index, given] of sequence.steps.entries()) {
    steps += 1;
    const step = completed(given, specs);
    const found = await playStep(stage, { step, last });
    if (step.kind === 'deploy') last = found.isRepeatable && !step.also ? { ...step } : undefined;
    else if (step.kind !== 'pass' && step.kind !== 'again' && step.kind !== 'plan' && step.kind !== 'export')
      last = undefined;
    wrong.push(...found.wrong.map((each) => `step ${index}: ${each}`));
    if (wrong.length > 0) return { wrong, steps };
    // So long that what is late by now is there, and what was deleted under another word than the known one is gone.
    const { deletingWord, deleteLagSeconds } = stage.emulator.switches;
    await stage.rest(deletingWord === 'terminating' ? 10_000 : 10_000 + deleteLagSeconds * 1000);
  }
  wrong.push(...(await heal(stage)));
  return { wrong, steps: steps + names.length };
}

/** With whole specs; those are the last ones of their names from now on. */
function completed(step: SequenceStep, specs: Map<number, ModelSpec>): SequenceStep {
  if (step.kind === 'deploy') return { ...step, ...withSpec(step, specs) };
  if (step.kind !== 'both') return step;
  const first = withSpec(step.first, specs);
  const { second, isSame } = step;
  if (second.kind !== 'deploy')
    return { ...step, first, second: { ...second, name: isSame ? first.name : second.name } };
  const other = isSame ? { ...second, name: first.name, isChange: true } : second;
  return { ...step, first, second: withSpec(other, specs) };
}

function withSpec(step: DeployStep, specs: Map<number, ModelSpec>): DeployStep {
  const base: ModelSpec = { tag: '1' };
  const whole = (name: number, change: ModelSpec): ModelSpec => {
    const spec = { ...base, ...(step.isChange && specs.get(name)), ...change };
    specs.set(name, spec);
    return spec;
  };
  const spec = whole(step.name, step.spec);
  if (!step.also) return { ...step, spec };
  // The input `secret-envs` is for every spec of the run.
  const { secretEnvs: _, ...also } = whole(1 - step.name, step.also);
  return { ...step, spec, also: { ...also, ...(spec.secretEnvs && { secretEnvs: spec.secretEnvs }) } };
}

interface Found {
  wrong: string[];
  /** Green, and nobody else came near: the same again has to find nothing to do. */
  isRepeatable: boolean;
}

async function playStep(
  stage: ServiceStage,
  { step, last }: { step: SequenceStep; last: DeployStep | undefined },
): Promise<Found> {
  const quiet = { wrong: [], isRepeatable: false };
  switch (step.kind) {
    case 'pass':
      await stage.rest(step.minutes * 60_000);
      return quiet;
    case 'change':
      stage.change(step.name, step.change);
      return quiet;
    case 'again':
      return last ? { ...quiet, wrong: await repeat(stage, last) } : quiet;
    case 'both':
      return observe(stage, { steps: [step.first, step.second], disturbance: { killAfter: step.killAfter } });
    default:
      return observe(stage, { steps: [step], disturbance: step });
  }
}

async function observe(
  stage: ServiceStage,
  { steps, disturbance }: { steps: readonly PlayedStep[]; disturbance: Parameters<ServiceStage['play']>[1] },
): Promise<Found> {
  const before = stage.endpoints();
  const all = await stage.play(steps, disturbance);
  const after = stage.endpoints();
  const billed = stillBilled(stage.emulator);
  const wrong = all.flatMap((ended, number) => {
    const moment = { world: stage.emulator.switches, step: steps[number] as PlayedStep, beside: steps[1 - number] };
    const isKilled = ended.result.isGreen === undefined;
    return eachEndpoint({ ...moment, before, after, billed, ended, isKilled }).flatMap(untruths);
  });
  const named = (name: string) => after.filter((endpoint) => endpoint.name === name).length;
  // What serves stays green where the list never tells, with a warning that another endpoint may have its name.
  const isUntold = !all.some(({ result }) =>
    result.annotations.some((line) => / serves, but another endpoint may be named /.test(line)),
  );
  const areGreen = all.length > 1 && all.every(({ result }) => result.isGreen);
  if (areGreen && isUntold && steps.some((step) => named(nameOf(step)) > 1))
    wrong.push('both are green, and there are two endpoints of the name');
  const [ended] = all;
  const isCalm = all.length === 1 && ended?.result.isGreen === true && ended.met.changes.length === 0;
  // What an earlier run has seen fail is tried again by each run, until one sees it work.
  const isMarked = after.some((endpoint) => recordOf(endpoint)?.parked !== undefined);
  return { wrong, isRepeatable: isCalm && !isMarked };
}

/** An endpoint that was just deployed is unchanged, and nothing is written. */
async function repeat(stage: ServiceStage, step: DeployStep): Promise<string[]> {
  const before = stage.endpoints();
  const [ended] = await stage.play([step]);
  const after = stage.endpoints();
  if (!ended) return [];
  const { outputs, isGreen } = ended.result;
  const wrong = untruths({
    ...{ world: stage.emulator.switches, step, beside: undefined, before, after, ended, isKilled: false },
    billed: stillBilled(stage.emulator),
  });
  if (isGreen && outputs.operation !== 'unchanged') wrong.push(`the same again is ${outputs.operation}`);
  if (isGreen && before.map(fingerprint).join() !== after.map(fingerprint).join())
    wrong.push('the same again has written');
  return wrong;
}

/** With nobody else about, one more deploy brings every endpoint to where it should be. */
async function heal(stage: ServiceStage): Promise<string[]> {
  await stage.rest(3_600_000);
  const wrong: string[] = [];
  for (const name of names.keys()) {
    const there = stage.endpoints().filter((endpoint) => endpoint.name === names[name]);
    const owner = ownerOf(there);
    // Nobody can tell for certain what a run that was killed beside another has left: somebody deletes it by hand.
    if (there.length > 1 && isAmbiguous(there)) {
      stage.emulator.remove(there[0]?.id ?? '');
      // The list may still show it for a while.
      await stage.rest(3_600_000);
    }
    const step = {
      ...({ kind: 'deploy', name, by: owner, wait: 'ready', onFailure: 'restore' } as const),
      ...{ adopt: false, isChange: false, mayBeOlder: false },
      spec: { tag: '3', minNum: 1, rootfsSize: 50 } as const,
    };
    const found = await observe(stage, { steps: [step], disturbance: {} });
    wrong.push(...found.wrong.map((each) => `in the end: ${each}`));
  }
  return wrong;
}

/** Not one of them has an appName that somebody has asked for. */
function isAmbiguous(endpoints: readonly StoredEndpoint[]): boolean {
  return endpoints.every(({ appName }) => !/^[xy]-/.test(appName));
}

function ownerOf(endpoints: readonly StoredEndpoint[]): number {
  const [owner] = endpoints.flatMap((endpoint) => recordOf(endpoint)?.repository ?? []);
  return Math.max(0, (repositories as readonly string[]).indexOf(owner ?? ''));
}
