// What a client sees of an endpoint's states at the moments of a test.
import { got } from './caller.ts';
import type { Emulator, ManualClock } from './emulator.ts';

/** `serving: running+ pulling`: the endpoint's word, then each worker's; + is healthy. */
export async function seen(emulator: Emulator, id: string): Promise<string> {
  const { state, workers } = (await got(emulator, id)) as {
    state: { state: string };
    workers: { state: { state: string }; healthy: boolean }[];
  };
  const words = workers.map((worker) => ` ${worker.state.state}${worker.healthy ? '+' : ''}`);
  return `${state.state}:${words.join('')}`;
}

/** What is seen at each of these moments, in seconds from now. */
export async function timeline(emulator: Emulator<ManualClock>, id: string, moments: readonly number[]) {
  const states: (readonly [number, string])[] = [];
  let nowSeconds = 0;
  for (const moment of moments) {
    emulator.clock.advance((moment - nowSeconds) * 1000);
    nowSeconds = moment;
    states.push([moment, await seen(emulator, id)]);
  }
  return states;
}
