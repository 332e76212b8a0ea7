// Which handler answers which of GitHub's operations, and what permission it needs.
import type { Bodies } from './bodies.ts';
import { createComment, deleteComment, listComments, updateComment } from './comments.ts';
import { createDeployment, createStatus, listDeployments, listStatuses } from './deployments.ts';
import type { Description } from './description.ts';
import { compareCommits, getPull } from './reading.ts';
import { type Answer, type Call, operations, type Right } from './wire.ts';
import type { World } from './world.ts';

export type Handler = (scene: {
  readonly world: World;
  readonly bodies: Bodies;
  readonly description: Description;
  readonly call: Call;
  /** The address that was asked, without its query. */
  readonly url: string;
}) => Answer;

const table: Readonly<Record<(typeof operations)[number], readonly [Right, Handler]>> = {
  'issues/list-comments': ['pull-requests', listComments],
  'issues/create-comment': ['pull-requests', createComment],
  'issues/update-comment': ['pull-requests', updateComment],
  'issues/delete-comment': ['pull-requests', deleteComment],
  'repos/list-deployments': ['deployments', listDeployments],
  'repos/create-deployment': ['deployments', createDeployment],
  'repos/list-deployment-statuses': ['deployments', listStatuses],
  'repos/create-deployment-status': ['deployments', createStatus],
  'pulls/get': ['pull-requests', getPull],
  'repos/compare-commits-with-basehead': ['contents', compareCommits],
};

export interface Route {
  readonly operation: (typeof operations)[number];
  readonly right: Right;
  readonly level: 'read' | 'write';
  readonly handler: Handler;
  /** Values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

/** `undefined` for everything that is not played, whether GitHub has it or not. */
export function routeOf(
  description: Description,
  { method, path }: { method: string; path: string },
): Route | undefined {
  for (const operation of operations) {
    const described = description.operation(operation);
    const values = described.method === method ? parametersOf(described.path, path) : undefined;
    if (values === undefined) continue;
    const [right, handler] = table[operation];
    return { operation, right, level: method === 'GET' ? 'read' : 'write', handler, path: values };
  }
  return undefined;
}

function parametersOf(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split('/');
  const found = path.split('/');
  if (expected.length !== found.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const name = /^\{(.*)\}$/.exec(segment)?.[1];
    const value = found[index] ?? '';
    if (name !== undefined) values[name] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return values;
}
