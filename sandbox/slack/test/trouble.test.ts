import { describe, expect, test } from 'vitest';
import { startSlack } from './support.ts';

describe('misbehaviour of Slack', () => {
  test('"cut before" drops a call without its effect, "cut after" drops only the answer', async () => {
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

  test('answers with an error code, a status, 429 with retry-after, or no JSON', async () => {
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

  test('applies only to calls that contain a text', async () => {
    const { slack, client } = await startSlack();
    const post = (text: string) =>
      client.chat.postMessage({ channel: 'C0GENERAL', text }).then(
        () => 'fine',
        () => 'failed',
      );
    slack.misbehave({ method: 'chat.postMessage', error: 'fatal_error', containing: 'Spring' });
    expect([await post('Welcome'), await post('Spring plan'), await post('Spring plan')]).toEqual([
      'fine',
      'failed',
      'fine',
    ]);
  });

  test('skips calls, applies several times, and can be ended', async () => {
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

  test('applies to uploads and response_urls', async () => {
    const { slack, client, ana, probe } = await startSlack();
    const upload = async () => {
      const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({
        filename: 'a.txt',
        length: 3,
      });
      const outcome = await fetch(upload_url, { method: 'POST', body: 'abc' }).then(
        ({ status }) => status,
        () => 'cut',
      );
      const complete = await client.files.completeUploadExternal({ files: [{ id: file_id }] }).then(
        () => 'there',
        () => 'not there',
      );
      return [outcome, complete];
    };
    slack.misbehave({ method: 'upload', status: 503 });
    slack.misbehave({ method: 'upload', cut: 'before' });
    slack.misbehave({ method: 'upload', cut: 'after' });
    expect(await upload()).toEqual([503, 'not there']);
    expect(await upload()).toEqual(['cut', 'not there']);
    expect(await upload()).toEqual(['cut', 'there']);

    await ana.command('#general', '/probe');
    const respond = (text: string) =>
      fetch(probe.of('command')[0].response_url, { method: 'POST', body: JSON.stringify({ text }) }).then(
        ({ status }) => status,
        () => 'cut',
      );
    slack.misbehave({ method: 'response_url', status: 500 });
    slack.misbehave({ method: 'response_url', cut: 'after' });
    expect([await respond('a'), await respond('b'), await respond('c')]).toEqual([500, 'cut', 200]);
    expect(ana.ephemerals('#general').map(({ text }) => text)).toEqual(['b', 'c']);
  });

  test('delays an answer by the clock', async () => {
    const { slack, client, clock } = await startSlack();
    slack.misbehave({ method: 'chat.postMessage', delayMs: 10_000 });
    const posting = client.chat.postMessage({ channel: 'C0GENERAL', text: 'late' });
    await expect.poll(() => slack.calls).toHaveLength(1);
    expect(slack.messages('general')).toEqual([]);
    await clock.advance(10_000);
    expect(await posting).toMatchObject({ ok: true });
  });

  test('delivers an event or a command twice with the same id, or never', async () => {
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

  test('records calls without their token', async () => {
    const { slack, client } = await startSlack();
    await client.auth.test();
    expect(slack.calls.map(({ method }) => method)).toEqual(['auth.test']);
    expect(JSON.stringify(slack.calls)).not.toContain('xoxb');
  });
});
