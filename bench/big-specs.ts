/** How long specs of the largest size that is read take to be judged offline. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratios, spreadOf, takeTurns } from './measure.ts';
import { bundle } from './service.ts';

export async function benchBigSpecs(folder: string): Promise<void> {
  const bigSpecs: Readonly<Record<string, string>> = {
    'keys.yaml': Array.from({ length: 100_000 }, (_, n) => `k${n}: 1`).join('\n'),
    'envs.yaml': `name: a\nenvs:\n${Array.from({ length: 6000 }, (_, n) => `  KEY_${n}: ${'v'.repeat(150)}`).join('\n')}`,
    'text.yaml': `name: a\nimage: {image: a, command: "${'x '.repeat(500_000)}"}`,
    'nested.yaml': '['.repeat(1_000_000),
    'variables.yaml': `name: a\nimage: {image: a, command: "${'${NOPE} '.repeat(120_000)}"}`,
    'comments.yaml': `name: a\n${'# comment\n'.repeat(100_000)}`,
  };
  const names = Object.keys(bigSpecs);
  for (const name of names) writeFileSync(join(folder, name), (bigSpecs[name] ?? '').slice(0, 1024 * 1024));
  const series = await takeTurns(
    [
      { name: 'node -e 0', argv: ['-e', '0'], exitCode: 0 },
      ...names.map((name) => ({
        name,
        argv: [bundle, 'validate', name],
        exitCode: ['text.yaml', 'envs.yaml'].includes(name) ? 0 : 1,
      })),
    ],
    { rounds: 5, folder },
  );
  for (const [index, name] of names.entries()) {
    const { median } = spreadOf(ratios(series, index + 1, ({ wallMs }) => wallMs));
    console.log(`${name.padEnd(20)} × ${median.toFixed(1)} node -e 0`);
  }
}
