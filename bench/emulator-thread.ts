/** Owns the emulator of the benchmark, in a thread of its own: one serving endpoint, every answer late by a fixed time. */

import { parentPort, workerData } from 'node:worker_threads';
import { startEmulator } from '../test/emulator/emulator.ts';

const emulator = await startEmulator({ switches: { latencyMs: workerData.latencyMs } });
emulator.seed({ name: 'llama', policy: { type: 'concurrency', value: 8 } });
parentPort?.postMessage(emulator.url);
