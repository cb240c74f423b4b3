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

/** Handles Slack's event that a person has posted links in a message, or has pasted them into the message composer. */
export const linkShared = {
  ack: 'none' as const,
  by: ({ event }: EventOf<'link_shared'>) => event.user,
  async refuse(): Promise<void> {},
  async handle(pasted: Pasted, slack: SlackContext): Promise<void> {
    // Errors are only logged. If they were thrown, Slack would send the event again, and it would fail again.
    await unfurl(pasted, slack).catch((err) =>
      slack.log.info({ team: pasted.actor.team, err }, 'Pasted links stay without their cards'),
    );
  },
};

/** Maximum number of links of a message that get a card, because Slack limits the size of all cards together (the limit is not documented). */
const LINKS = 5;

async function unfurl(pasted: Pasted, slack: SlackContext): Promise<void> {
  const { event, body, client } = pasted;
  // Documents are not shown in channels that other organisations share.
  if ((body as { is_ext_shared_channel?: boolean }).is_ext_shared_channel) return;
  // While a message is composed, Slack does not say where it will be posted, and Slack may keep the preview. According to Slack's
  // documentation, the event is sent again for the posted message.
  if (event.source === 'composer') return;
  const urls = [...new Set(event.links.map(({ url }) => url))].slice(0, LINKS);
  const shown: { url: string; document: LinkedDocument }[] = [];
  // Several links of a message can lead to the same document. They differ in their parameters.
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
  // Slack may refuse Work Objects, for example if the app's settings do not allow them, and pictures whose file was deleted.
  for (const content of [{ ...blocks(true), metadata }, blocks(true), blocks(false)]) {
    const refusal = await client.chat.unfurl({ ...target, ...content }).then(() => undefined, contentRefusal);
    if (!refusal) return;
    slack.log.info({ team: pasted.actor.team, refusal }, 'Slack refused the content of a pasted link');
  }
}

/** Returns Slack's error code if Slack refused the content of the call. @throws the error itself otherwise */
function contentRefusal(error: unknown): string {
  const code = slackError(error) ?? '';
  if (/metadata|attachment|blocks|unfurls|arguments/.test(code)) return code;
  throw error;
}

export function isLinked(generation: Generation): generation is LinkedDocument {
  return generation.docId !== undefined && generation.docUrl !== undefined;
}

/**
 * Returns the generation whose card may be shown where a link was pasted; undefined if there is none. A card may be shown in the
 * conversation of its generation. A card from a public channel may also be shown in other public channels of the workspace, if the person
 * who pasted the link may see the document. In an organisation this is not allowed, because the channels may be in different workspaces.
 * @param rows the generations that have the document
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

/**
 * Returns who can see a conversation. `shared`: people of other workspaces or organisations, too. If Deckhand has no access to the
 * conversation, `shared` is returned.
 */
async function visibilityOf(client: SlackClient, channel: string): Promise<Visibility> {
  const info = await client.conversations.info({ channel }).catch((error) => {
    if (slackError(error) === 'channel_not_found') return undefined;
    throw error;
  });
  const { is_shared, is_ext_shared, is_org_shared, is_pending_ext_shared, is_private } = info?.channel ?? {};
  if (!info?.channel || is_shared || is_ext_shared || is_org_shared || is_pending_ext_shared) return 'shared';
  return is_private === false ? 'public' : 'private';
}
