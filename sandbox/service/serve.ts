import { createApi } from './api.ts';
import { type ApiKey, apiKeyAuthentication } from './api-keys.ts';
import type { Calls } from './calls.ts';
import { createFiles } from './files.ts';
import type { Reply } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import { Refusal } from './http/refusal.ts';
import { serveOn } from './http/serve-on.ts';
import type { Rules } from './misbehaviour/rules.ts';
import type { ServiceStandInOptions } from './options.ts';
import { createRateLimit, GENEROUS } from './rate-limit.ts';
import { createRecentlyDrawn } from './recently-drawn.ts';
import { routes } from './routes/routes.ts';
import { seed } from './samples/seed.ts';
import type { Service } from './service.ts';
import { createSite } from './site/site.ts';
import { openStore } from './store/store.ts';

export interface Running {
  service: Service;
  close(): Promise<void>;
}

/** Opens the store and starts both servers: the API with the site, and the files. */
export async function serve(
  options: ServiceStandInOptions,
  parts: { rules: Rules; calls: Calls },
): Promise<Running> {
  const { log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const service = await openService(options, parts.rules);
  const answer = createAnswer(options, service, { ...parts, signal });

  const main = await serveOn(options.port, answer, log);
  const answerFile = createFiles({ service, calls: parts.calls, signal });
  const files = await serveOn(options.filesPort, answerFile, log);
  service.urls = { site: main.url, files: files.url };
  return {
    service,
    async close() {
      stopping.abort();
      await Promise.all([main.close(), files.close()]);
      await service.store.close();
    },
  };
}

async function openService(options: ServiceStandInOptions, rules: Rules): Promise<Service> {
  const store = await openStore(options.dataDir ?? null, options.log);
  seed(store, options.clock.now());
  return {
    name: options.name ?? 'Documents',
    store,
    drawn: createRecentlyDrawn(),
    fineness: options.fineness ?? 1,
    clock: options.clock,
    rules,
    timing: {
      generationMs: options.generationMs ?? [6_000, 14_000],
      exportMs: options.exportMs ?? [1_500, 4_000],
      exportLagMs: options.exportLagMs ?? 4_000,
    },
    maxCards: options.maxCards ?? 60,
    urls: { site: '', files: '' },
    log: options.log,
  };
}

/** Returns the answer of the first part that serves the request's path: the API, OAuth metadata, the site. */
function createAnswer(
  options: ServiceStandInOptions,
  service: Service,
  parts: { calls: Calls; signal: AbortSignal },
) {
  const byKey = apiKeyAuthentication(options.apiKeys.map((key) => ownedKey(key, service)));
  const handlers = [
    createApi({
      routes,
      service,
      authenticate: options.authentication?.(byKey) ?? byKey,
      rateLimit: createRateLimit({ ...GENEROUS, ...options.rateLimits }, service.clock),
      calls: parts.calls,
      signal: parts.signal,
      log: options.log,
    }),
    ...(options.beside ? [options.beside] : []),
    createSite(service),
  ];
  return async function answer(incoming: Incoming): Promise<Reply> {
    for (const serve of handlers) {
      const reply = await serve(incoming);
      if (reply) return reply;
    }
    throw new Refusal(404, `Cannot ${incoming.method} ${incoming.path}`);
  };
}

function ownedKey(key: string | ApiKey, { store }: Service): ApiKey {
  if (typeof key !== 'string') return key;
  const [workspace] = store.workspaces.values();
  const [owner] = workspace?.members ?? [];
  if (!workspace || !owner) throw new Error('The service stand-in has no workspace for its API keys');
  return { key, workspaceId: workspace.id, personId: owner.id };
}
