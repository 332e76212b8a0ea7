// The emulator as a process of its own: what its command line takes, and what it prints.
import { parseArgs } from 'node:util';
import { type EmulatorOptions, paces, type RecordedRequest, startEmulator } from './emulator.ts';
import { jsonFaultSchema } from './faults.ts';
import { modelSchema } from './model.ts';
import { rawEndpointSchema } from './others.ts';
import { scriptSchema } from './scripts.ts';
import { foreignChangeSchema } from './second-writer.ts';
import { changedSwitches, defaultSwitches } from './switches.ts';
import { english, type z } from './zod.ts';

export const usage = `usage: node test/emulator/main.ts [options]

  --port N                     port on 127.0.0.1 (default: a free one)
  --api-key KEY                the only key that is accepted (default: test-key)
  --pace typical|instant       how fast workers start (default: typical)
  --advance-per-request-ms N   time moves by N per get, list and served request, and not by itself
  --switch NAME=VALUE          repeatable; VALUE is JSON, or a word
  --fault JSON                 repeatable; {"operation": "create", "kind": "lost-answer"}
  --script JSON                repeatable; {"image": "…:broken", "outcome": "image-pull"}
  --model JSON                 repeatable, what runs in the containers; {"words": ["Paris", "."]}
  --change JSON                repeatable, a second writer; {"kind": "delete", "after": "update"}
  --raw-endpoint JSON          repeatable, listed and got as given; {"id": "a1", "name": "odd", "state": null}
  --limits JSON                members of the limits record to replace
  --max-seconds N              ends by itself after N seconds (default: 3600)
  --help

switches and their defaults:
${Object.entries(defaultSwitches)
  .map(([name, value]) => `  ${name}=${JSON.stringify(value)}`)
  .join('\n')}
`;

/** Throws with a message that names the option. */
export function parseArguments(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const texts = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...{ port: text, 'api-key': text, pace: text, 'advance-per-request-ms': text, limits: text, 'max-seconds': text },
      ...{ switch: texts, fault: texts, script: texts, model: texts, change: texts, 'raw-endpoint': texts },
      help: { type: 'boolean', default: false },
    },
  });
  const count = (name: 'port' | 'advance-per-request-ms' | 'max-seconds', otherwise: string) => {
    const given = values[name] ?? otherwise;
    if (/^[0-9]{1,9}$/.test(given)) return Number(given);
    throw new TypeError(`--${name} ${given}: expected a whole number`);
  };
  const each = <Schema extends z.ZodType>(name: 'fault' | 'script' | 'model' | 'change' | 'raw-endpoint', by: Schema) =>
    values[name].map((given) => by.parse(json(name, given), english));
  const { pace = 'typical', 'api-key': apiKey } = values;
  if (!Object.hasOwn(paces, pace))
    throw new TypeError(`--pace ${pace}: expected one of ${Object.keys(paces).join(', ')}`);
  const options: EmulatorOptions = {
    ...(apiKey !== undefined && { apiKey }),
    port: count('port', '0'),
    pace: pace as keyof typeof paces,
    advancePerRequestMs: count('advance-per-request-ms', '0'),
    switches: changedSwitches(defaultSwitches, Object.fromEntries(values.switch.map(switchSetting))),
    faults: each('fault', jsonFaultSchema),
    scripts: each('script', scriptSchema),
    models: each('model', modelSchema),
    changes: each('change', foreignChangeSchema),
    rawEndpoints: each('raw-endpoint', rawEndpointSchema),
    limits: json('limits', values.limits ?? '{}') as NonNullable<EmulatorOptions['limits']>,
  };
  return { isHelp: values.help, options, maxSeconds: count('max-seconds', '3600') };
}

function switchSetting(text: string): readonly [string, unknown] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new TypeError(`--switch ${text}: expected NAME=VALUE`);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

function json(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`--${option} ${text}: not JSON (${String(error)})`);
  }
}

async function run(argv: readonly string[]): Promise<void> {
  const { isHelp, options, maxSeconds } = parseArguments(argv);
  if (isHelp) return void process.stdout.write(usage);
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

function lineOf({ number, operation, method, path, query, status, faults }: RecordedRequest): string {
  const asked = new URLSearchParams(query).toString();
  const target = asked === '' ? path : `${path}?${asked}`;
  return `#${number} ${operation} ${method} ${target} → ${status ?? 'no answer'}${faults.length > 0 ? ` fault: ${faults.join(', ')}` : ''}`;
}

if (import.meta.main)
  await run(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
  });
