import { describe, expect, test } from 'vitest';
import { ANA, startSlack } from './support.ts';

const respond = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function afterCommand() {
  const started = await startSlack();
  await started.ana.command('#random', '/probe');
  return { ...started, url: started.probe.of('command')[0].response_url as string };
}

describe('response_url', () => {
  test('works five times, also in a channel without the app', async () => {
    const { url, ana } = await afterCommand();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await respond(url, { text: `Answer ${at}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    expect(ana.ephemerals('#random')).toHaveLength(5);
  });

  test('works for thirty minutes', async () => {
    const { url, clock } = await afterCommand();
    await clock.advance(30 * 60_000);
    expect((await respond(url, { text: 'In time' })).status).toBe(200);
    await clock.advance(1);
    const late = await respond(url, { text: 'Late' });
    expect(await late.json()).toEqual({ ok: false, error: 'expired_url' });
  });

  test('posts to one person, or with in_channel to all, and refuses invalid blocks', async () => {
    const { url, slack } = await afterCommand();
    await respond(url, { text: 'For all', response_type: 'in_channel' });
    await respond(url, { text: 'For Ana' });
    expect(slack.messages('random').map(({ text }) => text)).toEqual(['For all']);
    const refused = await respond(url, { blocks: [{ type: 'song' }] });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'invalid_blocks' });
  });

  test('replaces the message whose button was clicked, also an ephemeral one', async () => {
    const { ana, client, probe, slack } = await startSlack();
    const blocks = [
      {
        type: 'actions' as const,
        elements: [
          { type: 'button' as const, action_id: 'go', text: { type: 'plain_text' as const, text: 'Go' } },
        ],
      },
    ];
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: ANA, text: 'Sure?', blocks });
    const [question] = ana.ephemerals('#general');
    if (!question) throw new Error('Ana was not asked.');
    await ana.press(question, 'go');
    await respond(probe.of('block_actions')[0].response_url, { replace_original: true, text: 'Done' });
    expect(ana.ephemerals('#general')).toMatchObject([{ text: 'Done' }]);

    const { ts = '' } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'Open', blocks });
    await ana.press({ channel: 'C0GENERAL', ts }, 'go');
    await respond(probe.of('block_actions')[1].response_url, { replace_original: true, text: 'Closed' });
    expect(slack.messages('general')).toMatchObject([{ ts, text: 'Closed' }]);
  });

  test('deletes the message whose button was clicked, for everybody or for the one who saw it', async () => {
    const { ana, client, probe, slack } = await startSlack();
    const button = {
      type: 'button' as const,
      action_id: 'go',
      text: { type: 'plain_text' as const, text: 'Go' },
    };
    const blocks = [{ type: 'actions' as const, elements: [button] }];
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: ANA, text: 'Sure?', blocks });
    const [question] = ana.ephemerals('#general');
    if (!question) throw new Error('Ana was not asked.');
    await ana.press(question, 'go');
    await respond(probe.of('block_actions')[0].response_url, { delete_original: true });
    expect(ana.ephemerals('#general')).toEqual([]);

    const { ts = '' } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'Open', blocks });
    await ana.press({ channel: 'C0GENERAL', ts }, 'go');
    await respond(probe.of('block_actions')[1].response_url, { delete_original: true });
    expect(slack.messages('general')).toEqual([]);
  });

  test('is not needed for an answer in the ack of a command', async () => {
    const { ana, probe } = await startSlack();
    probe.answers(() => ({ json: { text: 'Usage: /probe words' } }));
    await ana.command('#general', '/probe help');
    expect(ana.ephemerals('#general')).toMatchObject([{ text: 'Usage: /probe words', bot: true }]);
    probe.answers(() => ({ json: { blocks: [{ type: 'song' }] } }));
    expect((await ana.command('#general', '/probe help')).error).toContain('invalid_command_response');
  });
});
