import { isOrganisation } from '../../actor.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackClient } from '../../slack-client.ts';
import { slackError } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { canSeeGeneration } from '../bolt/permissions/generation-access.ts';
import type { EventOf, PersonEventOf } from '../bolt/requests.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { type LinkedDocument, linkBlocks, linkEntity } from './entity.ts';

type Pasted = PersonEventOf<'link_shared'>;

/** Handles Slack's event that a person posted links to documents, or pasted such links while composing a message. */
export const linkShared = {
  ack: 'none' as const,
  by: ({ event }: EventOf<'link_shared'>) => event.user,
  async refuse(): Promise<void> {},
  async handle(pasted: Pasted, slack: SlackContext): Promise<void> {
    // Log errors instead of throwing, because Slack would redeliver the event and it would fail again.
    await unfurl(pasted, slack).catch((err) =>
      slack.log.info({ team: pasted.actor.team, err }, 'Pasted links stay without their cards'),
    );
  },
};

/** Maximum number of links per message that get a card. Slack limits the total size of the cards, but does not document the limit. */
const LINKS = 5;

async function unfurl(pasted: Pasted, slack: SlackContext): Promise<void> {
  const { event, body, client } = pasted;
  // Show no document in a channel that is shared with other organisations.
  if ((body as { is_ext_shared_channel?: boolean }).is_ext_shared_channel) return;
  // Ignore a message that a person is still composing, because it may be posted in any conversation. Another event comes once it is posted.
  if (event.source === 'composer') return;
  const urls = [...new Set(event.links.map(({ url }) => url))].slice(0, LINKS);
  const shown: { url: string; document: LinkedDocument }[] = [];
  // The key is the document's id, because several links in a message can lead to the same document with different URL parameters.
  const found = new Map<string, LinkedDocument | undefined>();
  const visibilities = new Map<string, Promise<Visibility>>();
  const visibility = (channel: string) => {
    const known = visibilities.get(channel) ?? visibilityOf(client, channel);
    visibilities.set(channel, known);
    return known;
  };
  for (const url of urls) {
    const rows = (await slack.documents.withLink(pasted.actor, url)).filter(isLinked);
    const id = rows[0]?.docId;
    if (id === undefined) continue;
    if (!found.has(id)) found.set(id, await documentToShow(rows, visibility, pasted, slack));
    const document = found.get(id);
    if (document) shown.push({ url, document });
  }
  if (shown.length === 0 || !(await slack.granted(pasted.actor.team, 'links:write'))) return;
  const target = { channel: event.channel, ts: event.message_ts };
  const blocks = (hasPicture: boolean) => ({
    unfurls: Object.fromEntries(
      shown.map(({ url, document }) => [
        url,
        { blocks: linkBlocks(hasPicture ? document : { ...document, thumbnail: undefined }, slack) },
      ]),
    ),
  });
  const metadata = { entities: shown.map(({ url, document }) => linkEntity(document, url, slack)) };
  // Slack may refuse Work Objects or a deleted picture. So the second attempt has no Work Objects, and the third also has no pictures.
  for (const content of [{ ...blocks(true), metadata }, blocks(true), blocks(false)]) {
    const refusal = await client.chat.unfurl({ ...target, ...content }).then(() => undefined, contentRefusal);
    if (!refusal) return;
    slack.log.info({ team: pasted.actor.team, refusal }, 'Slack refused the content of a pasted link');
  }
}

/** Returns Slack's error code if Slack refused the blocks or the Work Objects. @throws all other errors */
function contentRefusal(error: unknown): string {
  const code = slackError(error) ?? '';
  if (/metadata|attachment|blocks|unfurls|arguments/.test(code)) return code;
  throw error;
}

export function isLinked(generation: Generation): generation is LinkedDocument {
  return generation.docId !== undefined && generation.docUrl !== undefined;
}

/**
 * Returns the document to show for a pasted link; undefined if none may be shown. A document may be shown in the conversation of its
 * result. A document of a public channel may be shown in other public channels, too.
 * @param rows the generations that made or changed the document
 * @param visibility returns who can see a conversation
 */
async function documentToShow(
  rows: LinkedDocument[],
  visibility: (channel: string) => Promise<Visibility>,
  pasted: Pasted,
  slack: SlackContext,
): Promise<LinkedDocument | undefined> {
  const { actor, event } = pasted;
  const here = await visibility(event.channel);
  if (here === 'shared') return undefined;
  const own = rows.find((row) => row.channel === event.channel);
  if (own) return own;
  if (here !== 'public' || isOrganisation(actor.team)) return undefined;
  for (const row of rows.filter((each) => isChannel(each.channel))) {
    if ((await visibility(row.channel)) !== 'public') continue;
    const canSee = await canSeeGeneration(pasted, event.channel, row, slack, async () => true);
    if (canSee === 'yes') return row;
  }
  return undefined;
}

type Visibility = 'public' | 'private' | 'shared';

/** Returns who can see a conversation. `shared` means that people of other workspaces can see it, or that Deckhand cannot find out. */
async function visibilityOf(client: SlackClient, channel: string): Promise<Visibility> {
  const info = await client.conversations.info({ channel }).catch((error) => {
    if (slackError(error) === 'channel_not_found') return undefined;
    throw error;
  });
  const { is_shared, is_ext_shared, is_org_shared, is_pending_ext_shared, is_private } = info?.channel ?? {};
  if (!info?.channel || is_shared || is_ext_shared || is_org_shared || is_pending_ext_shared) return 'shared';
  return is_private === false ? 'public' : 'private';
}
