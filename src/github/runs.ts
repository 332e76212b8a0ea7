/** How an earlier run of a workflow has ended. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';

/** Whether GitHub says that it has ended green. Not while it is in progress, nor without `actions: read`. */
export async function hasSucceeded(github: GitHub, run: string): Promise<boolean> {
  if (!/^\d{1,15}$/.test(run)) return false;
  const found = await github.requests({ title: `Run ${run}`, permission: 'actions: read' }).send({
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
    parameters: { run_id: Number(run) },
    answer: z.object({ conclusion: z.nullish(z.string()) }),
  });
  return found.ok && found.value.conclusion === 'success';
}
