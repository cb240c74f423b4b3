import { afterAll, describe, expect, test } from 'vitest';
import { type Collector, type ReceivedSpan, startCollector } from '../support/collector.ts';
import { harness, nextMonday, schedule, seen, talk, tellOfDigests, untilDigest } from './digest-story.ts';
import { openStage } from './killed/stage.ts';
import {
  A_WHILE,
  askForDeck,
  hasFile,
  PATIENCE_MS,
  untilCardSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';

let collector: Collector;
tellOfDigests(async () => {
  collector = await startCollector();
  return { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
});
afterAll(() => collector.close());

/** The id of the generation that is in the log last, as its operator finds it. */
function generationIn(log: string[]): string {
  const lines = log.map((line) => JSON.parse(line) as { generation?: string });
  return lines.findLast(({ generation }) => generation)?.generation ?? '';
}

async function untilSpans(from: Pick<Collector, 'spans'>, ...names: string[]): Promise<ReceivedSpan[]> {
  await expect.poll(() => from.spans().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  return from.spans();
}

/** An ask's trace once it has all these spans. */
function traceOf(generation: string, ...names: string[]): Promise<ReceivedSpan[]> {
  const trace = generation.replaceAll('-', '');
  return untilSpans({ spans: () => collector.spans().filter((span) => span.trace === trace) }, ...names);
}

const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const childrenOf = (spans: ReceivedSpan[], parent: string) =>
  spans.filter((span) => span.parent === named(spans, parent)[0]?.id).map(({ name }) => name);

const STATES = ['queued', 'collecting', 'submitting', 'following', 'delivering', 'delivered'];

describe('an operator with a collector', () => {
  test('goes from the id in the log to the trace of one ask, from its form to the file', async () => {
    const root = await askForDeck(harness, 'Quarterly review: revenue up 18%', { title: 'Riverbank plans' });
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /Export as/);
    await untilIdle(harness);
    const generation = generationIn(harness.log);
    const spans = await traceOf(generation, 'ask', 'delivered');

    const first = spans.filter(({ parent }) => parent === '');
    expect(first).toMatchObject([
      {
        name: 'ask',
        failed: false,
        events: ['taken'],
        attributes: {
          'deckhand.by': 'form',
          'deckhand.work': 'document',
          'deckhand.generation': generation,
          'deckhand.request': expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      },
    ]);
    expect(spans.filter(({ name }) => STATES.includes(name)).map(({ name }) => name)).toEqual(STATES);
    for (const state of STATES) expect(named(spans, state)[0]?.parent).toBe(first[0]?.id);
    expect(named(spans, 'command')).toMatchObject([{ parent: first[0]?.id }]);
    expect(childrenOf(spans, 'command')).toContain('Slack views.open');
    expect(named(spans, 'menu')).toEqual([]);
    expect(childrenOf(spans, 'queued')).toContain('Slack chat.postMessage');
    expect(childrenOf(spans, 'submitting')).toEqual(['POST /generations']);
    expect(named(spans, 'POST /generations')[0]?.attributes).toEqual({
      'http.request.method': 'POST',
      'url.template': '/generations',
      'http.response.status_code': expect.any(Number),
    });
    expect(childrenOf(spans, 'following')).not.toContain('GET /generations/{id}');
    expect(named(spans, 'following')[0]?.attributes['deckhand.polls']).toBeGreaterThan(0);
    expect(childrenOf(spans, 'delivering')).toEqual(
      expect.arrayContaining(['Slack chat.update', 'file from the service', 'file to Slack']),
    );
    expect(spans.filter(({ failed }) => failed)).toEqual([]);
    expect(new Set(collector.paths)).toEqual(new Set(['POST /v1/traces application/x-protobuf']));
  });

  test('sees the sentence that was said yes to later, too', async () => {
    const { ana } = harness;
    const dm = ana.appDm();
    await ana.say(dm, 'make a deck about our spring launch in Lisbon, 5 slides');
    const card = await ana.waitForMessage((message) => /Make this\?/.test(wordsOf(message)), { channel: dm });
    await ana.press(card, 'proposal_make');
    await ana.waitForMessage((message) => /Made by AI/.test(wordsOf(message)), {
      channel: dm,
      timeoutMs: PATIENCE_MS,
    });
    await untilIdle(harness);
    const spans = await traceOf(generationIn(harness.log), 'ask', 'delivered');
    expect(named(spans, 'ask')).toMatchObject([{ attributes: { 'deckhand.by': 'press' } }]);
    expect(named(spans, 'inbox')).toMatchObject([{ parent: named(spans, 'ask')[0]?.id }]);
    expect(childrenOf(spans, 'inbox')).toContain('Slack chat.postMessage');
  });

  test('sees an ask fail, and why', async () => {
    harness.service.misbehave({ kind: 'status', status: 402, route: 'POST /generations', times: 1 });
    const root = await askForDeck(harness, 'Budget of the spring fair');
    await untilCardSays(harness, root, /credits at Papermill are used up/);
    const spans = await traceOf(generationIn(harness.log), 'failed');
    expect(named(spans, 'POST /generations')).toMatchObject([
      { failed: true, attributes: { 'http.response.status_code': 402, 'error.type': '402' } },
    ]);
    expect(named(spans, 'failed')).toMatchObject([
      { failed: true, attributes: { 'deckhand.reason': 'no_credits', 'error.type': 'no_credits' } },
    ]);
  });

  test('sees what a press on the card has set going in the same trace', async () => {
    const root = await askForDeck(harness, 'Opening hours in May');
    const card = await untilCardSays(harness, root, /Export as/);
    const generation = generationIn(harness.log);
    await harness.ana.press(card, 'generation_export', 'Export as PDF');
    await untilThreadHas(harness, root, ({ files }) => Boolean(files?.some(({ name }) => /pdf$/.test(name))));
    const spans = await traceOf(generation, 'ask', 'delivered', 'export');
    expect(named(spans, 'export')).toMatchObject([{ parent: generation.replaceAll('-', '').slice(16) }]);
    expect(childrenOf(spans, 'export')).toEqual(
      expect.arrayContaining(['POST /gammas/{gammaId}/export', 'Slack files.completeUploadExternal']),
    );
  });

  test('sees a digest begin with its run', async () => {
    await schedule();
    await talk(6);
    const before = seen();
    await nextMonday();
    const root = await untilDigest(before);
    await untilThreadHas(harness, root, hasFile);
    await untilIdle(harness);
    const spans = await traceOf(generationIn(harness.log), 'ask', 'delivered');
    expect(named(spans, 'ask')).toMatchObject([
      { parent: '', attributes: { 'deckhand.by': 'digest', 'deckhand.digest': expect.any(String) } },
    ]);
    expect(childrenOf(spans, 'ask')).toContain('Slack conversations.history');
  });

  test('is told nothing of what people wrote, nor any secret', () => {
    const sent = collector.raw();
    expect(sent.length).toBeGreaterThan(2_000);
    const secret = [
      ...['Quarterly', 'revenue', 'Riverbank', 'Lisbon', 'spring fair', 'U0ANA', 'Ana', 'http:', 'https:'],
      ...['SLACK_BOT_TOKEN', 'SERVICE_API_KEY', 'SLACK_SIGNING_SECRET'].map(
        (name) => harness.env[name] ?? name,
      ),
    ];
    expect(secret.filter((words) => sent.includes(words))).toEqual([]);
  });
});

test('a process that takes up an ask after a kill adds to its trace', {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  const collector = await startCollector();
  const stage = await openStage({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  try {
    const { service } = stage.standIns;
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Harbour fees' });
    const root = await askForDeck(stage.standIns, 'Harbour fees');
    await expect.poll(() => stage.states(0)).toEqual(['following']);
    const [first] = await untilSpans(collector, 'ask', 'submitting');
    await stage.killAndStartAgain();
    await untilThreadHas(stage.standIns, root, hasFile);
    const spans = await untilSpans(collector, 'ask', 'delivered');

    expect(new Set(spans.map(({ trace }) => trace))).toEqual(new Set([first?.trace]));
    const states = spans.filter(({ name }) => STATES.includes(name));
    expect(states.map(({ name }) => name)).toEqual(STATES);
    const follower = named(states, 'following')[0]?.instance;
    expect(states.map(({ instance }) => instance === follower)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(states.every(({ parent }) => parent === first?.trace.slice(16))).toBe(true);
    expect(named(spans, 'POST /generations')).toHaveLength(1);
  } finally {
    await stage.stop();
    await collector.close();
  }
});
