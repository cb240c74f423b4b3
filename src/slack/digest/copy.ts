import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { RunResult } from '../../digests/manual-run.ts';
import { nextRuns } from '../../digests/timing.ts';
import type { State } from '../../generations/generation.ts';
import { momentIn, scheduleWords } from '../kit/schedule-words.ts';
import { channelMention, escaped, mention } from '../kit/text.ts';

/** Sentences about digests that lists, notes and forms share. All are mrkdwn, foreign parts escaped. */

/** "Every Monday at 09:00 (Europe/Lisbon)" */
export function when({ schedule }: Pick<Digest, 'schedule'>): string {
  return escaped(scheduleWords(schedule), 250);
}

/** "as a thread in #launch" */
export function destinationPhrase({ deliverTo, channel }: Pick<Digest, 'deliverTo' | 'channel'>): string {
  if (deliverTo.kind === 'person') return `to ${mention(deliverTo.person)}`;
  return deliverTo.kind === 'thread'
    ? `in a thread of ${channelMention(channel)}`
    : `to ${channelMention(channel)}`;
}

/** Why a digest is paused, and what can be done about it. */
export function pauseCopy(because: PauseReason, service: string): { what: string; next: string } {
  const table: Record<PauseReason, { what: string; next: string }> = {
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
  return table[because];
}

export function savedText(digest: Digest, now: number): string {
  const { schedule, state } = digest;
  const runs = nextRuns(schedule, new Date(now), 3).map((run) => `• ${momentIn(schedule.zone, run)}`);
  const next =
    state === 'active' ? `The next runs:\n${runs.join('\n')}` : 'It is paused; `/deck schedules` resumes it.';
  return `*${channelMention(digest.channel)} is summed up: ${when(digest)}, ${destinationPhrase(digest)}.*\n${next}\n\`/deck schedules\` lists, changes and stops digests.`;
}

export function runText(
  result: RunResult,
  of: Pick<Digest, 'channel' | 'deliverTo'>,
  service: string,
): string {
  switch (result.outcome) {
    case 'started':
      return `A digest is in the making. It comes ${destinationPhrase(of)}.`;
    case 'already':
      return repeatText(result.generation.state, destinationPhrase(of));
    case 'nothing':
      return `Nobody has written anything in ${channelMention(of.channel)} in the time that a digest would cover, so none is made.`;
    case 'impossible': {
      const { what, next } = pauseCopy(result.because, service);
      return `:warning: This cannot be made now. ${what} ${next}`;
    }
  }
}

function repeatText(state: State, where: string): string {
  switch (state) {
    case 'delivered':
      return `This one was made already; it went ${where}. Change something in the form to make another.`;
    case 'late':
    case 'unsure':
      return `The last one, which went ${where}, waits for an answer. The buttons below its first message give it; then this can be run again.`;
    case 'disconnected':
      return 'The last one waits until the connection is renewed, and then goes on by itself. `/deck connect` renews it.';
    default:
      return `A digest is in the making already. It comes ${where}. Nothing is spent twice.`;
  }
}
