/** An endpoint that was made by hand is adopted: its spec written to a file that holds no secret, and planning it again changes nothing. */

import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { oddEndpoints } from '../emulator/odd-endpoints.ts';
import { told } from '../told.ts';
import { deployTo, recordEnv } from './deployment.ts';
import { runStep } from './step.ts';

const handMade = {
  name: 'by-hand',
  workerConfig: { minNum: 1, maxNum: 4, freeTimeout: 300, maxConcurrent: 8 },
  ports: [8080],
  policy: { type: 'queue', value: 7 },
  image: {
    image: 'ghcr.io/acme/by-hand:3',
    authId: 'cred-7',
    command: 'serve --template ${not_a_variable} --api-key command-secret',
  },
  products: [{ id: '1' }],
  volumeMounts: [{ type: 'network', id: 'vol-7', size: 0, mountPath: '/models' }],
  clusterID: 'as-sgp-2',
  envs: [
    { key: 'HF_TOKEN', value: 'hf-very-secret' },
    { key: 'with-dash', value: 'dashed-secret' },
    { key: 'MULTI', value: 'line one secret\nline two secret' },
  ],
  healthy: { path: '/ping' },
} as const;

const openWorkspace = () => mkdtempDisposable(join(tmpdir(), 'workspace-'));

/** Without the spec that other steps have: it is what is to be written. */
function exportFrom(emulator: Emulator, { workspace, ...inputs }: { workspace: string } & Record<string, string>) {
  return runStep({
    workspace,
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, command: 'export', ...inputs },
  });
}

describe('export', () => {
  test('writes the spec of the endpoint, and planning it again changes nothing', async () => {
    await using emulator = await startEmulator();
    const id = emulator.seed({ ...handMade, id: '00000000000000aa', appName: 'hand' });
    await using folder = await openWorkspace();
    const workspace = folder.path;
    const exported = await exportFrom(emulator, { workspace, name: 'by-hand', spec: 'endpoints/by-hand.yaml' });
    expect([exported.end, exported.outputs.changed, exported.outputs['endpoint-id']]).toEqual([
      'exported',
      'false',
      id,
    ]);
    const text = await readFile(join(workspace, 'endpoints/by-hand.yaml'), 'utf8');
    const [head = '', ...fields] = text.trimEnd().split(/\n\n/);
    expect(head).toMatch(/^# yaml-language-server: \$schema=https:.*\n# Endpoint 00000000000000aa, exported by/);
    expect(head).toMatch(/never returns image\.entrypoint, healthy\.port and regionId: add them by hand/);
    // Each field has its description above.
    expect(fields.filter((field) => !/^# [A-Z].*\.\n[a-z]/.test(field))).toEqual([]);
    expect(fields.map((field) => field.replace(/^# .*\n/, '')).join('\n')).toMatchInlineSnapshot(`
      "name: by-hand
      appName: hand
      image:
        image: ghcr.io/acme/by-hand:3
        authId: cred-7
        command: \${IMAGE_COMMAND}
      workerConfig:
        minNum: 1
        maxNum: 4
        maxConcurrent: 8
      policy:
        type: queue
        value: 7
      ports:
        - 8080
      healthy:
        path: /ping
      products:
        - "1"
      clusterID: as-sgp-2
      volumeMounts:
        - type: network
          id: vol-7
          size: 0
          mountPath: /models
      envs:
        HF_TOKEN: \${HF_TOKEN}
        with-dash: \${with_dash}
        MULTI: \${MULTI}"
    `);

    expect(exported.log).toMatchInlineSnapshot(`
      "Exported: by-hand (00000000000000aa) to endpoints/by-hand.yaml.
      Values that may be secrets are not in the file. Pass those that are public in \`variables\`; delete the other envs from the file, and pass them in \`secret-envs\`:
        HF_TOKEN=… (envs.HF_TOKEN)
        with_dash=… (envs.with-dash)
        MULTI=… (envs.MULTI)
        IMAGE_COMMAND=… (image.command)
      "
    `);
    expect(exported.raw + text).not.toMatch(/very-secret|dashed-secret|line (one|two) secret|command-secret/);

    const variables =
      'HF_TOKEN=hf-very-secret\nwith_dash=dashed-secret\nMULTI<<END\nline one secret\nline two secret\nEND\nIMAGE_COMMAND=serve --template ${not_a_variable} --api-key command-secret';
    const planned = await deployTo(emulator, {
      workspace,
      with: { command: 'plan', spec: 'endpoints/by-hand.yaml', variables },
    });
    expect(told(planned.outputs).plan).toMatchObject({ operation: 'unchanged', changes: [] });
  });

  test('writes the numbers of workers from before an endpoint was parked', async () => {
    await using emulator = await startEmulator();
    const envs = [recordEnv({ repository: 'acme/models', parked: { minNum: 1, freeTimeout: 120, why: 'crashed' } })];
    emulator.seed({ name: 'llama', workerConfig: { minNum: 0, freeTimeout: 1 }, envs });
    await using folder = await openWorkspace();
    await exportFrom(emulator, { workspace: folder.path, name: 'llama', spec: 'llama.yaml' });
    const text = await readFile(join(folder.path, 'llama.yaml'), 'utf8');
    expect(text).toMatch(/^workerConfig:\n {2}minNum: 1\n {2}freeTimeout: 120\n/m);
  });

  test('does not overwrite a file unless that is allowed', async () => {
    await using emulator = await startEmulator();
    emulator.seed({ name: 'plain' });
    await using folder = await openWorkspace();
    const workspace = folder.path;
    await writeFile(join(workspace, 'mine.yaml'), 'name: mine\n');
    const refused = await exportFrom(emulator, { workspace, name: 'plain', spec: 'mine.yaml' });
    expect([refused.exitCode, await readFile(join(workspace, 'mine.yaml'), 'utf8')]).toEqual([1, 'name: mine\n']);
    expect(refused.annotations.join()).toContain('overwrite');
    const allowed = await exportFrom(emulator, { workspace, name: 'plain', spec: 'mine.yaml', allow: 'overwrite' });
    expect(allowed.exitCode).toBe(0);
    expect(await readFile(join(workspace, 'mine.yaml'), 'utf8')).toContain('name: plain');
  });

  test('says in the file and in the log what it cannot write', async () => {
    const ports = [{ port: '8000' }, { port: '8080' }, { port: '9000' }];
    const raw = { ...oddEndpoints['no requestTimeout'], name: 'odd', ports };
    await using emulator = await startEmulator({ rawEndpoints: [raw] });
    await using folder = await openWorkspace();
    const { annotations } = await exportFrom(emulator, { workspace: folder.path, name: 'odd', spec: 'odd.yaml' });
    expect(annotations).toEqual([expect.stringMatching(/^::warning title=odd%3A export::The spec is not complete/)]);
    const text = await readFile(join(folder.path, 'odd.yaml'), 'utf8');
    const ofPorts =
      'The endpoint also has the port 8080, 9000. A spec has one, so a deploy of this file removes the rest.';
    expect(text).toContain(`# ${ofPorts}\nports:\n  - 8000\n\n`);
    expect(annotations[0]).toContain(ofPorts);
    const planned = await deployTo(emulator, { workspace: folder.path, with: { command: 'plan', spec: 'odd.yaml' } });
    expect(told(planned.outputs).plan).toMatchObject({ changes: [{ member: 'ports', to: '8000' }] });
    const gaps = text.match(/^# .* Add it: .*$/gm);
    expect(gaps).toEqual([
      '# workerConfig.requestTimeout: the service returned nothing. Add it: a deploy that changes anything requires it.',
    ]);
  });
});
