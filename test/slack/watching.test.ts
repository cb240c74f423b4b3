import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { describe, expect, test } from 'vitest';
import { watchRequests } from '../../src/slack/bolt/receiving/watch-requests.ts';
import { createTestLog } from '../support/log.ts';

describe('what Slack sends', () => {
  async function received(body: object, handle: (event: ReceiverEvent) => Promise<void>) {
    const { log, lines } = createTestLog();
    const seen: [string, boolean][] = [];
    let send: App['processEvent'] = async () => {};
    const receiver: Receiver = {
      init: (app) => {
        send = app.processEvent;
      },
      start: async () => {},
      stop: async () => {},
    };
    const onReceived = (kind: string, seconds: number | null) => void seen.push([kind, seconds !== null]);
    const processEvent = async (event: ReceiverEvent) => {
      log.info('on the way');
      await handle(event);
    };
    watchRequests(receiver, { log, onReceived }).init({ processEvent } as App);
    await send({ body, ack: async () => {} });
    return { seen, lines: lines.map((line) => JSON.parse(line)) };
  }
  const acknowledge = ({ ack }: ReceiverEvent) => ack();

  test('is timed by its kind, and each of its lines carries one reference', async () => {
    const { seen, lines } = await received({ command: '/deck', text: 'our launch' }, acknowledge);
    expect(seen).toEqual([['command', true]]);
    expect(lines.map(({ msg }) => msg)).toEqual(['on the way', 'Slack request']);
    expect(new Set(lines.map(({ request }) => request)).size).toBe(1);
    expect(lines[0].request).toMatch(/^[0-9a-f]{8}$/);
    expect(JSON.stringify(lines)).not.toContain('launch');
    const { acknowledged, seconds } = lines.at(-1);
    for (const each of [acknowledged, seconds]) expect(String(each)).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  test('and is acknowledged by nobody is counted as that', async () => {
    const { seen, lines } = await received({ type: 'block_actions' }, async () => {});
    expect(seen).toEqual([['press', false]]);
    expect(lines.at(-1)).toMatchObject({ acknowledged: null });
  });

  test('again, as an event may come, has the reference that it had before', async () => {
    const event = { type: 'event_callback', event_id: 'Ev1', event: { type: 'message' } };
    const [first, again] = [await received(event, acknowledge), await received(event, acknowledge)];
    expect(again.lines[0].request).toBe(first.lines[0].request);
    expect(first.seen).toEqual([['event', true]]);
  });
});
