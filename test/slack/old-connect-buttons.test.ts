import { expect, test } from 'vitest';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { codeForm } from '../../src/slack/connection/code.ts';
import { createConnecting, createHarness } from '../support/harness/slack.ts';
import { opened, press, RESPONSE_URL, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';

/** Buttons of messages from before the connection. */

const direct = { channel: { id: 'D1', name: 'directmessage' } };
const connected = { kind: 'oauth', works: true, person: 'UBEN' } as const;

/** Ana is an admin. @param given the connection */
function create(given: Partial<SlackContext['connecting']> = {}) {
  const connecting = createConnecting({ summaryOf: async () => connected, ...given });
  const replaced: { url: string; text: string; blocks: object[] }[] = [];
  const harness = createHarness({ connecting });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: true } };
  harness.slack.fetch = (async (url: string, { body }: { body: string }) => {
    replaced.push({ url, ...JSON.parse(body) });
    return new Response('ok');
  }) as never;
  return { harness, replaced };
}

test('once Deckhand is connected, “Connect” on an older direct message says so, and the button goes', async () => {
  const { harness } = create();
  await harness.send(press({ action_id: 'connect_open', value: 'form' }, direct));
  const shown = harness.made('views.update').at(-1)?.view;
  expect(wordsOf(shown)).toContain('Deckhand is connected to Gamma already. <@UBEN> connected it.');
  expect(buttonsOf(shown)).toEqual([]);
  const message = harness.made('respond').at(-1);
  expect(message).toMatchObject({ replace_original: true });
  expect(buttonsOf(message)).toEqual([]);
});

test('“Reconnect” on Home still connects anew', async () => {
  const { harness } = create();
  const home = { view: { id: 'V1', type: 'home' }, message: undefined, channel: undefined };
  await harness.send(press({ action_id: 'connect_open', value: 'home' }, home));
  expect(wordsOf(harness.made('views.update').at(-1)?.view)).not.toContain('already');
});

test('a message about a document that waits keeps its buttons, because the document updates it', async () => {
  const { harness } = create();
  await harness.send(press({ action_id: 'connect_open', value: 'waiting' }, direct));
  expect(harness.made('respond')).toEqual([]);
});

test('the message that asks for the code loses its button once the code was entered', async () => {
  const { harness, replaced } = create({ confirm: async () => ({ ok: true, summary: connected }) as never });
  const ts = String(harness.slack.clock.now() / 1000);
  const message = { message: { type: 'message', ts } };
  await harness.send(press({ action_id: 'connect_code', value: 'code' }, { ...direct, ...message }));
  expect(harness.made('views.open')).toHaveLength(1);
  await harness.send(submission(opened(codeForm(harness.slack), { connect_code: '123456' })));
  expect(replaced).toMatchObject([{ url: RESPONSE_URL }]);
});

test('“Enter the code…” on an old message says that Deckhand is connected already', async () => {
  const { harness } = create();
  await harness.send(press({ action_id: 'connect_code', value: 'code' }, direct));
  expect(wordsOf(harness.made('views.open').at(-1)?.view)).toContain('connected to Gamma already');
});
