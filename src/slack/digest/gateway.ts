import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { ChannelFacts } from '../../digests/ask.ts';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { DigestGateway } from '../../digests/gateway.ts';
import type { Place } from '../../generations/delivery.ts';
import { retryRateLimited } from '../../sources/rate-limit.ts';
import { type FilterSettings, filterRulesFor } from '../../sources/transcript/filter.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { slackError } from '../bolt/slack-error.ts';
import { isMemberOf } from '../kit/membership.ts';
import type { Words } from '../kit/parts.ts';
import { readablePlace } from '../kit/readable-place.ts';
import { DELIVERY_EVENT, findPost, isDelivery } from '../result/find-post.ts';
import { refusing } from '../result/post-errors.ts';
import { countTalk } from './count-talk.ts';
import { digestNote } from './note-blocks.ts';

interface GatewayOptions extends FilterSettings {
  clients: SlackClients;
  words: Words;
  connectionState: SlackContext['connectionState'];
  /** Messages asked for at once. */
  historyPage: number;
  clock: Clock;
}

/** Slack as digests find it; what each call promises is said at `DigestGateway`. */
export function createDigestGateway(options: GatewayOptions): DigestGateway {
  const { clients, words, connectionState, historyPage, clock } = options;

  return {
    async checkChannel(digest, window, signal) {
      if ((await connectionState(digest.team)) !== 'connected')
        return { open: false, because: 'unconnected' };
      const client = await clients.reads(digest.team);
      const found = await retryRateLimited(() => channelOf(client, digest), clock, signal);
      if ('because' in found) return { open: false, ...found };
      const rules = await retryRateLimited(() => filterRulesFor(digest.team, client, options), clock, signal);
      const { channel, threshold: upTo } = digest;
      const counting = { channel, window, historyPage, upTo, rules, clock, signal };
      const messages = await countTalk(client, counting);
      return { open: true, messages, ...found };
    },
    async postNote(digest, place, id, note) {
      const client = await clients.posts(digest.team);
      const answer = await refusing(() =>
        client.chat.postMessage({
          channel: place.channel,
          ...(place.threadTs && { thread_ts: place.threadTs }),
          ...digestNote(digest, note, words),
          unfurl_links: false,
          unfurl_media: false,
          metadata: { event_type: DELIVERY_EVENT, event_payload: { id } },
        }),
      );
      return { channel: answer.channel ?? place.channel, ts: answer.ts ?? '' };
    },
    async findNote(digest, place: Place, id, since) {
      const client = await clients.reads(digest.team);
      const readable = await readablePlace(client, place);
      const found = await findPost(client, readable, since.getTime(), isDelivery(id));
      return found?.ts ? { channel: readable.channel, ts: found.ts } : null;
    },
  };
}

type Asked = Pick<Digest, 'channel' | 'owner' | 'deliverTo'>;

/** What the channel is like now, or why a digest of it cannot be made or delivered. */
async function channelOf(client: WebClient, digest: Asked): Promise<ChannelFacts | { because: PauseReason }> {
  const info = await client.conversations.info({ channel: digest.channel }).catch(asReason);
  if (typeof info === 'string') return { because: info };
  const { channel } = info;
  if (channel?.is_archived) return { because: 'archived' };
  if (!channel?.is_member) return { because: 'absent' };
  // Only who is in a channel may have it summed up, for as long as they are.
  if (!(await isMemberOf(client, digest.channel, digest.owner))) return { because: 'owner_left' };
  const isPrivate = Boolean(channel.is_private);
  // What is said in a private channel goes there, or to its owner.
  if (isPrivate && leavesChannel(digest)) return { because: 'private' };
  return { name: channel.name ?? digest.channel, isPrivate };
}

/** True where a digest is delivered to somebody else than who set it up. */
export function leavesChannel({ deliverTo, owner }: Pick<Digest, 'deliverTo' | 'owner'>): boolean {
  return deliverTo.kind === 'person' && deliverTo.person !== owner;
}

const reasons: Record<string, PauseReason> = {
  channel_not_found: 'gone',
  not_in_channel: 'absent',
  is_archived: 'archived',
  account_inactive: 'removed',
  token_revoked: 'removed',
  token_expired: 'removed',
  invalid_auth: 'removed',
  not_authed: 'removed',
};

/** @throws what says nothing about the channel: Slack may answer in a while */
function asReason(error: unknown): PauseReason {
  const reason = reasons[slackError(error) ?? ''];
  if (!reason) throw error;
  return reason;
}
