import type { ChatUnfurlArguments } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ANA, MANIFEST, refusalOf, startSlack } from './support.ts';

/** Links of the app's domains, their cards and panels, with Slack's errors. */

const LINK = 'https://docs.papermill.example/docs/1?from=slack';
const PLAIN = 'https://docs.papermill.example/docs/1';

interface Told {
  scopes?: string[];
  features?: object;
}

function manifestWith({ scopes = ['links:read', 'links:write'], features = {} }: Told = {}): string {
  const given = parse(MANIFEST);
  given.features = {
    ...given.features,
    unfurl_domains: ['papermill.example'],
    rich_previews: { is_active: true, entity_types: ['slack#/entities/file'] },
    ...features,
  };
  given.oauth_config.scopes.bot.push(...scopes);
  given.settings.event_subscriptions.bot_events.push('link_shared', 'entity_details_requested');
  return JSON.stringify(given);
}

async function startWithLinks(told: Told = {}) {
  const started = await startSlack({ manifest: manifestWith(told) });
  const { slack, ana, probe, client } = started;
  /** Ana pastes a link. @returns the arguments that name her message */
  async function paste(text = `See ${LINK}`, channel = 'general') {
    const { ts } = await ana.say(channel, text);
    await slack.settle();
    return { channel: ana.history(channel).find((message) => message.ts === ts)?.channel ?? '', ts };
  }
  const events = () => probe.of('link_shared').map(({ event }) => event);
  return { ...started, client, paste, events };
}

const entity = (given: object = {}, payload: object = {}) => ({
  entity_type: 'slack#/entities/file',
  app_unfurl_url: LINK,
  url: PLAIN,
  external_ref: { id: 'doc-1' },
  entity_payload: {
    attributes: { title: { text: 'Spring launch' } },
    fields: { date_created: { value: 1_700_000_000 } },
    custom_fields: [{ key: 'state', label: 'State', type: 'string', value: 'Ready', tag_color: 'green' }],
    ...payload,
  },
  ...given,
});
const metadata = (...entities: object[]) => ({ metadata: { entities } }) as unknown as ChatUnfurlArguments;
const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Spring launch*' } }];
const unfurls = (url = LINK, shown: unknown = blocks) =>
  ({ unfurls: { [url]: { blocks: shown } } }) as unknown as ChatUnfurlArguments;

describe('the event', () => {
  test('names the links of the app’s domains, also from a channel without the app', async () => {
    const { paste, events } = await startWithLinks();
    const { channel, ts } = await paste(
      `${LINK} https://elsewhere.example/a https://papermill.example.evil/b`,
      'random',
    );
    expect(events()).toMatchObject([
      {
        ...{ user: ANA, channel, message_ts: ts, source: 'conversations_history', is_bot_user_member: false },
        links: [{ url: LINK, domain: 'papermill.example' }],
      },
    ]);
  });

  test('does not come for messages of the app, or without the scope', async () => {
    const { client, slack, events } = await startWithLinks();
    await client.chat.postMessage({ channel: 'C0GENERAL', text: LINK });
    await slack.settle();
    expect(events()).toEqual([]);
    const without = await startWithLinks({ scopes: ['links:write'] });
    await without.paste();
    expect(without.events()).toEqual([]);
  });
});

describe('chat.unfurl', () => {
  test('shows blocks, or a Work Object instead of them, and a second call replaces the card', async () => {
    const { client, paste, ana } = await startWithLinks();
    const at = await paste();
    const cards = () => ana.history('general').find(({ ts }) => ts === at.ts)?.cards;
    await client.chat.unfurl({ ...at, ...unfurls() });
    expect(cards()).toMatchObject([{ url: LINK, blocks: [{ type: 'section' }] }]);
    await client.chat.unfurl({ ...at, ...unfurls(), ...metadata(entity()) });
    expect(cards()).toMatchObject([{ url: LINK, title: 'Spring launch' }]);
  });

  test.each<[string, string, object, Record<string, unknown>?]>([
    ['a link that is not in the message', 'cannot_unfurl_message', unfurls(PLAIN)],
    ['a domain that is not the app’s', 'cannot_unfurl_url', unfurls('https://elsewhere.example/a')],
    ['rich text', 'cannot_parse_attachment', unfurls(LINK, [{ type: 'rich_text', elements: [] }])],
    ['something else than blocks', 'invalid_unfurls_format', unfurls(LINK, 'a')],
    ['neither blocks nor Work Objects', 'missing_unfurls', {}],
    ['a message that is not there', 'cannot_find_message', unfurls(), { ts: '1.1' }],
    ['a channel that is not there', 'cannot_find_channel', unfurls(), { channel: 'C0NOWHERE' }],
    ['no message', 'missing_ts', unfurls(), { ts: undefined }],
    ['an unknown composer', 'invalid_unfurl_id', unfurls(), { unfurl_id: 'U1-a', source: 'composer' }],
    [
      'a Work Object without its link',
      'error_processing_metadata',
      metadata(entity({ app_unfurl_url: undefined })),
    ],
    ['a Work Object without an id', 'error_processing_metadata', metadata(entity({ external_ref: {} }))],
    [
      'a type that is not switched on',
      'error_processing_metadata',
      metadata(entity({ entity_type: 'slack#/entities/task' })),
    ],
    [
      'a title that is only a text',
      'error_processing_metadata',
      metadata(entity({}, { attributes: { title: 'A' } })),
    ],
    ['an unknown field', 'error_processing_metadata', metadata(entity({}, { owner: 'Ana' }))],
    [
      'a person without the type',
      'error_processing_metadata',
      metadata(entity({}, { fields: { created_by: { user: { user_id: ANA } } } })),
    ],
    [
      'three primary actions',
      'error_processing_metadata',
      metadata(
        entity({}, { actions: { primary_actions: Array(3).fill({ text: 'Open', action_id: 'open' }) } }),
      ),
    ],
    [
      'too much',
      'error_processing_metadata',
      metadata(
        ...Array.from({ length: 9 }, () => entity({}, { attributes: { title: { text: 'x'.repeat(2000) } } })),
      ),
    ],
  ])('refuses %s', async (_, error, content, at = {}) => {
    const { client, paste } = await startWithLinks();
    const pasted = await paste(`See ${LINK} and https://elsewhere.example/a`);
    expect(await refusalOf(client.apiCall('chat.unfurl', { ...pasted, ...at, ...content }))).toBe(error);
  });

  test('needs its scope', async () => {
    const { client, paste } = await startWithLinks({ scopes: ['links:read'] });
    expect(await refusalOf(client.chat.unfurl({ ...(await paste()), ...unfurls() }))).toBe('missing_scope');
  });
});

describe('the panel', () => {
  async function startWithCard() {
    const started = await startWithLinks();
    const at = await started.paste();
    await started.client.chat.unfurl({ ...at, ...metadata(entity()) });
    const opening = () => started.ana.openPanel({ ...at, url: LINK });
    const triggers = () => started.probe.of('entity_details_requested').map(({ event }) => event.trigger_id);
    const present = (given: Record<string, unknown>) =>
      started.client.apiCall('entity.presentDetails', given);
    return { ...started, opening, triggers, present };
  }
  const panel = (given: object = entity()) => {
    const { app_unfurl_url: _, ...rest } = given as Record<string, unknown>;
    return rest;
  };

  test('shows what the app presents, and is kept for ten minutes', async () => {
    const { opening, triggers, present, clock } = await startWithCard();
    const shown = opening();
    await expect.poll(triggers).toHaveLength(1);
    await present({ trigger_id: triggers()[0], metadata: panel() });
    expect(await shown).toMatchObject({ card: { title: 'Spring launch' } });
    expect(await opening()).toMatchObject({ card: { title: 'Spring launch' } });
    expect(triggers()).toHaveLength(1);
    clock.advance(10 * 60_000);
    const again = opening();
    await expect.poll(triggers).toHaveLength(2);
    await present({ trigger_id: triggers()[1], error: { status: 'restricted' } });
    expect(await again).toEqual({ error: 'restricted' });
  });

  test('refuses a panel of another document, without its id, and a trigger that is used or too old', async () => {
    const { opening, triggers, present, clock } = await startWithCard();
    const next = async () => {
      const before = triggers().length;
      void opening();
      await expect.poll(triggers).toHaveLength(before + 1);
      return triggers().at(-1);
    };
    const other = panel(entity({ external_ref: { id: 'doc-2' } }));
    const used = await next();
    expect(await refusalOf(present({ trigger_id: used, metadata: other }))).toBe(
      'entity_metadata_does_not_match_trigger',
    );
    expect(await refusalOf(present({ trigger_id: used, metadata: panel() }))).toBe('exchanged_trigger_id');
    const { external_ref: _, ...nameless } = panel();
    expect(await refusalOf(present({ trigger_id: await next(), metadata: nameless }))).toBe(
      'invalid_metadata',
    );
    const late = await next();
    clock.advance(3_001);
    expect(await refusalOf(present({ trigger_id: late, metadata: panel() }))).toBe('expired_trigger_id');
  });
});

test.each(['localhost', 'papermill.example:8080', 'https://papermill.example'])(
  'the manifest cannot have the domain %s',
  async (domain) => {
    await expect(startWithLinks({ features: { unfurl_domains: [domain] } })).rejects.toThrow(
      'top-level domain',
    );
  },
);
