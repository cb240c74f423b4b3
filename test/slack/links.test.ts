import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/generations/generation.ts';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, type Given, playedSettings } from '../support/harness/slack.ts';
import { event, press } from '../support/harness/slack-requests.ts';

/**
 * Links of documents that people paste. C1 is the public channel of Ana's document, C2 another public channel, G1 a private channel,
 * CX a channel that another organisation shares.
 */

const LINK = 'https://docs.example.com/spring';
const conversations: Record<string, object> = {
  C1: { is_private: false, is_member: true },
  C2: { is_private: false, is_member: false },
  D1: { is_im: true },
  G1: { is_private: true, is_member: true },
  CX: { is_private: false, is_member: true, is_shared: true, is_ext_shared: true },
  CORG: { is_private: false, is_member: true, is_shared: true, is_org_shared: true },
  CPEND: { is_private: false, is_member: true, is_pending_ext_shared: ['T9'] },
};

interface Told extends Given {
  documents?: never;
  role?: Role;
  rows?: Partial<Generation>[];
}

function aSlack({ role = 'member', rows = [{}], ...given }: Told = {}) {
  const harness = createHarness({ roleOf: async () => role, ...given } as Partial<SlackContext>);
  for (const [at, row] of rows.entries())
    harness.generations.put(aGeneration({ id: `g${at + 1}`, docUrl: LINK, thumbnail: 'F1', ...row }));
  harness.answers['conversations.info'] = ({ channel = '' }) =>
    conversations[channel]
      ? { channel: { id: channel, ...conversations[channel] } }
      : { ok: false, error: 'channel_not_found' };
  return harness;
}

const pasted = (given: object = {}, links = [LINK]) =>
  event({
    type: 'link_shared',
    user: 'UBEN',
    channel: 'C1',
    message_ts: '5.1',
    source: 'conversations_history',
    unfurl_id: 'C1.5.1.abc',
    is_bot_user_member: true,
    links: links.map((url) => ({ url, domain: 'docs.example.com' })),
    event_ts: '5.1',
    ...given,
  });

const opened = (given: object = {}) =>
  event({
    type: 'entity_details_requested',
    user: 'UBEN',
    trigger_id: 'trigger-9',
    entity_url: LINK,
    link: { url: LINK, domain: 'docs.example.com' },
    user_locale: 'en-US',
    event_ts: '6.1',
    channel: 'C1',
    message_ts: '5.1',
    ...given,
  });

describe('a pasted link', () => {
  it('of a document in its own channel shows title, picture, state, who asked, and when', async () => {
    const harness = aSlack();
    await harness.send(pasted());
    const [shown] = harness.made('chat.unfurl');
    expect(shown).toMatchObject({ channel: 'C1', ts: '5.1' });
    const text = JSON.stringify(shown.unfurls[LINK].blocks);
    for (const part of [
      'Spring launch in Lisbon',
      'Ready',
      'Asked by <@UANA>',
      '<!date^',
      '"slack_file":{"id":"F1"}',
    ])
      expect(text).toContain(part);
    const labels = shown.unfurls[LINK].blocks
      .at(-1)
      .elements.map((each: { text: { text: string } }) => each.text.text);
    expect(labels).toEqual(['Open in Gamma', 'Another like this', 'Comments']);
  });

  it('is a Work Object, which names the link exactly as it was pasted', async () => {
    const harness = aSlack();
    const copied = `${LINK}/?utm_source=slack#slide-3`;
    await harness.send(pasted({}, [copied]));
    const [{ metadata }] = harness.made('chat.unfurl');
    expect(metadata.entities).toEqual([
      expect.objectContaining({
        entity_type: 'slack#/entities/file',
        app_unfurl_url: copied,
        url: LINK,
        external_ref: { id: 'doc-1', type: 'document' },
      }),
    ]);
    const { attributes, fields, custom_fields, actions } = metadata.entities[0].entity_payload;
    expect(attributes.title).toEqual({ text: 'Spring launch in Lisbon' });
    expect(fields.preview).toMatchObject({ type: 'slack#/types/image', slack_file: { id: 'F1' } });
    expect(fields.created_by).toMatchObject({ type: 'slack#/types/user', user: { user_id: 'UANA' } });
    expect(custom_fields).toMatchObject([{ value: 'Ready' }, { value: 'Presentation' }]);
    expect(actions.primary_actions.map(({ text }: { text: string }) => text)).toEqual([
      'Open in Gamma',
      'Another like this',
    ]);
    expect(actions.overflow_actions.map(({ text }: { text: string }) => text)).toEqual(['Comments']);
    expect(JSON.stringify(metadata)).not.toMatch(/credit|Ocean/);
  });

  it('says that an archived document is archived', async () => {
    const harness = aSlack({ rows: [{ archivedAt: new Date() }] });
    await harness.send(pasted());
    expect(JSON.stringify(harness.made('chat.unfurl')[0].unfurls)).toContain('Archived · Presentation');
  });

  it('of the same document is shown once, and at most five documents are shown', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => ({ docUrl: `${LINK}-${at}`, docId: `doc-${at}` }));
    const harness = aSlack({ rows });
    await harness.send(pasted({}, [rows[0]?.docUrl ?? '', ...rows.map(({ docUrl }) => docUrl)]));
    expect(Object.keys(harness.made('chat.unfurl')[0].unfurls)).toEqual(
      rows.slice(0, 5).map(({ docUrl }) => docUrl),
    );
  });

  it.each([
    ['its own channel', 'C1', ['C1']],
    ['another public channel', 'C2', ['C2', 'C1']],
  ])('of a document in %s is looked up once, however many links it has there', async (_, channel, asked) => {
    const harness = aSlack({ rows: [{ channel: 'C1' }] });
    const links = ['', '?a=1', '?b=2', '#x', '/?c=3#y'].map((end) => LINK + end);
    await harness.send(pasted({ channel }, links));
    expect(Object.keys(harness.made('chat.unfurl')[0].unfurls)).toEqual(links);
    expect(harness.made('conversations.info').map((args) => args.channel)).toEqual(asked);
  });

  it('of a document that Deckhand does not know leaves nothing, and asks Slack nothing', async () => {
    const harness = aSlack();
    await harness.send(
      pasted({}, ['https://docs.example.com/other', 'not a link', 'https://docs.example.com/']),
    );
    expect(harness.calls).toEqual([]);
  });

  it.each([
    ['deleted', { deletedAt: new Date(), docUrl: undefined }],
    ['of another team', { team: 'T2' }],
  ])('of a document that is %s leaves nothing', async (_, row) => {
    const harness = aSlack({ rows: [row] });
    await harness.send(pasted());
    expect(harness.calls).toEqual([]);
  });
});

describe('where a link may show its document', () => {
  /** Channel of the document, where its link is pasted, and whether its title is shown. */
  const places: [made: string, pastedIn: string, isShown: boolean][] = [
    ['C1', 'C1', true],
    ['C1', 'C2', true],
    ['G1', 'G1', true],
    ['D1', 'D1', true],
    ['DOTHER', 'DOTHER', false],
    ['G1', 'C1', false],
    ['G1', 'C2', false],
    ['C1', 'G1', false],
    ['D1', 'C1', false],
    ['UANA', 'C1', false],
    ['C1', 'CX', false],
    ['CX', 'CX', false],
    ['CX', 'C1', false],
    ['CORG', 'C1', false],
    ['C1', 'CORG', false],
    ['C1', 'CPEND', false],
    // Deckhand is not in it, so Slack does not show it.
    ['C1', 'GELSE', false],
    ['GELSE', 'C1', false],
    ['GELSE', 'GELSE', false],
  ];

  it.each(places)('made in %s, pasted in %s: %s', async (made, channel, isShown) => {
    const harness = aSlack({ rows: [{ channel: made }] });
    await harness.send(pasted({ channel }));
    expect(harness.made('chat.unfurl')).toHaveLength(isShown ? 1 : 0);
    if (!isShown) expect(JSON.stringify(harness.calls)).not.toContain('Spring launch');
  });

  it('made for one person and shared to a public channel: everywhere that this channel’s documents are', async () => {
    const harness = aSlack({
      rows: [
        { channel: 'D1', thumbnail: 'FPRIVATE' },
        { channel: 'C1', thumbnail: 'FPUBLIC' },
      ],
    });
    await harness.send(pasted({ channel: 'C2' }));
    const [shown] = harness.made('chat.unfurl');
    expect(JSON.stringify(shown)).toContain('FPUBLIC');
    expect(JSON.stringify(shown)).not.toContain('FPRIVATE');
  });

  it('in a channel that Slack says is shared with others: nothing, without a call', async () => {
    const harness = aSlack();
    await harness.send({ ...pasted(), is_ext_shared_channel: true });
    expect(harness.calls).toEqual([]);
  });

  it('in an organisation: only in its own conversation, because other channels may be in another workspace', async () => {
    const harness = aSlack({ rows: [{ team: 'E1' }] });
    const inOrganisation = (channel: string) => ({
      ...pasted({ channel }),
      enterprise_id: 'E1',
      authorizations: [
        { enterprise_id: 'E1', team_id: 'T1', user_id: 'UBOT', is_bot: true, is_enterprise_install: true },
      ],
    });
    await harness.send(inOrganisation('C2'));
    expect(harness.made('chat.unfurl')).toEqual([]);
    await harness.send(inOrganisation('C1'));
    expect(harness.made('chat.unfurl')).toHaveLength(1);
  });

  it.each([
    ['a guest', 'guest'],
    ['a person of another organisation', 'outsider'],
    ['a person whom Slack does not know', 'unknown'],
  ] as const)('pasted by %s: nothing', async (_, role) => {
    const harness = aSlack({ role });
    await harness.send(pasted());
    expect(harness.calls).toEqual([]);
  });

  it('pasted by a guest who is let in: only documents of channels that the guest is in', async () => {
    const harness = aSlack({ role: 'guest', settings: playedSettings({ guests: 'yes' }) });
    await harness.send(pasted({ channel: 'C2' }));
    expect(harness.made('chat.unfurl')).toEqual([]);
    harness.slack.accessOf = async ({ actor }) => ({
      person: actor.person,
      channels: ['C1'],
      isPartial: false,
    });
    await harness.send(pasted({ channel: 'C2' }));
    expect(harness.made('chat.unfurl')).toHaveLength(1);
  });
});

it('a link in the composer shows nothing and asks Slack nothing, because the message may be posted anywhere', async () => {
  const harness = aSlack();
  await harness.send(
    pasted({ channel: 'COMPOSER', source: 'composer', message_ts: 'UBEN-1', unfurl_id: 'UBEN-1' }),
  );
  expect(harness.calls).toEqual([]);
});

describe('if Slack refuses', () => {
  const refusing = (refusals: string[]) => {
    const harness = aSlack();
    harness.answers['chat.unfurl'] = () => {
      const error = refusals.shift();
      return error ? { ok: false, error } : {};
    };
    return harness;
  };

  it('the Work Object, the link is shown with blocks', async () => {
    const harness = refusing(['error_processing_metadata']);
    await harness.send(pasted());
    const [, second] = harness.made('chat.unfurl');
    expect(harness.made('chat.unfurl')).toHaveLength(2);
    expect(second).not.toHaveProperty('metadata');
    expect(JSON.stringify(second.unfurls)).toContain('"F1"');
  });

  it('the picture as well, the link is shown without it', async () => {
    const harness = refusing(['error_processing_metadata', 'cannot_parse_attachment']);
    await harness.send(pasted());
    expect(JSON.stringify(harness.made('chat.unfurl')[2].unfurls)).not.toContain('slack_file');
  });

  it.each(['missing_scope', 'cannot_unfurl_url', 'cannot_find_message', 'ratelimited'])(
    'the link itself (%s), nothing more is tried and nobody gets a message',
    async (error) => {
      const harness = refusing([error]);
      await harness.send(pasted());
      expect(harness.calls.map(({ method }) => method)).toEqual(['conversations.info', 'chat.unfurl']);
    },
  );
});

describe('the panel', () => {
  const inC1: Given['accessOf'] = async ({ actor }) => ({
    person: actor.person,
    channels: ['C1'],
    isPartial: false,
  });
  const panelOf = (harness: ReturnType<typeof aSlack>) => harness.made('entity.presentDetails').at(-1);
  const labels = (list: { text: string }[]) => list.map(({ text }) => text);

  it('of the asker shows cost, slides and comments, and offers changes and files', async () => {
    const harness = aSlack({ rows: [{ slideTitles: ['Why now', 'The plan'] }], accessOf: inC1 });
    await harness.send(opened({ user: 'UANA' }));
    const { trigger_id, metadata } = panelOf(harness);
    expect(trigger_id).toBe('trigger-9');
    expect(metadata).toMatchObject({ url: LINK, external_ref: { id: 'doc-1', type: 'document' } });
    const { custom_fields, actions } = metadata.entity_payload;
    expect(
      Object.fromEntries(
        custom_fields.map(({ label, value }: { label: string; value: string }) => [label, value]),
      ),
    ).toEqual({
      State: 'Ready',
      Format: 'Presentation · 2 slides',
      Slides: 'Why now · The plan',
      'Open comments': '0',
      Cost: '40 credits',
    });
    expect(labels(actions.primary_actions)).toEqual(['Change it…', 'Another like this']);
    expect(labels(actions.overflow_actions)).toEqual([
      'Show slides',
      'Export as PowerPoint',
      'Export as PDF',
      'Export as PNG images',
      'Comments',
    ]);
  });

  it('of another member has no cost and no change, unless everybody may change', async () => {
    const harness = aSlack({ accessOf: inC1 });
    await harness.send(opened());
    expect(JSON.stringify(panelOf(harness).metadata)).not.toMatch(/credits|Change it/);
    const open = aSlack({ accessOf: inC1, settings: playedSettings({ changes: 'everyone' }) });
    await open.send(opened());
    expect(JSON.stringify(panelOf(open).metadata)).toContain('Change it');
    expect(JSON.stringify(panelOf(open).metadata)).not.toContain('credits');
  });

  it('is restricted for everybody who cannot see the document, and says nothing of it', async () => {
    const cases: [Told, object][] = [
      [{ rows: [{ channel: 'G1' }] }, { channel: 'C1' }],
      [{ rows: [{ channel: 'G1' }] }, { channel: undefined, message_ts: undefined }],
      [{ rows: [{ channel: 'D1' }] }, { channel: 'C2' }],
      [{ role: 'guest' }, {}],
      [{ role: 'guest', settings: playedSettings({ guests: 'yes' }) }, { channel: 'C2' }],
      [{ role: 'outsider' }, {}],
      [{ role: 'unknown' }, {}],
      [{ rows: [{ team: 'T2' }] }, {}],
      [
        {},
        { entity_url: 'https://docs.example.com/forged', external_ref: { id: 'doc-1', type: 'document' } },
      ],
    ];
    for (const [told, given] of cases) {
      const harness = aSlack(told);
      await harness.send(opened(given));
      expect(panelOf(harness)).toEqual({
        team_id: 'T1',
        trigger_id: 'trigger-9',
        error: { status: 'restricted' },
      });
      expect(JSON.stringify(harness.calls)).not.toContain('Spring launch');
    }
  });

  it('of an asker who was removed from the private channel is restricted', async () => {
    const harness = aSlack({ rows: [{ channel: 'G1' }] });
    await harness.send(opened({ user: 'UANA', channel: 'C1' }));
    expect(panelOf(harness).error).toEqual({ status: 'restricted' });
  });

  it('of a member elsewhere shows a public channel’s document, because they can open the channel', async () => {
    const harness = aSlack();
    await harness.send(opened({ channel: 'C2' }));
    expect(panelOf(harness).metadata.url).toBe(LINK);
  });

  it('can be tried again if Slack does not say who is where', async () => {
    const accessOf: Given['accessOf'] = async ({ actor }) => ({
      person: actor.person,
      channels: [],
      isPartial: true,
    });
    const harness = aSlack({ rows: [{ channel: 'G1' }], accessOf });
    await harness.send(opened({ channel: 'C2' }));
    expect(panelOf(harness).error).toEqual({ status: 'timeout' });
  });
});

describe('a click in a card or its panel', () => {
  const inCard = {
    type: 'message_attachment',
    message_ts: '5.1',
    channel_id: 'C2',
    app_unfurl_url: LINK,
    is_app_unfurl: true,
  };
  const { response_url: _, message: __, ...inPanel } = press({}, {});
  const clickIn = (container: object, action: object) =>
    press(action, {
      ...('app_unfurl_url' in container ? { channel: { id: 'C2', name: 'other' } } : {}),
      container,
    });

  it('opens the comments for a member who can open the public channel', async () => {
    const harness = aSlack();
    await harness.send(clickIn(inCard, { action_id: 'document_comments', value: 'g1' }));
    expect(harness.made('views.open')[0].view.title.text).toBe('Comments');
  });

  it('tells a guest who is not in the document’s public channel why not, and whom to ask', async () => {
    for (const action_id of ['document_comments', 'document_another']) {
      const harness = aSlack({
        role: 'guest',
        settings: playedSettings({ guests: 'yes' }),
        accessOf: async () => ({ person: 'UANA', channels: ['C2'], isPartial: false }),
        rows: [{ person: 'UZOE' }],
      });
      await harness.send(clickIn(inCard, { action_id, value: 'g1' }));
      expect(harness.made('views.open')).toEqual([]);
      expect(harness.made('respond')[0].text).toMatch(
        /^This was made for <#C1>, and only people who can open that channel can use it\. Ask to be added to <#C1>, or ask <@U\w+>, who asked for it\.$/,
      );
    }
  });

  it('does nothing for a forged id, a document of another team, or of a private channel', async () => {
    for (const rows of [[], [{ team: 'T2' }], [{ channel: 'G1' }]]) {
      const harness = aSlack({ rows });
      await harness.send(clickIn(inCard, { action_id: 'document_comments', value: 'g1' }));
      expect(harness.made('views.open')).toEqual([]);
      expect(harness.made('respond')[0].text).toContain('no longer has this one');
    }
  });

  it.each(['slides', 'pptx', 'pdf', 'png'])(
    'posts the file (%s) from the panel, which has no message',
    async (kind) => {
      const harness = aSlack();
      const panel = {
        ...inPanel,
        channel: undefined,
        container: { type: 'entity_detail', entity_url: LINK },
      };
      const action = {
        type: 'button',
        action_id: `document_file_${kind}`,
        value: `${kind}:g1`,
        block_id: 'b',
        action_ts: '1.2',
      };
      await harness.send({ ...panel, actions: [action] });
      expect(harness.generations.asked).toEqual([expect.stringContaining(`g1 ${kind}`)]);
      expect(harness.made('views.open')).toHaveLength(1);
    },
  );
});
