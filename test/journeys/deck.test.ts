import { describe, expect, test } from 'vitest';
import { unlistedLabels } from '../http/labels.ts';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { METRICS_TOKEN } from './stand-ins.ts';
import { hasFile, moreOptions, untilCardSays, untilPosted, untilThreadHas } from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, service, slack } = harness;

describe('Ana asks for slides', () => {
  test('with /deck, a prompt and a theme that she searches; the thread gets the file, the metrics count it', async () => {
    service.clearCalls();
    await ana.command('general', '/deck');
    await ana.waitForView();
    await ana.fill({ prompt: 'Quarterly review: revenue up 18% to $4.2M, churn 2.1%' });
    const [theme] = await ana.options('theme', 'o');
    expect(theme).toBeDefined();
    await ana.fill({ theme: theme?.text.text ?? '' });
    await moreOptions(ana);
    expect(wordsOf(ana.view()?.view)).toContain(theme?.text.text);
    const [folder] = await ana.options('folder', '');
    // What the service gets of these: coverage-table.ts.
    await ana.fill({
      ...{
        slides: 5,
        title: 'Q3',
        language: 'de',
        tone: 'Warm',
        audience: 'The board',
        folder: folder?.text.text ?? '',
      },
      ...{ image_source: 'aiGenerated', image_model: 'flux-2-pro', image_style: 'Flat, two colours' },
      ...{ workspace_access: 'comment', external_access: 'view', recipient_access: 'fullAccess' },
      recipients: 'müller@example.de, ana@example.com',
    });
    expect(await ana.submit()).toMatchObject({ ok: true });

    const root = await untilPosted(ana, /\w/, { thread: null });
    const file = await untilThreadHas(harness, root, hasFile);
    expect(file.files?.[0]?.name).toMatch(/\.pptx$/);
    expect(file.text).toContain('<@U0ANA>');
    const card = await untilCardSays(harness, root, /credits?/i);
    expect(wordsOf(card)).toMatch(/Made by AI/);

    const creates = service.calls.filter(({ method }) => method === 'POST');
    expect(creates).toHaveLength(1);
    expect(creates[0]?.body).toMatchObject({ themeId: theme?.value, numCards: 5, exportAs: 'pptx' });
    const bytes = await slack.download(file.files?.[0]?.id ?? '');
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
    expect(figures).toContain('deckhand_ask_seconds_count{work="document"} 1');
    expect(figures).toMatch(/deckhand_build_info\{version="[\d.]+",commit="\w+"\} 1/);
    expect(figures).toContain('deckhand_slack_ack_seconds_count{request="form"} 1');
    expect(figures).toContain('deckhand_slack_calls_total{method="views.open",answer="ok"} 1');
    expect(figures).toContain('deckhand_generations{state="following"} 0');
    expect(figures).toContain('deckhand_backlog_read 1');
    expect(figures).not.toMatch(/revenue|U0ANA|T0SMALL/);
    expect(figures).not.toMatch(/deckhand_slack_unacknowledged_total\{.*\} [1-9]/);
    expect(unlistedLabels(figures)).toEqual([]);
  });

  test('the log lists each stage of her ask under its id, from the command to the file, without her words', () => {
    const lines = harness.log.map((line) => JSON.parse(line) as LogLine);
    const taken = lines.find(({ msg }) => msg === 'An ask was accepted');
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
