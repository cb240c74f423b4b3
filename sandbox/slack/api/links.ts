import { z } from 'zod';
import { faultsOfBlocks } from '../blocks/check.ts';
import { withIds } from '../blocks/with-ids.ts';
import { invalid, SlackFault } from '../fault.ts';
import { blocksOfEntity, type Entity, entitySchema, isSwitchedOn } from '../links/card.ts';
import { requireTold, urlsIn } from '../links/links.ts';
import type { StoredCard } from '../workspace/model.ts';
import { picturesIn } from '../workspace/pictures.ts';
import { findChannel, findFile, findMessage } from '../workspace/workspace.ts';
import { maybe, required } from './call/args.ts';
import { type Call, method } from './call/method.ts';
import { faultsOfPictures } from './call/pictures.ts';
import { TIER_3 } from './call/rates.ts';

/** Most characters of all Work Objects of a message. Slack does not say how many it accepts. */
const METADATA_LIMIT = 16_000;

const unfurl = method({
  scopes: ['links:write'],
  rate: TIER_3,
  args: z.object({
    channel: maybe,
    ts: maybe,
    unfurl_id: maybe,
    unfurls: z.unknown().optional(),
    metadata: z.unknown().optional(),
  }),
  handle(call, args) {
    const { slack, team } = call;
    if (args.unfurls === undefined && args.metadata === undefined) throw new SlackFault('missing_unfurls');
    const target = targetOf(call, args);
    const cards = new Map(blockCards(call, args.unfurls).map((card) => [card.url, card]));
    for (const card of entityCards(call, args.metadata)) cards.set(card.url, card);
    for (const url of cards.keys()) requireTold(slack, url, target.urls);
    target.show([...cards.values()]);
    slack.log?.debug({ team: team.id, cards: cards.size }, 'links have cards');
    return {};
  },
});

interface Target {
  urls: string[];
  show(cards: StoredCard[]): void;
}

/** Returns the message whose links get cards. */
function targetOf(
  { slack, team }: Call,
  { channel: id, ts, unfurl_id }: { channel?: string; ts?: string; unfurl_id?: string },
): Target {
  if (unfurl_id) throw new SlackFault('invalid_unfurl_id');
  if (!id) throw new SlackFault('missing_channel');
  if (!ts) throw new SlackFault('missing_ts');
  // The app may show cards also where it is not a member, if Slack has told it about the link.
  const channel = findChannel(team, id);
  if (!channel) throw new SlackFault('cannot_find_channel');
  const message = findMessage(channel, ts);
  if (!message) throw new SlackFault('cannot_find_message');
  return {
    urls: urlsIn(message.text),
    show(cards) {
      const others = (message.cards ?? []).filter(({ url }) => !cards.some((card) => card.url === url));
      message.cards = [...others, ...cards];
      for (const { id: file } of cards.flatMap((card) => picturesIn(card.blocks)))
        findFile(team, file)?.shares.push({ channel: channel.id, ts: message.ts });
      slack.workspace.changed({ kind: 'refreshed', team, channel, message });
    },
  };
}

const unfurlsSchema = z.record(z.string(), z.strictObject({ blocks: z.array(z.unknown()).min(1) }));

function blockCards(call: Call, unfurls: unknown): StoredCard[] {
  const given = unfurlsSchema.safeParse(unfurls ?? {});
  if (!given.success) throw new SlackFault('invalid_unfurls_format');
  return Object.entries(given.data).map(([url, { blocks }]) => {
    const faults = [
      ...faultsOfBlocks(blocks, 'message', '/unfurls/blocks'),
      ...faultsOfPictures(call, blocks, '/unfurls/blocks'),
    ];
    const isRich = blocks.some((block) => (block as { type?: string }).type === 'rich_text');
    if (faults.length > 0 || isRich) throw invalid('cannot_parse_attachment', faults);
    return { url, blocks: withIds(blocks) };
  });
}

const metadataSchema = z.strictObject({ entities: z.array(entitySchema).min(1) });

function entityCards(call: Call, metadata: unknown): StoredCard[] {
  if (metadata === undefined) return [];
  const { data } = metadataSchema.safeParse(metadata);
  const isTooLong = JSON.stringify(metadata).length > METADATA_LIMIT;
  if (!data || isTooLong) throw new SlackFault('error_processing_metadata');
  return data.entities.map((entity) => {
    if (!entity.app_unfurl_url) throw new SlackFault('error_processing_metadata');
    return { url: entity.app_unfurl_url, ...cardOf(call, entity) };
  });
}

function cardOf(call: Call, entity: Entity): Omit<StoredCard, 'url'> {
  const blocks = blocksOfEntity(entity);
  const faults = faultsOfPictures(call, blocks, '/metadata');
  if (faults.length > 0 || !isSwitchedOn(call.slack.manifest, entity))
    throw new SlackFault('error_processing_metadata');
  return { blocks, entity };
}

const STATUSES = [
  'restricted',
  'internal_error',
  'not_found',
  'custom',
  'custom_partial_view',
  'timeout',
  'edit_error',
];

const presentDetails = method({
  rate: TIER_3,
  args: z.object({
    trigger_id: required,
    metadata: z.unknown().optional(),
    error: z.object({ status: z.enum(STATUSES) }).optional(),
  }),
  handle(call, { trigger_id, metadata, error }) {
    const { triggers, links } = call.slack;
    // Slack checks the trigger first.
    const trigger = triggers.exchange(trigger_id);
    const opened = links.opened.get(trigger_id);
    if (trigger.team !== call.team.id || !opened) throw new SlackFault('invalid_trigger_id');
    if (error) {
      opened.show({ error: error.status });
      return {};
    }
    const parsed = entitySchema.omit({ app_unfurl_url: true }).safeParse(metadata);
    if (!parsed.success) throw invalid('invalid_metadata', [z.prettifyError(parsed.error)]);
    const { url, external_ref } = parsed.data;
    if (url !== opened.entity.url || external_ref.id !== opened.entity.external_ref.id)
      throw new SlackFault('entity_metadata_does_not_match_trigger');
    opened.show({ entity: parsed.data, card: { url, ...cardOf(call, parsed.data) } });
    return {};
  },
});

export const linkMethods = { 'chat.unfurl': unfurl, 'entity.presentDetails': presentDetails };
