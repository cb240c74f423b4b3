import type { Queries } from '../storage/database.ts';
import type { Metrics } from './metrics.ts';
import { answer, type Route } from './server.ts';

/**
 * Addresses for operators: alive, ready (the database answers too), and figures.
 * @param isServing true once started and until stopping
 */
export function healthRoutes(db: Queries, metrics: Metrics, isServing: () => boolean): Route[] {
  return [
    { method: 'GET', path: '/healthz', handle: (_, response) => answer(response, 200, 'ok') },
    {
      method: 'GET',
      path: '/readyz',
      async handle(_, response) {
        const ready = isServing() && (await isAnswering(db));
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

function isAnswering(db: Queries): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  );
}
