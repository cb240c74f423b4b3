import { type Clock, systemClock, within } from '../clock.ts';
import { fingerprint, isFingerprintOf } from '../connections/one-time.ts';
import type { Database } from '../storage/database.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type Route, sendText } from './server.ts';

interface Health {
  db: Pick<Database, 'query' | 'transaction' | 'onFailure'>;
  metrics: Metrics;
  /** `METRICS_TOKEN`, the bearer token for `/metrics`. If undefined, `/metrics` answers 404. */
  metricsToken?: string | undefined;
  clock: Clock;
  /** Returns whether the process is started, not stopping, and reachable by Slack. */
  isServing(): boolean;
}

/** Milliseconds for which the result of a database check is reused, because anybody can request `/readyz` many times. */
const READY_FRESH_MS = 1_000;
/** Maximum milliseconds for the database check, including the wait for a free connection. Probes give up after 3 seconds. */
const READY_WITHIN_MS = 2_000;

/** Creates the routes for operators: `/healthz`, `/readyz` (also checks the database) and `/metrics`. */
export function healthRoutes({ db, metrics, metricsToken, clock, isServing }: Health): Route[] {
  let lastCheck = { at: Number.NEGATIVE_INFINITY, isUsable: Promise.resolve(false) };
  /** True after a statement failed because the database is unreachable, full or read-only, until `canWrite` has succeeded. */
  let isInDoubt = false;
  db.onFailure((failure) => {
    isInDoubt ||= failure === 'lost';
  });

  async function isUsable(): Promise<boolean> {
    const checked = isInDoubt ? canWrite(db) : isWritable(db);
    const usable = await within(systemClock, READY_WITHIN_MS, () => checked.catch(() => false), false);
    if (usable) isInDoubt = false;
    return usable;
  }

  function isReady(): Promise<boolean> {
    const now = clock.now();
    if (Math.abs(now - lastCheck.at) >= READY_FRESH_MS) lastCheck = { at: now, isUsable: isUsable() };
    return lastCheck.isUsable;
  }

  return [
    { method: 'GET', head: true, path: '/healthz', handle: (_, response) => sendText(response, 200, 'ok') },
    {
      method: 'GET',
      head: true,
      path: '/readyz',
      async handle(_, response) {
        const why = isServing()
          ? 'the database does not answer or cannot be written'
          : 'starting, stopping or not connected';
        const ready = isServing() && (await isReady());
        sendText(response, ready ? 200 : 503, ready ? 'ready' : `not ready: ${why}`);
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(request, response) {
        if (!metricsToken) return sendText(response, 404, 'Set METRICS_TOKEN to turn on metrics.');
        if (!hasToken(request.headers.authorization, metricsToken)) {
          response.setHeader('www-authenticate', 'Bearer');
          return sendText(response, 401, 'Metrics need METRICS_TOKEN as a bearer token.');
        }
        response.writeHead(200, { 'content-type': metrics.registry.contentType });
        response.end(await metrics.registry.metrics());
      },
    },
  ];
}

/** Checks a bearer token (RFC 9110, section 11.1) in constant time, so that the response time reveals nothing about the token. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(.*)$/i.exec(authorization ?? '') ?? [];
  return isFingerprintOf(fingerprint(token), given);
}

/** Returns whether the database answers and is not read-only. */
async function isWritable(db: Health['db']): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 WHERE NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'`,
  );
  return rows.length > 0;
}

/** Returns true if the database has room for an ask. Writes 64 kB, which need new pages on the disk, and rolls back. */
async function canWrite(db: Health['db']): Promise<boolean> {
  const written = new Error('Roll back.');
  const result = await db
    .transaction(async (tx) => {
      await tx.query(
        `INSERT INTO kv (namespace, key, value) SELECT 'readyz', gen_random_uuid(), string_agg(md5(random()::text), '') FROM generate_series(1, 2000)`,
      );
      throw written;
    })
    .catch((error: unknown) => error);
  return result === written;
}
