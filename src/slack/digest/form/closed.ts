import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Actor } from '../../../actor.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { section } from '../../kit/parts.ts';
import { channelMention } from '../../kit/text.ts';

/** A channel that no digest can be made of as things stand: said at the top of the form, before anything else is filled in. */

const reasons = {
  not_in_channel: (channel: string) =>
    `:warning: Deckhand is not in ${channel}, and cannot read what is said there. Type \`/invite @Deckhand\` in that channel, or choose another one.`,
  channel_archived: (channel: string) => `:warning: ${channel} is archived. Choose another channel.`,
  not_a_member: (channel: string) =>
    `:warning: You are not in ${channel}. Only its members can set up a digest of it: join it, or choose another channel.`,
};

export const closedSchema = z.object({
  channel: z.string(),
  reason: z.enum(Object.keys(reasons) as [keyof typeof reasons, ...(keyof typeof reasons)[]]),
});
export type Closed = z.output<typeof closedSchema>;

/** Milliseconds; submission checks the same again. */
const FIND_OUT_WITHIN_MS = 4000;

/** Undefined where nothing is known to stand in the way. */
export async function findClosed(
  channel: string | undefined,
  actor: Actor,
  slack: Pick<SlackContext, 'admit'>,
): Promise<Closed | undefined> {
  if (!channel) return undefined;
  const intended = { ...actor, source: { kind: 'channel' as const, channel }, destination: { channel } };
  const { blockers } = await slack.admit(intended, { withinMs: FIND_OUT_WITHIN_MS, joining: 'later' });
  const found = blockers.filter(({ part }) => part === 'source').map(({ blocker }) => blocker);
  if (found.includes('not_a_member')) return { channel, reason: 'not_a_member' };
  if (found.includes('channel_archived')) return { channel, reason: 'channel_archived' };
  // Slack denies the existence of a private channel that Deckhand is not in.
  const isOut = found.includes('not_in_channel') || found.includes('channel_gone');
  return isOut ? { channel, reason: 'not_in_channel' } : undefined;
}

/** Nothing once another channel is chosen. */
export function closedNotice(closed: Closed | undefined, chosen: string | undefined): KnownBlock[] {
  if (!closed || closed.channel !== chosen) return [];
  return [section(reasons[closed.reason](channelMention(closed.channel)))];
}
