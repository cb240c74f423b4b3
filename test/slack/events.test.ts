import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createConnecting, createHarness } from '../support/harness/slack.ts';
import { event } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';

allowErrors(/connection refused/);

describe('Ana opens Home', () => {
  const opens = event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' });

  it('and sees how to begin, what she made, and help', async () => {
    const harness = createHarness();
    harness.generations.put(aGeneration());
    await harness.send(opens);
    const [{ view, user_id }] = harness.made('views.publish');
    expect(user_id).toBe('UANA');
    const text = wordsOf(view);
    expect(text).toContain('Create a deck');
    expect(text).toContain('Spring launch in Lisbon');
    expect(text).toContain('`/deck help`');
    expect(text).not.toContain('not connected');
  });

  it('before the service is connected', async () => {
    const stateOf = async () => ({ kind: 'none' as const, works: false });
    const harness = createHarness({ connecting: createConnecting({ summaryOf: stateOf }) });
    await harness.send(opens);
    expect(wordsOf(harness.made('views.publish')[0].view)).toContain('*not connected to Gamma*, so');
  });

  it('while the connection cannot be told, and sees the rest', async () => {
    const harness = createHarness({
      connecting: createConnecting({ summaryOf: () => new Promise(() => {}) }),
    });
    await harness.send(opens);
    expect(wordsOf(harness.made('views.publish')[0].view)).toContain('Create a deck');
  });

  it('at the messages tab, which is not drawn', async () => {
    const harness = createHarness();
    await harness.send(event({ type: 'app_home_opened', user: 'UANA', tab: 'messages', channel: 'D1' }));
    expect(harness.calls).toEqual([]);
  });

  it('when it cannot be put together, and reads so with a reference', async () => {
    const harness = createHarness();
    harness.slack.generations.recent = async () => {
      throw new Error('connection refused');
    };
    await harness.send(opens);
    expect(wordsOf(harness.made('views.publish')[0].view)).toContain('ref-1');
  });
});

describe('Ana writes to Deckhand', () => {
  const writes = { type: 'message', channel_type: 'im', user: 'UANA', channel: 'D1', text: 'hi', ts: '1.1' };

  it('and is told what it can do, once, however often Slack repeats itself', async () => {
    const harness = createHarness();
    await harness.send(event(writes));
    await harness.send(event(writes));
    expect(harness.made('chat.postMessage')).toMatchObject([{ channel: 'D1' }]);
    const answer = wordsOf(harness.made('chat.postMessage')[0]);
    expect(answer).toContain('What should I make?');
    expect(answer).toContain("I'll show you the plan first.");
  });

  it('in a thread, and is answered there', async () => {
    const harness = createHarness();
    await harness.send(event({ ...writes, thread_ts: '1.0' }));
    expect(harness.made('chat.postMessage')[0].thread_ts).toBe('1.0');
  });

  it.each([
    ['an edit', { subtype: 'message_changed' }],
    ['another app', { bot_id: 'B9' }],
    ['a channel', { channel_type: 'channel' }],
  ])('not %s', async (_, given) => {
    const harness = createHarness();
    await harness.send(event({ ...writes, ...given }));
    expect(harness.calls).toEqual([]);
  });
});
