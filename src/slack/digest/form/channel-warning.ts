import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Actor } from '../../../actor.ts';
import type { Admission } from '../../../asks/admission.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { section } from '../../kit/blocks/parts.ts';
import { channelMention } from '../../kit/blocks/text.ts';
import { limitTexts } from '../../kit/copy/blocker-copy.ts';

/** Warnings at the top of a digest's form, by the reason why no digest of the chosen channel can be made. */

const warnings = {
  not_in_channel: (channel: string) =>
    `:warning: Deckhand is not in ${channel}, and cannot read what is said there. Type \`/invite @Deckhand\` in that channel, or choose another one.`,
  channel_archived: (channel: string) => `:warning: ${channel} is archived. Choose another channel.`,
  not_a_member: (channel: string) =>
    `:warning: You are not in ${channel}. Only its members can set up a digest of it: join it, or choose another channel.`,
  digests_of_person: () => `:warning: ${limitTexts.digests_of_person}`,
  digests_in_channel: () => `:warning: ${limitTexts.digests_in_channel}`,
};

/** A channel, and the reason why no digest of it can be made. Stored in the metadata of the form. */
export const channelProblemSchema = z.object({
  channel: z.string(),
  reason: z.enum(Object.keys(warnings) as [keyof typeof warnings, ...(keyof typeof warnings)[]]),
});
type ChannelProblem = z.output<typeof channelProblemSchema>;

/** Timeout of the check of the channel, in milliseconds. The channel is checked again when the form is submitted. */
const CHECK_WITHIN_MS = 4000;

/** What the form shows about a channel. */
interface CheckedChannel {
  /** Undefined if no reason is known why no digest of the channel can be made. */
  channelProblem?: ChannelProblem | undefined;
  /** Id of the channel if it is private. */
  privateChannel?: string;
}

/** @param isNew true if the digest is not saved yet. The number of digests is limited only for new ones */
export async function checkChannel(
  channel: string | undefined,
  { actor, isNew }: { actor: Actor; isNew: boolean },
  slack: SlackContext,
): Promise<CheckedChannel> {
  if (!channel) return {};
  const intended = { ...actor, source: { kind: 'channel' as const, channel }, destination: { channel } };
  const admission = await slack.admit(intended, { withinMs: CHECK_WITHIN_MS, joining: 'later' });
  const channelProblem = await problemOf(channel, admission, { actor, isNew }, slack);
  return {
    ...(channelProblem && { channelProblem }),
    ...(admission.conversation?.isPrivate && { privateChannel: channel }),
  };
}

/** Returns why no digest of the channel can be made; undefined if no reason is known. */
async function problemOf(
  channel: string,
  { blockers }: Admission,
  { actor, isNew }: { actor: Actor; isNew: boolean },
  slack: SlackContext,
): Promise<ChannelProblem | undefined> {
  const found = blockers.filter(({ part }) => part === 'source').map(({ blocker }) => blocker);
  if (found.includes('not_a_member')) return { channel, reason: 'not_a_member' };
  if (found.includes('channel_archived')) return { channel, reason: 'channel_archived' };
  // Slack says that a private channel without Deckhand does not exist. So `channel_gone` also means that Deckhand is not in the channel.
  const isAbsent = found.includes('not_in_channel') || found.includes('channel_gone');
  if (isAbsent) return { channel, reason: 'not_in_channel' };
  const { team, person: owner } = actor;
  const reason = isNew && (await slack.digests.limitReached({ team, owner, channel }));
  return reason ? { channel, reason } : undefined;
}

/** Returns the warning. Returns no blocks if there is no problem, or if the person has chosen another channel since the check. */
export function channelWarning(
  problem: ChannelProblem | undefined,
  chosen: string | undefined,
): KnownBlock[] {
  if (!problem || problem.channel !== chosen) return [];
  return [section(warnings[problem.reason](channelMention(problem.channel)))];
}
