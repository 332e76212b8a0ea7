/** The post step: whatever ended the main one, its Deployments end and its comment says how it ended. Does nothing after a run that came to its own end. */

import { accessGitHub } from './commands/context.ts';
import { finishComment, finishDeployments } from './commands/finish.ts';
import { openEdge } from './edge.ts';
import { createRedactor } from './http/redactor.ts';
import { parseInputs } from './inputs.ts';
import { readIds, stateNames } from './post-state.ts';
import type { Ports } from './run.ts';

/** Never rejects, and never fails the job: what became of the endpoints is the verdict of the main step. */
export async function runPost(
  ports: Ports,
  state: (name: (typeof stateNames)[keyof typeof stateNames]) => string,
): Promise<void> {
  const deployments = readIds(state(stateNames.deployments));
  const comment = state(stateNames.comment);
  const environment = state(stateNames.environment);
  if (deployments.length === 0 && comment === '' && environment === '') return;
  const redactor = createRedactor();
  const reporter = openEdge(ports.reporter, redactor);
  const { inputs } = parseInputs({ get: ports.input, env: ports.env });
  for (const secret of [inputs.apiKey, ...inputs.secretEnvs.values()]) redactor.add(secret, 'mask');
  const github = accessGitHub(await ports.github(inputs, redactor), { reporter, signal: ports.signal });
  try {
    await Promise.all([
      finishDeployments({ ids: deployments, environment }, { github, reporter }),
      finishComment(comment, { github, reporter, inputs }),
    ]);
  } catch (error) {
    reporter.info(`The post step failed: ${error}`);
  }
}
