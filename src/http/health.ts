import type { Clock } from '../clock.ts';
import { fingerprint, isFingerprintOf } from '../connections/one-time.ts';
import type { Queries } from '../storage/database.ts';
import type { Metrics } from './metrics/metrics.ts';
import { answer, type Route } from './server.ts';

interface Health {
  db: Queries;
  metrics: Metrics;
  /** `METRICS_TOKEN`, which a request for figures has to bear; without it nobody is given any. */
  metricsToken?: string | undefined;
  clock: Clock;
  /** True once started and until stopping, while Slack reaches it. */
  isServing(): boolean;
}

/** Milliseconds for which the database is not asked again: the address is open to all. */
const READY_FRESH_MS = 1_000;

/** Addresses for operators: alive, ready (the database answers too), and figures. */
export function healthRoutes({ db, metrics, metricsToken, clock, isServing }: Health): Route[] {
  let asked = { at: Number.NEGATIVE_INFINITY, isAnswering: Promise.resolve(false) };

  function isReady(): Promise<boolean> {
    const now = clock.now();
    if (Math.abs(now - asked.at) >= READY_FRESH_MS) asked = { at: now, isAnswering: isAnswering(db) };
    return asked.isAnswering;
  }

  return [
    { method: 'GET', head: true, path: '/healthz', handle: (_, response) => answer(response, 200, 'ok') },
    {
      method: 'GET',
      head: true,
      path: '/readyz',
      async handle(_, response) {
        const ready = isServing() && (await isReady());
        answer(response, ready ? 200 : 503, ready ? 'ready' : 'not ready');
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(request, response) {
        if (!metricsToken) return answer(response, 404, 'Figures are given once METRICS_TOKEN is set.');
        if (!isBearing(request.headers.authorization, metricsToken)) {
          response.setHeader('www-authenticate', 'Bearer');
          return answer(response, 401, 'Figures are for those who bear METRICS_TOKEN.');
        }
        response.writeHead(200, { 'content-type': metrics.registry.contentType });
        response.end(await metrics.registry.metrics());
      },
    },
  ];
}

/**
 * The scheme in large or small letters (RFC 9110, section 11.1). Tokens are compared by fingerprints, in a time that says nothing
 * about them.
 */
function isBearing(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? [];
  return isFingerprintOf(fingerprint(token), given);
}

function isAnswering(db: Queries): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  );
}
