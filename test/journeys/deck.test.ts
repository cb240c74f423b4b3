import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlistedLabels } from '../http/labels.ts';
import { createHarness, type Harness } from './harness.ts';
import { METRICS_TOKEN } from './stand-ins.ts';
import { hasFile, moreOptions, untilCardSays, untilFormSays, untilThreadHas, wordsOf } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

describe('Ana asks for slides', () => {
  test('she types /deck, searches a theme, submits, and finds the file in the thread', async () => {
    const { ana, service } = harness;
    service.clearCalls();
    await ana.command('general', '/deck');
    await ana.waitForView();
    await ana.fill({ prompt: 'Quarterly review: revenue up 18% to $4.2M, churn 2.1%' });
    const [theme] = await ana.options('theme', 'o');
    expect(theme).toBeDefined();
    await ana.fill({ theme: theme?.text.text ?? '' });
    await moreOptions(ana);
    expect(JSON.stringify(ana.view()?.view)).toContain(theme?.value);
    await ana.fill({ cards: 5 });
    expect(await ana.submit()).toMatchObject({ ok: true });

    const root = await ana.waitForMessage((message) => Boolean(message.bot) && !message.thread_ts, {
      channel: 'general',
    });
    const file = await untilThreadHas(harness, root, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pptx$/);
    expect(file.text).toContain('<@U0ANA>');
    const card = await untilCardSays(harness, root, /credits?/i);
    expect(wordsOf(card)).toMatch(/Made by AI/);

    const creates = service.calls.filter(({ method }) => method === 'POST');
    expect(creates).toHaveLength(1);
    expect(creates[0]?.body).toMatchObject({ themeId: theme?.value, numCards: 5, exportAs: 'pptx' });
    const bytes = await harness.slack.download(file.files?.[0]?.id ?? '');
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK');

    await untilCardSays(harness, root, /Export as/);
    const address = `${harness.appUrl()}/metrics`;
    for (const authorization of ['', 'Bearer', 'Bearer another', METRICS_TOKEN]) {
      expect((await fetch(address, { headers: { authorization } })).status).toBe(401);
    }
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const figures = await (await fetch(address, { headers })).text();
    for (const state of ['queued', 'collecting', 'submitting', 'following', 'delivering', 'delivered']) {
      expect(figures).toContain(`deckhand_generation_transitions_total{state="${state}"} 1`);
    }
    expect(figures).toMatch(/deckhand_jobs_running \d/);
    expect(figures).toContain('deckhand_asks_total{work="document"} 1');
    expect(figures).toContain(
      'deckhand_asks_ended_total{work="document",outcome="delivered",reason="none"} 1',
    );
    expect(figures).toContain('deckhand_slack_ack_seconds_count{request="form"} 1');
    expect(figures).toContain('deckhand_slack_calls_total{method="views.open",answer="ok"} 1');
    expect(figures).toContain('deckhand_generations{state="following"} 0');
    expect(figures).toContain('deckhand_backlog_read 1');
    expect(figures).not.toMatch(/revenue|U0ANA|T0SMALL/);
    expect(figures).not.toMatch(/deckhand_slack_unacknowledged_total\{.*\} [1-9]/);
    expect(unlistedLabels(figures)).toEqual([]);
  });

  test('an operator follows her ask through the log by its id, from the command to the file', () => {
    const lines = harness.log.map((line) => JSON.parse(line) as LogLine);
    const taken = lines.find(({ msg }) => msg === 'An ask was taken');
    expect(taken).toMatchObject({ request: expect.stringMatching(/^[0-9a-f]{8}$/) });
    const requests = lines.filter(({ msg, view }) => msg === 'Slack request' && view === taken?.view);
    expect(requests.map(({ kind }) => kind)).toContain('command');
    expect(requests.find(({ kind }) => kind === 'form')?.request).toBe(taken?.request);

    const ofAsk = lines.filter(({ generation }) => generation === taken?.generation);
    expect(stagesIn(ofAsk)).toEqual(STAGES);
    expect(ofAsk.filter(({ request, jobId }) => !request && !jobId)).toEqual([]);
    expect(harness.log.join('\n')).not.toMatch(/revenue|Quarterly/);
  });
});

interface LogLine {
  msg: string;
  generation?: string;
  request?: string;
  view?: string;
  job?: string;
  jobId?: string;
  state?: string;
  kind?: string;
  route?: string;
}

/** The stages of an ask, as the log names them. */
const STAGES = [
  ...['queued', 'posted root', 'collecting', 'submitting', 'POST /generations'],
  ...['following', 'delivering', 'posted file', 'delivered'],
];

function stagesIn(lines: LogLine[]): string[] {
  const named = lines.map(({ msg, state, kind, route }) => {
    if (msg === 'posted') return `posted ${kind}`;
    return msg === 'generation' ? (state ?? '') : msg === 'service call' ? (route ?? '') : msg;
  });
  return named.filter((stage) => STAGES.includes(stage));
}

describe('where Deckhand is not in the conversation', () => {
  test('a public one is joined by itself once she presses Create, and the deck comes there', async () => {
    const { ana, slack } = harness;
    const joins = () => slack.calls.filter(({ method }) => method === 'conversations.join').length;
    await ana.command('random', '/deck');
    const form = await ana.waitForView();
    await ana.fill({ prompt: 'Picnic plan' });
    await slack.settle();
    expect(JSON.stringify(form.view)).not.toContain('/invite');
    expect(joins()).toBe(0);
    expect(await ana.submit()).toMatchObject({ ok: true });
    expect(joins()).toBe(1);
    const root = await ana.waitForMessage((message) => Boolean(message.bot) && !message.thread_ts, {
      channel: 'random',
    });
    await untilThreadHas(harness, root, hasFile);
  });

  test('a private one: the form says so at its top, and the deck comes to her own conversation', async () => {
    const { ana, slack } = harness;
    await ana.command('board', '/deck');
    const form = await untilFormSays(ana, /cannot post/);
    expect(form.indexOf('cannot post')).toBeLessThan(form.indexOf('What should it be about'));
    expect(form).toContain('/invite @Deckhand');
    expect(form).toContain(`"initial_conversation":"${ana.appDm()}"`);
    await ana.fill({ prompt: 'Plan for the board' });
    expect(await ana.submit()).toMatchObject({ ok: true });
    const root = await ana.waitForMessage(
      (message) => !message.thread_ts && /Plan for the board|Working/.test(wordsOf(message)),
      { channel: ana.appDm() },
    );
    await untilThreadHas(harness, root, hasFile);
    expect(slack.messages('board').filter(({ bot }) => bot)).toEqual([]);
  });
});
