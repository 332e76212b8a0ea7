/** Owns the floor that a deploy is measured against: limits and list side by side by node:http, and nothing else. */

import { get } from 'node:http';

const [, , url] = process.argv;
const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer test-key' };
const read = (path) =>
  new Promise((resolve, reject) => {
    get(`${url}/gpu-instance/openapi/v1${path}`, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });

await Promise.all([read('/endpoint/limit'), read('/endpoints?pageSize=100&pageNum=1')]);
