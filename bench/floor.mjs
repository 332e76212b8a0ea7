/** The floor that a deploy is measured against: its requests by node:http or node:https, and nothing else. `floor.mjs URL unchanged|update|create`. */

import { randomUUID } from 'node:crypto';

const [, , url, scenario] = process.argv;
const { Agent, request } = await import(url.startsWith('https:') ? 'node:https' : 'node:http');
const agent = new Agent({ keepAlive: true });
const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer test-key' };

const send = (method, path, body) =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/gpu-instance/openapi/v1${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        response.statusCode < 300 ? resolve(JSON.parse(text || '{}')) : reject(new Error(text)),
      );
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

const [, { endpoints }] = await Promise.all([
  send('GET', '/endpoint/limit'),
  send('GET', '/endpoints?pageSize=100&pageNum=1'),
]);
const config = {
  name: 'llama',
  workerConfig: { minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600 },
  ports: [{ port: '8000' }],
  policy: { type: 'concurrency', value: 8 },
  image: { image: `ghcr.io/acme/llama:${randomUUID()}`, authId: '', command: '' },
  envs: [],
  volumeMounts: [],
};
let { id } = endpoints[0] ?? {};
// A list may be late by a minute, so what it shows is read by itself before it is compared.
if (scenario !== 'create') await send('GET', `/endpoint?id=${id}`);
if (scenario === 'update') await send('POST', '/endpoint/update', { id, ...config });
if (scenario === 'create') {
  const endpoint = { ...config, products: [{ id: '1' }], rootfsSize: 100 };
  ({ id } = await send('POST', '/endpoint/create', { endpoint }));
}
if (scenario !== 'unchanged') await send('GET', `/endpoint?id=${id}`);
agent.destroy();
