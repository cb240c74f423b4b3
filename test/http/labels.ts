import { labelValues, OTHER } from '../../src/http/metrics/labels.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';

/** All addresses of the process, as http/server.ts names them. */
const ADDRESSES = [
  ...['/healthz', '/readyz', '/metrics', '/slack/events', '/slack/install', '/slack/oauth_redirect'],
  ...['/service/connect', '/service/callback', OTHER],
];
const routes = [...ADDRESSES, ...Object.values(serviceRoutes).map(({ method, path }) => `${method} ${path}`)];

/** Lists of values, and patterns for what is a number. */
const allowed: Record<string, readonly string[] | RegExp> = {
  ...labelValues,
  route: routes,
  status: /^([1-5]\d\d|network|timeout)$/,
  le: /^(\d+(\.\d+)?|\+Inf)$/,
};

/** Labels of our figures whose value is in no list. @param figures as `/metrics` gives them */
export function unlistedLabels(figures: string): string[] {
  const ours = figures.split('\n').filter((line) => line.startsWith('deckhand_'));
  const labels = ours.flatMap((line) => [...line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]);
  const unlisted = labels.filter(([, name = '', value = '']) => !isListed(name, value));
  return [...new Set(unlisted.map(([label]) => label))];
}

function isListed(name: string, value: string): boolean {
  const values = allowed[name];
  if (values instanceof RegExp) return values.test(value);
  return value === OTHER || (values?.includes(value) ?? false);
}
