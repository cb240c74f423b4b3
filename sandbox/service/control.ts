import { z } from 'zod';
import { features } from './deployment.ts';
import { type Answer, json } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import { Refusal } from './http/refusal.ts';
import { createRouter } from './http/router.ts';
import type { Misbehaviour } from './misbehaviour/schema.ts';
import type { Controls } from './options.ts';

interface ControlRoute {
  method: string;
  path: string;
  run(input: Record<string, unknown>, params: Record<string, string>): unknown;
}

/** `/__control/…`: JSON in, JSON out, for this machine only and never for a page in a browser. */
export function createControl(controls: Controls) {
  const find = createRouter(controlRoutes(controls));

  return async function answerControl(incoming: Incoming): Promise<Answer | undefined> {
    if (!incoming.path.startsWith('/__control/')) return undefined;
    if (!isFromThisMachine(incoming)) throw new Refusal(403, 'Only for this machine');
    const found = find(incoming.method, incoming.path);
    if (found.kind !== 'route') throw new Refusal(404, 'No such control');
    const query = Object.fromEntries(incoming.query);
    try {
      const input = incoming.body === '' ? query : JSON.parse(incoming.body);
      return json(found.route.run(input, found.params) ?? {});
    } catch (error) {
      throw new Refusal(400, error instanceof Error ? error.message : String(error));
    }
  };
}

function controlRoutes(controls: Controls): ControlRoute[] {
  const rules = new Map<string, () => void>();
  return [
    {
      method: 'POST',
      path: '/__control/misbehave',
      run(rule) {
        const id = String(rules.size + 1);
        rules.set(id, controls.misbehave(rule as Misbehaviour));
        return { id };
      },
    },
    { method: 'DELETE', path: '/__control/misbehave', run: () => controls.behave() },
    { method: 'DELETE', path: '/__control/misbehave/{id}', run: (_, { id }) => rules.get(id ?? '')?.() },
    {
      method: 'GET',
      path: '/__control/calls',
      run: ({ route }) => ({
        calls: controls.calls.filter((call) => route === undefined || call.route === route),
      }),
    },
    { method: 'DELETE', path: '/__control/calls', run: () => controls.clearCalls() },
    {
      method: 'GET',
      path: '/__control/credits',
      run: ({ workspace, person }) => ({
        credits: controls.credits(workspace as string, person as string),
      }),
    },
    {
      method: 'POST',
      path: '/__control/credits',
      run: ({ amount, workspace, person }) =>
        controls.setCredits(Number(amount), workspace as string, person as string),
    },
    {
      method: 'POST',
      path: '/__control/finish',
      run: ({ generationId, id = generationId }) => controls.finishNow(String(id)),
    },
    {
      method: 'POST',
      path: '/__control/docs/{doc}/comments',
      run: (comment, { doc = '' }) => ({ ids: controls.comment(doc, comment) }),
    },
    {
      method: 'POST',
      path: '/__control/docs/{doc}/visits',
      run: (visit, { doc = '' }) => ({ ids: controls.visit(doc, visit) }),
    },
    {
      method: 'POST',
      path: '/__control/docs/{doc}/analytics',
      run: ({ scope }, { doc = '' }) => controls.setAnalyticsScope(doc, scope === 'self' ? 'self' : 'all'),
    },
    {
      method: 'POST',
      path: '/__control/lacking',
      run: ({ routes = [] }) => controls.setLacking(z.array(z.string()).parse(routes)),
    },
    {
      method: 'POST',
      path: '/__control/features',
      run: ({ feature, on = false, workspace }) =>
        controls.setFeature(z.enum(features).parse(feature), on === true, workspace as string),
    },
    {
      method: 'POST',
      path: '/__control/agents',
      run: ({ most }) =>
        controls.setAgentCapacity(most === undefined ? Number.POSITIVE_INFINITY : Number(most)),
    },
    {
      method: 'POST',
      path: '/__control/quiet',
      run: ({ quiet = true }) => controls.setQuiet(quiet === true),
    },
  ];
}

/** A browser names the page that asks, or at least the host that it was asked for; a script here has no page. */
function isFromThisMachine({ remoteAddress, headers }: Incoming): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.)/.test(remoteAddress);
  const isForUs = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  return isLoopback && isForUs && headers.origin === undefined && headers['sec-fetch-site'] === undefined;
}
