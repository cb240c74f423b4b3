import { describe, expect, test } from 'vitest';
import { startSlack } from './support.ts';

describe('a Slack that misbehaves', () => {
  test('cut before: nothing happened. Cut after: it happened, and nobody said so', async () => {
    const { slack, client } = await startSlack();
    const post = () => client.chat.postMessage({ channel: 'C0GENERAL', text: 'a' });
    slack.misbehave({ method: 'chat.postMessage', cut: 'before' });
    await expect(post()).rejects.toThrow();
    expect(slack.messages('general')).toHaveLength(0);
    slack.misbehave({ method: 'chat.postMessage', cut: 'after' });
    await expect(post()).rejects.toThrow();
    expect(slack.messages('general')).toHaveLength(1);
    expect(await post()).toMatchObject({ ok: true });
    expect(slack.calls.map(({ method, status }) => [method, status])).toEqual([
      ['chat.postMessage', undefined],
      ['chat.postMessage', undefined],
      ['chat.postMessage', 200],
    ]);
  });

  test('errors, statuses, 429 with a wait, and answers that are no JSON', async () => {
    const { slack, client } = await startSlack();
    const outcome = () =>
      client.auth.test().then(
        () => 'fine',
        (error) => error.data?.error ?? error.retryAfter ?? error.code,
      );
    slack.misbehave({ method: 'auth.test', error: 'fatal_error' });
    slack.misbehave({ method: 'auth.test', status: 429, retryAfter: 30 });
    slack.misbehave({ method: 'auth.test', status: 503 });
    slack.misbehave({ method: '*', garbage: true });
    expect([await outcome(), await outcome(), await outcome()]).toEqual([
      'fatal_error',
      30,
      'slack_webapi_http_error',
    ]);
    expect(await outcome()).not.toBe('fine');
    expect(await outcome()).toBe('fine');
  });

  test('a rule can wait its turn, hold several times, and be taken back', async () => {
    const { slack, client } = await startSlack();
    const outcome = () =>
      client.auth.test().then(
        () => 'fine',
        () => 'failed',
      );
    slack.misbehave({ method: 'auth.test', error: 'fatal_error', skip: 1, times: 2 });
    expect([await outcome(), await outcome(), await outcome(), await outcome()]).toEqual([
      'fine',
      'failed',
      'failed',
      'fine',
    ]);
    const stop = slack.misbehave({ method: 'auth.test', error: 'fatal_error', times: 0 });
    expect([await outcome(), await outcome()]).toEqual(['failed', 'failed']);
    stop();
    expect(await outcome()).toBe('fine');
  });

  test('an event comes twice or never; a submission comes twice, as the same one', async () => {
    const { slack, probe, ana } = await startSlack();
    slack.misbehave({ outgoing: 'app_mention', deliver: 'twice' });
    slack.misbehave({ outgoing: 'message', deliver: 'never', times: 4 });
    await ana.say('#general', '@Probe hello');
    await slack.settle();
    expect(probe.of('message')).toEqual([]);
    const mentions = probe.of('app_mention');
    expect(mentions).toHaveLength(2);
    expect(mentions[0].event_id).toBe(mentions[1].event_id);
    slack.misbehave({ outgoing: 'command', deliver: 'twice' });
    await ana.command('#general', '/probe');
    await slack.settle();
    const [first, second] = probe.of('command');
    expect(second.trigger_id).toBe(first.trigger_id);
  });

  test('a process beside can steer it and read the calls', async () => {
    const { slack, client } = await startSlack();
    const control = (path: string, method: string, body?: unknown) =>
      fetch(`${slack.url}/__control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect(
      (await control('misbehave', 'POST', { method: 'auth.test', error: 'fatal_error', times: 0 })).status,
    ).toBe(200);
    await expect(client.auth.test()).rejects.toThrow('fatal_error');
    await control('misbehave', 'DELETE');
    await client.auth.test();
    const { calls } = (await (await control('calls', 'GET')).json()) as { calls: { method: string }[] };
    expect(calls.map(({ method }) => method)).toEqual(['auth.test', 'auth.test']);
    expect(JSON.stringify(calls)).not.toContain('xoxb');
    expect((await control('misbehave', 'POST', { method: 'auth.test', sing: true })).status).toBe(400);
  });
});
