import type { Log } from '../log.ts';
import type { Calls } from './calls.ts';
import { type Answer, CUT, type Reply } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import { Refusal, refusalAnswer } from './http/refusal.ts';
import { createRouter } from './http/router.ts';
import { asAnswer } from './http/serve-on.ts';
import { misbehaving } from './misbehaviour/around.ts';
import type { Authenticate, Principal } from './principal.ts';
import type { RateLimit } from './rate-limit.ts';
import { type Route, routeName } from './routes/route.ts';
import { validate } from './routes/validate.ts';
import type { Service } from './service.ts';

const VERSION = '/v1.0';

/** Handles all requests below `/v1.0` and refuses older versions. */
export function createApi(parts: {
  routes: readonly Route[];
  service: Service;
  authenticate: Authenticate;
  rateLimit: RateLimit;
  calls: Calls;
  /** Aborted when the stand-in stops. */
  signal: AbortSignal;
  log?: Log | undefined;
}) {
  const { service, calls, log } = parts;
  const find = createRouter(parts.routes);

  return async function answerApi(incoming: Incoming): Promise<Reply | undefined> {
    if (!/^\/v\d/.test(incoming.path)) return undefined;
    const found = find(incoming.method, incoming.path.replace(VERSION, ''));
    const isOurs = incoming.path.startsWith(`${VERSION}/`) && found.kind === 'route';
    const route = isOurs ? routeName(found.route) : '';
    const matchable = { route, path: pathAndQuery(incoming), body: incoming.body };

    let by: Principal | undefined;
    const handle = () => handleCall().catch((error) => asAnswer(error, incoming.id, log));
    const reply = await misbehaving(service.rules.forCall(matchable), handle, {
      clock: service.clock,
      signal: parts.signal,
    });
    const status = reply === CUT ? 0 : reply.status;
    const { id, method } = incoming;
    const path = matchable.path;
    calls.record({
      id,
      method,
      path,
      route,
      body: parsed(incoming.body),
      by,
      status,
      at: service.clock.now(),
    });
    log?.debug({ request: id, method, path, status }, 'service call');
    return reply;

    async function handleCall(): Promise<Answer> {
      if (!incoming.path.startsWith(`${VERSION}/`)) throw new Refusal(404, GONE);
      if (found.kind === 'unknown') throw new Refusal(404, `Cannot ${incoming.method} ${incoming.path}`);
      if (found.kind === 'wrong_method') {
        throw new Refusal(405, 'Method Not Allowed', { headers: { allow: found.allowed.join(', ') } });
      }
      by = await admitted(parts.authenticate, incoming, found.route);
      const principal = by;
      const headers = parts.rateLimit(principal.workspaceId);
      const call = { principal, params: found.params, matchable };
      const answer = await handleRefusing(() =>
        found.route.handle({ ...call, ...validate(found.route, incoming) }, service),
      );
      return { ...answer, headers: { ...headers, ...answer.headers } };
    }
  };
}

const GONE = 'The v0.2 routes have been disabled. Use v1.0.';

async function admitted(authenticate: Authenticate, incoming: Incoming, route: Route): Promise<Principal> {
  const principal = await authenticate(incoming);
  if (principal instanceof Refusal) throw principal;
  if (principal.scopes.includes(route.scope)) return principal;
  const challenge = `Bearer error="insufficient_scope", scope="${route.scope}"`;
  throw new Refusal(403, 'insufficient_scope', { headers: { 'www-authenticate': challenge } });
}

/** Turns a refusal into an answer, because it needs the rate limit headers too. */
async function handleRefusing(handle: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    throw error;
  }
}

function pathAndQuery({ path, query }: Incoming): string {
  return query.size > 0 ? `${path}?${query}` : path;
}

function parsed(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return body;
  }
}
