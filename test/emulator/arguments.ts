// What the emulator's command line takes: arguments to options, or what is wrong with them.
import { parseArgs } from 'node:util';
import { type EmulatorOptions, paces } from './emulator.ts';
import { jsonFaultSchema } from './faults.ts';
import { modelSchema } from './model.ts';
import { rawEndpointSchema } from './others.ts';
import { scriptSchema } from './scripts.ts';
import { foreignChangeSchema } from './second-writer.ts';
import { changedSwitches, defaultSwitches } from './switches.ts';
import { english } from './zod.ts';

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

export interface CommandLine {
  isHelp: boolean;
  options: EmulatorOptions;
  maxSeconds: number;
}

/** Throws with a message that names the option. */
export function parseArguments(argv: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string' },
      'api-key': { type: 'string' },
      pace: { type: 'string', default: 'typical' },
      'advance-per-request-ms': { type: 'string', default: '0' },
      switch: { type: 'string', multiple: true, default: [] },
      fault: { type: 'string', multiple: true, default: [] },
      script: { type: 'string', multiple: true, default: [] },
      model: { type: 'string', multiple: true, default: [] },
      change: { type: 'string', multiple: true, default: [] },
      'raw-endpoint': { type: 'string', multiple: true, default: [] },
      limits: { type: 'string', default: '{}' },
      'max-seconds': { type: 'string', default: '3600' },
      help: { type: 'boolean', default: false },
    },
  });
  const options: EmulatorOptions = {
    port: count('port', values.port ?? '0'),
    ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] }),
    pace: paceNamed(values.pace),
    advancePerRequestMs: count('advance-per-request-ms', values['advance-per-request-ms']),
    switches: changedSwitches(defaultSwitches, Object.fromEntries(values.switch.map(switchSetting))),
    faults: values.fault.map((text) => jsonFaultSchema.parse(json('fault', text), english)),
    scripts: values.script.map((text) => scriptSchema.parse(json('script', text), english)),
    models: values.model.map((text) => modelSchema.parse(json('model', text), english)),
    changes: values.change.map((text) => foreignChangeSchema.parse(json('change', text), english)),
    rawEndpoints: values['raw-endpoint'].map((text) => rawEndpointSchema.parse(json('raw-endpoint', text), english)),
    limits: json('limits', values.limits) as NonNullable<EmulatorOptions['limits']>,
  };
  return { isHelp: values.help, options, maxSeconds: count('max-seconds', values['max-seconds']) };
}

function switchSetting(text: string): readonly [string, unknown] {
  const separator = text.indexOf('=');
  if (separator < 1) throw new TypeError(`--switch ${text}: expected NAME=VALUE`);
  const value = text.slice(separator + 1);
  try {
    return [text.slice(0, separator), JSON.parse(value)];
  } catch {
    return [text.slice(0, separator), value];
  }
}

function paceNamed(name: string): keyof typeof paces {
  if (Object.hasOwn(paces, name)) return name as keyof typeof paces;
  throw new TypeError(`--pace ${name}: expected one of ${Object.keys(paces).join(', ')}`);
}

function count(option: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw new TypeError(`--${option} ${text}: expected a whole number`);
}

function json(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TypeError(`--${option} ${text}: not JSON (${String(error)})`);
  }
}
