import { NotFound } from './errors.ts';
import { type Call, type CallerOptions, createCaller } from './http/call.ts';
import { validateRequest } from './http/validate-request.ts';
import type { Method, Route } from './routes/route.ts';
import { serviceRoutes } from './routes/routes.ts';

type Routes = typeof serviceRoutes;

/** A method for every route, each described at its row. They throw the classes of errors.ts. */
export type ServiceClient = { [Name in keyof Routes]: Method<Routes[Name]> };

/** A client that speaks for one connection. */
export function createServiceClient(options: CallerOptions): ServiceClient {
  const call = createCaller(options);
  const methods = Object.entries<Route>(serviceRoutes).map(([name, route]) => [
    name,
    async (...args: unknown[]) => call(callOf(route, args)),
  ]);
  // A method's type is its row's (`Method`); Object.entries cannot carry it.
  const client = Object.fromEntries(methods) as ServiceClient;
  return {
    ...client,
    async getAgentGeneration(id, signal) {
      try {
        return await client.getGeneration(id, signal);
      } catch (error) {
        // Deployments differ in where they keep these (field notes).
        if (error instanceof NotFound) return client.getAgentGeneration(id, signal);
        throw error;
      }
    },
  };
}

/** Ids, then what is asked, then a signal: see `Method`. */
function callOf(route: Route, args: unknown[]): Call {
  const idCount = route.path.split('{').length - 1;
  const ids = args.slice(0, idCount).map(String);
  const signal = args.find((arg) => arg instanceof AbortSignal);
  if (!route.request) return { route, ids, signal };
  if (route.method !== 'GET') return { route, ids, body: validateRequest(route.request, args[idCount]) };
  return { route, ids, query: validateRequest(route.request, args[idCount] ?? {}), signal };
}
