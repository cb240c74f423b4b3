import { expect, test } from 'vitest';
import { startChild } from '../support/child.ts';
import { testKey } from '../support/test-key.ts';

const CHILD = new URL('../support/loaded-child.ts', import.meta.url).pathname;

/** Returns the tracing modules that a process has loaded when it starts to serve. */
async function loadedWith(env: Record<string, string>): Promise<string[]> {
  const app = startChild(CHILD, [], {
    PORT: '0',
    DATABASE_URL: '',
    SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
    SLACK_BOT_TOKEN: 'xoxb-nobody',
    SERVICE_BASE_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEYS: testKey(7),
    ...env,
  });
  await app.line((line) => line.includes('"msg":"serving"'));
  await app.kill();
  const names = app.lines.flatMap((line) => (JSON.parse(line) as { loaded?: string }).loaded ?? []);
  return [...new Set(names)].toSorted();
}

test('without a collector no tracing module is loaded', async () => {
  // prom-client imports this package for exemplars: five files that do nothing by themselves.
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual(['@opentelemetry/api']);
});

test('with a collector the tracing modules are loaded', async () => {
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(loaded).toContain('src/tracing');
  expect(loaded).toContain('@opentelemetry/sdk-trace');
});
