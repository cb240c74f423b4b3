import { NotFound } from './errors.ts';
import { type Call, type CallerOptions, createCaller } from './http/call.ts';
import { validateRequest } from './http/validate-request.ts';
import type { Method, Route } from './routes/route.ts';
import { serviceRoutes } from './routes/routes.ts';

type Routes = typeof serviceRoutes;

/** Has a method for every route, which is described at the route's row. Methods throw the classes of errors.ts. */
export type ServiceClient = { [Name in keyof Routes]: Method<Routes[Name]> };

/** Creates a client for the service with the credentials of one connection. */
export function createServiceClient(options: CallerOptions): ServiceClient {
  const call = createCaller(options);
  const methods = Object.entries<Route>(serviceRoutes).map(([name, route]) => [
    name,
    async (...args: unknown[]) => call(callOf(route, args)),
  ]);
  // Object.entries loses the type that `Method` derives from each row.
  const client = Object.fromEntries(methods) as ServiceClient;
  return {
    ...client,
    async getAgentGeneration(id, signal) {
      try {
        return await client.getGeneration(id, signal);
      } catch (error) {
        // Some deployments have agent generations at a path of their own (field notes).
        if (error instanceof NotFound) return client.getAgentGeneration(id, signal);
        throw error;
      }
    },
  };
}

/** Returns the call for a method's arguments: the ids, then the query or body, then a signal (see `Method`). */
function callOf(route: Route, args: unknown[]): Call {
  const idCount = route.path.split('{').length - 1;
  const ids = args.slice(0, idCount).map(String);
  const signal = args.find((arg) => arg instanceof AbortSignal);
  if (!route.request) return { route, ids, signal };
  if (route.method !== 'GET') return { route, ids, body: validateRequest(route.request, args[idCount]) };
  return { route, ids, query: validateRequest(route.request, args[idCount] ?? {}), signal };
}
