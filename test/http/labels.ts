import { labelValues, OTHER } from '../../src/http/metrics/labels.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';

/** The paths of all routes, as http/server.ts has them in its metrics. */
const PATHS = [
  ...['/healthz', '/readyz', '/metrics', '/slack/events', '/slack/install', '/slack/oauth_redirect'],
  ...['/service/connect', '/service/callback', OTHER],
];
const routes = [...PATHS, ...Object.values(serviceRoutes).map(({ method, path }) => `${method} ${path}`)];

/** The allowed values of each label, or a pattern for numbers. */
const allowed: Record<string, readonly string[] | RegExp> = {
  ...labelValues,
  route: routes,
  status: /^([1-5]\d\d|network|timeout)$/,
  version: /^\d+\.\d+\.\d+$/,
  commit: /^([0-9a-f]{40}|unknown)$/,
  le: /^(\d+(\.\d+)?|\+Inf)$/,
};

/** Returns the labels of our metrics whose value is not allowed. @param metrics text of `/metrics` */
export function unlistedLabels(metrics: string): string[] {
  const ours = metrics.split('\n').filter((line) => line.startsWith('deckhand_'));
  const labels = ours.flatMap((line) => [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]);
  const unlisted = labels.filter(([, name = '', value = '']) => !isListed(name, value));
  return [...new Set(unlisted.map(([label]) => label))];
}

function isListed(name: string, value: string): boolean {
  const values = allowed[name];
  if (values instanceof RegExp) return values.test(value);
  return value === OTHER || (values?.includes(value) ?? false);
}
