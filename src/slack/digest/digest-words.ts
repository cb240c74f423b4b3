import type { Digest, PauseReason } from '../../digests/digest.ts';
import { scheduleWords } from '../kit/schedule-words.ts';
import { escaped, mention } from '../kit/text.ts';

/** Sentences about digests that lists, notes and forms share. All are mrkdwn, foreign parts escaped. */

export function channelMention(channel: string): string {
  return /^[CG][A-Z0-9]+$/.test(channel) ? `<#${channel}>` : 'the channel';
}

/** "Every Monday at 09:00 (Europe/Lisbon)" */
export function when({ schedule }: Pick<Digest, 'schedule'>): string {
  return escaped(scheduleWords(schedule), 250);
}

/** "as a thread in #launch" */
export function whither({ deliverTo, channel }: Pick<Digest, 'deliverTo' | 'channel'>): string {
  if (deliverTo.kind === 'person') return `to ${mention(deliverTo.person)}`;
  return deliverTo.kind === 'thread'
    ? `in a thread of ${channelMention(channel)}`
    : `to ${channelMention(channel)}`;
}

/** What people wrote without wanting it used is not spoken of. */
export function quietWords(
  { channel, threshold }: Pick<Digest, 'channel' | 'threshold'>,
  since: Date,
): string {
  const few =
    threshold === 1
      ? 'nothing was said that can be used'
      : `fewer than ${threshold} messages that can be used were written`;
  return `It has been quiet in ${channelMention(channel)}: ${few} since ${day(since)}, so there is no digest this time.`;
}

/** In the reader's own time zone; Slack fills it in. */
export function day(at: Date): string {
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_long}|${at.toISOString().slice(0, 10)}>`;
}

/** Why a digest is paused, and what can be done about it. */
export function pauseWords(because: PauseReason, service: string): { what: string; next: string } {
  return pauses(service)[because];
}

function pauses(service: string): Record<PauseReason, { what: string; next: string }> {
  return {
    person: { what: 'It was paused by hand.', next: 'Resume it when you like.' },
    archived: {
      what: 'The channel is archived.',
      next: 'Delete the digest, or resume it once the channel is back.',
    },
    gone: {
      what: 'The channel is gone, or Deckhand was removed from it.',
      next: 'If it is still there, type `/invite @Deckhand` in it and resume the digest; else delete it.',
    },
    absent: {
      what: 'Deckhand was removed from the channel.',
      next: 'Type `/invite @Deckhand` in it and resume the digest, or delete it.',
    },
    removed: {
      what: 'Deckhand was removed from this workspace.',
      next: 'Resume the digest once Deckhand is installed again.',
    },
    owner_left: {
      what: 'Whoever set it up is no longer in the channel.',
      next: 'Somebody who is in it can set up one of their own with `/deck schedule`.',
    },
    private: {
      what: 'The channel is private now, and what is said in it may only go there or to who set this up.',
      next: 'Change where the digest is delivered, and resume it.',
    },
    declined: {
      what: 'Whoever it goes to wants no more of it.',
      next: 'Change where it is delivered, then resume it; or delete it.',
    },
    unconnected: {
      what: `The connection to ${service} is gone or has to be renewed.`,
      next: 'Type `/deck connect`, then resume the digest.',
    },
  };
}
