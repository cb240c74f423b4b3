import type { Queries } from '../storage/database.ts';
import type { Metrics } from './metrics.ts';
import { answer, type Route } from './server.ts';

interface Health {
  db: Queries;
  metrics: Metrics;
  /** true once started and until stopping */
  isServing(): boolean;
}

/** Addresses for operators: alive, ready (the database answers too), and figures. */
export function healthRoutes({ db, metrics, isServing }: Health): Route[] {
  return [
    { method: 'GET', path: '/healthz', handle: (_, response) => answer(response, 200, 'ok') },
    {
      method: 'GET',
      path: '/readyz',
      async handle(_, response) {
        const ready = isServing() && (await answers(db));
        answer(response, ready ? 200 : 503, ready ? 'ready' : 'not ready');
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(_, response) {
        response.writeHead(200, { 'content-type': metrics.registry.contentType });
        response.end(await metrics.registry.metrics());
      },
    },
  ];
}

async function answers(db: Queries): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  );
}
