/** A token server as the specifications of distribution describe it: GET, with Basic or anonymous. */

import { randomBytes } from 'node:crypto';
import { applyFault, isUser } from './pull.ts';
import type { Answer, Call, Delivery, World } from './registry.ts';

export function answerTokens(world: World, call: Call): Delivery {
  const fault = world.faults.take('token');
  return applyFault(fault, { call, answer: trueAnswer(world, call) });
}

function trueAnswer(world: World, call: Call): Answer {
  const violate = (what: string) => world.violate(`${call.method} ${call.url.pathname} of the token server: ${what}`);
  const { tokens, denied } = world.shape;
  if (!tokens) {
    violate('this registry has none');
    return refuse(404, '{}');
  }
  if (call.url.pathname !== new URL(tokens.realm).pathname) violate('another place than the realm');
  if (call.method !== 'GET') violate('not a GET');
  const asked = call.url.searchParams;
  for (const name of asked.keys()) if (!['service', 'scope'].includes(name)) violate(`the parameter ${name}`);
  if (asked.get('service') !== tokens.service)
    violate(`the service ${asked.get('service')} instead of ${tokens.service}`);
  const repository = /^repository:([a-z0-9._/-]+):pull$/.exec(asked.get('scope') ?? '')?.[1];
  if (repository === undefined) violate(`the scope ${asked.get('scope')}`);
  const who = byBasic(world, { call, violate });
  if (who === 'refused') return refuse(401, world.shape.unauthorized);
  const isHidden = world.repositories.get(repository ?? '')?.isPrivate ?? false;
  if (isHidden && who === 'nobody' && denied.at === 'token') return refuse(denied.status, denied.body);
  const token = `token-${randomBytes(12).toString('hex')}`;
  world.issued.set(token, new Set(who === 'somebody' && repository !== undefined ? [repository] : []));
  const said = { expires_in: 300, issued_at: '2026-01-01T00:00:00Z' };
  if (tokens.answers === 'access_token') return grant({ access_token: token });
  return grant(tokens.answers === 'token' ? { token } : { ...said, token, access_token: token });
}

type Who = 'nobody' | 'somebody' | 'refused';

function byBasic(world: World, { call, violate }: { call: Call; violate: (what: string) => void }): Who {
  if (call.authorization === undefined) return 'nobody';
  const basic = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(call.authorization)?.[1];
  if (basic === undefined) violate('an Authorization that is not Basic');
  return basic !== undefined && isUser(world, basic) ? 'somebody' : 'refused';
}

const grant = (body: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const refuse = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
});
