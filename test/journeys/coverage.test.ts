import { describe, expect, test } from 'vitest';
import { routes } from '../../sandbox/service/routes/routes.ts';
import { methods } from '../../sandbox/slack/api/methods.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';
import { methodScopes } from '../../src/slack-client.ts';

/**
 * Each call of the app to Slack and to the service must have its counterpart in the stand-ins, or nothing proves it. The
 * clients are typed by the two lists, so nothing is called that is not on them.
 */

/** `{gammaId}` and `{id}` stand for the same place. */
const shape = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

describe('the stand-ins cover what the app calls', () => {
  test('of Slack', () => {
    expect(Object.keys(methodScopes).filter((name) => !(name in methods))).toEqual([]);
  });

  test('of Slack, with the scopes that the stand-in wants', () => {
    const missing = Object.entries(methodScopes).filter(([name, ours]: [string, readonly string[]]) =>
      methods[name]?.scopes?.some((scope) => !ours.includes(scope)),
    );
    expect(missing).toEqual([]);
  });

  test('of the service', () => {
    const there = new Set(routes.map(shape));
    expect(
      Object.values(serviceRoutes)
        .map(shape)
        .filter((route) => !there.has(route)),
    ).toEqual([]);
  });
});
