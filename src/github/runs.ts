/** How an earlier run of a workflow has ended. */

import * as z from 'zod/mini';
import type { GitHub } from './api.ts';

/** The conclusion of a run, such as `success`; '' while it is in progress, and without `actions: read`. */
export async function conclusionOf(github: GitHub, run: string): Promise<string> {
  if (!/^\d{1,15}$/.test(run)) return '';
  const found = await github.requests({ title: `Run ${run}`, permission: 'actions: read' }).send({
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
    parameters: { run_id: Number(run) },
    answer: z.object({ conclusion: z.nullish(z.string()) }),
  });
  return (found.ok && found.value.conclusion) || '';
}
