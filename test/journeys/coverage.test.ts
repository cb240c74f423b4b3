import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../sandbox/service/routes/routes.ts';
import { methods } from '../../sandbox/slack/api/methods.ts';
import { serviceRoutes } from '../../src/service/routes/routes.ts';

/** What the app asks of Slack and of the service must have its counterpart in the stand-ins, or nothing proves it. */

const product = globSync('src/**/*.ts').filter((path) => !path.startsWith('src/sandbox/'));
const sourceOf = (paths: string[]) => paths.map((path) => readFileSync(path, 'utf8')).join('\n');

/** Families of methods in the SDK; `client.chat.update(` and `app.client.chat.update(` both name one. */
const FAMILIES = 'auth|bots|chat|conversations|files|oauth|reactions|team|usergroups|users|views|emoji|apps';

function slackMethods(): string[] {
  const calls = sourceOf(product).matchAll(
    new RegExp(`\\b(?:client|slack|web|reads|posts)\\b[\\w.()\\s]*?\\.(${FAMILIES})\\.(\\w+)\\(`, 'g'),
  );
  return [...new Set([...calls].map(([, family, method]) => `${family}.${method}`))].sort();
}

/** `{gammaId}` and `{id}` stand for the same place. */
const shape = (route: string) => route.replace(/\{\w+\}/g, '{}');

describe('the stand-ins cover what the app calls', () => {
  test('of Slack', () => {
    const called = slackMethods();
    expect(called).toContain('chat.postMessage');
    expect(called.length).toBeGreaterThan(8);
    expect(called.filter((method) => !(method in methods))).toEqual([]);
  });

  test('of the service', () => {
    const called = Object.values(serviceRoutes).map(({ method, path }) => `${method} ${path}`);
    expect(called).toContain('POST /generations');
    const there = new Set(routes.map(({ method, path }) => shape(`${method} ${path}`)));
    expect(called.filter((route) => !there.has(shape(route)))).toEqual([]);
  });
});
