// The emulator as a process of its own.
import { parseArguments, usage } from './arguments.ts';
import { type RecordedRequest, startEmulator } from './emulator.ts';

await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
});

async function run(argv: readonly string[]): Promise<void> {
  const { isHelp, options, maxSeconds } = parseArguments(argv);
  if (isHelp) {
    process.stdout.write(usage);
    return;
  }
  const onRequest = (request: RecordedRequest) => void process.stdout.write(`${lineOf(request)}\n`);
  const emulator = await startEmulator({ ...options, onRequest });
  process.stdout.write(`emulator listening on ${emulator.url}\n`);
  const end = () => {
    for (const [id, seconds] of Object.entries(emulator.workerSeconds()))
      process.stdout.write(`${id}: ${Math.round(seconds)} worker-seconds\n`);
    void emulator.close();
  };
  // Whoever forgets to stop it must not find it running a day later.
  setTimeout(end, maxSeconds * 1000).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

function lineOf(request: RecordedRequest): string {
  const query = new URLSearchParams(request.query).toString();
  const target = query === '' ? request.path : `${request.path}?${query}`;
  const faults = request.faults.length === 0 ? '' : ` fault: ${request.faults.join(', ')}`;
  return `#${request.number} ${request.operation} ${request.method} ${target} → ${request.status ?? 'no answer'}${faults}`;
}
