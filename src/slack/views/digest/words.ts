import type { Digest } from '../../../digests/digest.ts';
import type { Trial } from '../../../digests/digests.ts';
import { nextRuns } from '../../../digests/timing.ts';
import { channelMention, pauseWords, when, whither } from '../../blocks/digest-words.ts';
import { momentIn } from '../../blocks/schedule-words.ts';

/** What the person is told in the form's place. mrkdwn, foreign parts escaped. */

export function keptWords(digest: Digest, now: number): string {
  const { schedule, state } = digest;
  const runs = nextRuns(schedule, new Date(now), 3).map((run) => `• ${momentIn(schedule.zone, run)}`);
  const next =
    state === 'active' ? `The next runs:\n${runs.join('\n')}` : 'It is paused; `/deck schedules` resumes it.';
  return `*${channelMention(digest.channel)} is summed up: ${when(digest)}, ${whither(digest)}.*\n${next}\n\`/deck schedules\` lists, changes and stops digests.`;
}

export function trialWords(trial: Trial, of: Pick<Digest, 'channel' | 'deliverTo'>, service: string): string {
  switch (trial.outcome) {
    case 'started':
      return `A digest is in the making. It comes ${whither(of)}.`;
    case 'nothing':
      return `Nobody has written anything in ${channelMention(of.channel)} in the time that a digest would cover, so none is made.`;
    case 'impossible': {
      const { what, next } = pauseWords(trial.because, service);
      return `:warning: This cannot be made now. ${what} ${next}`;
    }
  }
}
