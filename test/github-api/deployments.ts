// Deployments and their statuses.
import { pageAnswer } from './pages.ts';
import type { Handler } from './routes.ts';
import { answer, notFound } from './wire.ts';
import { addDeployment, addStatus, type StoredDeployment, type World } from './world.ts';

export const listDeployments: Handler = ({ world, bodies, call, url }) => {
  const { environment, sha, ref, task } = call.query;
  const found = [...world.deployments.values()].filter(
    (deployment) =>
      (environment === undefined || deployment.environment === environment) &&
      (sha === undefined || deployment.sha === sha) &&
      (ref === undefined || deployment.ref === ref) &&
      (task === undefined || deployment.task === task) &&
      world.isListed(deployment.id),
  );
  return pageAnswer(found.reverse().map(bodies.deployment), { call, url });
};

export const createDeployment: Handler = ({ world, bodies, call }) => {
  const { body } = call;
  const environment = String(body.environment ?? 'production');
  // Branches are not played: a ref is a commit.
  const deployment = addDeployment(world, {
    sha: String(body.ref),
    task: String(body.task ?? 'deploy'),
    environment,
    description: (body.description as string | undefined) ?? null,
    payload: body.payload ?? '',
    transient: body.transient_environment === true,
    production:
      body.production_environment === undefined ? environment === 'production' : body.production_environment === true,
  });
  return answer(201, bodies.deployment(deployment));
};

export const listStatuses: Handler = ({ world, bodies, call, url }) => {
  const deployment = existing(world, call.path.deployment_id);
  const statuses = deployment.statuses.map((status) => bodies.status(deployment, status));
  return pageAnswer(statuses.reverse(), { call, url });
};

export const createStatus: Handler = ({ world, bodies, call }) => {
  const { body } = call;
  const { deployment, status } = addStatus(world, existing(world, call.path.deployment_id), {
    state: String(body.state),
    description: String(body.description ?? ''),
    environmentUrl: String(body.environment_url ?? ''),
    logUrl: String(body.log_url ?? body.target_url ?? ''),
  });
  if (status.state === 'success' && body.auto_inactive !== false) retirePrior(world, deployment);
  return answer(201, bodies.status(deployment, status));
};

/** GitHub's rule for `auto_inactive`: prior successful deployments of the environment, neither transient nor production. */
function retirePrior(world: World, current: StoredDeployment): void {
  for (const prior of world.deployments.values()) {
    const isPrior = prior.id < current.id && prior.environment === current.environment;
    if (!isPrior || prior.transient || prior.production || prior.statuses.at(-1)?.state !== 'success') continue;
    addStatus(world, prior, { state: 'inactive' });
  }
}

function existing(world: World, id: string | undefined): StoredDeployment {
  const deployment = world.deployments.get(Number(id));
  if (deployment === undefined) throw notFound();
  return deployment;
}
