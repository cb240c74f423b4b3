import { Refusal } from './http/refusal.ts';
import type { Principal } from './principal.ts';
import { type Route, routeName } from './routes/route.ts';
import type { Service } from './service.ts';

/** How deployments differ from each other, and workspaces by their plans. */
export interface Deployment {
  /** Routes that it does not have, e.g. `GET /gammas/{gammaId}`: 404. */
  lacks: ReadonlySet<string>;
  /** Agent jobs that it has under way at most, in all workspaces together; beyond them it is busy. */
  agentCapacity: number;
}

export const features = [
  'agent',
  'analytics',
  'comments',
  'export',
  'images',
  'search',
  'templates',
] as const;
/** What a workspace's plan may leave out. */
export type Feature = (typeof features)[number];

const FEATURE_OF: [pattern: RegExp, feature: Feature][] = [
  [/^\/agent\//, 'agent'],
  [/\/analytics\b/, 'analytics'],
  [/\/comments$/, 'comments'],
  [/\/export$|^\/exports\//, 'export'],
  [/^\/images\b/, 'images'],
  [/^\/gammas\/search$/, 'search'],
  [/^\/templates\/|from-template$/, 'templates'],
];

/** A route that this deployment does not have is as unknown as any other path. */
export function requireThere({ deployment }: Service, route: Route, path: string): void {
  if (deployment.lacks.has(routeName(route))) throw new Refusal(404, `Cannot ${route.method} ${path}`);
}

export function requireFeature(service: Service, route: Route, by: Principal): void {
  const feature = FEATURE_OF.find(([pattern]) => pattern.test(route.path))?.[1];
  const without = service.store.workspaces.get(by.workspaceId)?.without ?? [];
  if (feature && without.includes(feature)) throw new Refusal(403, 'Forbidden');
}
