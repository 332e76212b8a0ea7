/** The stage of scenarios about images: an emulator, a registry, and steps that deploy images of that registry. */

import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
import { type RegistryOptions, startRegistry, type TestRegistry } from '../registry/registry.ts';
import { type DeploymentOptions, deployTo, passing } from './deployment.ts';
import type { StepResult } from './step.ts';

export interface ImageStage extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly registry: TestRegistry;
  /** The registry's repository that the spec names. */
  readonly repository: string;
  /** `endpoint.yaml` with this tag (or `@digest`) of the repository, or none. */
  spec(reference?: string, name?: string): string;
  /** `resolve-image` has the default of action.yml. */
  step(options?: DeploymentOptions): Promise<StepResult>;
}

export async function setImageStage(
  options: { emulator?: EmulatorOptions; registry?: RegistryOptions } = {},
): Promise<ImageStage> {
  const emulator = await startEmulator({ ...passing, ...options.emulator });
  const registry = await startRegistry(options.registry);
  const repository = `${registry.domain}/acme/llama`;
  const spec: ImageStage['spec'] = (reference = ':1', name = 'llama') =>
    `name: ${name}\nimage: ${repository}${reference}\nports: [8000]\npolicy: {type: concurrency, value: 8}\n`;
  return {
    emulator,
    registry,
    repository,
    spec,
    step: ({ with: inputs, ...rest } = {}) =>
      deployTo(emulator, { spec: spec(), ...rest, with: { 'resolve-image': 'check', ...inputs } }),
    async [Symbol.asyncDispose]() {
      await emulator[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}
