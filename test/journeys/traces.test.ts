import { afterAll, expect, test } from 'vitest';
import { startCollector } from '../support/collector.ts';
import { harness, tellOfDigests } from './digest-story.ts';
import { askForDeck, hasFile, untilIdle, untilThreadHas } from './story.ts';

const collector = await startCollector();
afterAll(() => collector.close());
await tellOfDigests({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });

/** Returns the id of the generation that was logged last. */
function generationInLog(): string {
  const lines = harness.log.map((line) => JSON.parse(line) as { generation?: string });
  return lines.findLast(({ generation }) => generation)?.generation ?? '';
}

test('an operator finds the trace of an ask by the id in the log; it has the requests of the job, and no secrets or texts', async () => {
  const root = await askForDeck(harness, 'Quarterly review: revenue up 18%', { title: 'Riverbank plans' });
  await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  const jobs = () =>
    collector.spans().filter(({ attributes }) => attributes['deckhand.generation'] === generationInLog());
  await expect.poll(jobs).toMatchObject([{ name: 'generation', parent: '', failed: false }]);
  const [job] = jobs();
  const requests = collector.spans().filter(({ parent }) => parent === job?.id);
  const ports = [harness.env.SLACK_API_URL, harness.env.SERVICE_BASE_URL].map((url) =>
    Number(new URL(url ?? '').port),
  );
  expect(requests.map(({ attributes }) => attributes['server.port'])).toEqual(expect.arrayContaining(ports));

  const sent = collector.raw();
  const secrets = [
    ...['Quarterly', 'revenue', 'Riverbank', 'U0ANA', 'Ana', 'http:', 'https:'],
    ...['SLACK_BOT_TOKEN', 'SERVICE_API_KEY', 'SLACK_SIGNING_SECRET'].map(
      (name) => harness.env[name] ?? name,
    ),
  ];
  expect(secrets.filter((words) => sent.includes(words))).toEqual([]);
});
