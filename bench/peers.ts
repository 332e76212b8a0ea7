/** The bundles of other actions, as far as they are at hand: how long each takes until it fails on missing inputs. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Contender } from './measure.ts';

export function peersIn(folder: string | undefined): Contender[] {
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = resolve(folder, name);
    const [entry] = [path, join(path, 'index.js')].filter((each) => /\.[cm]?js$/.test(each) && existsSync(each));
    return entry
      ? [{ name: basename(name, '.js'), argv: [entry], env: { GITHUB_ACTIONS: 'true' }, exitCode: undefined }]
      : [];
  });
}
