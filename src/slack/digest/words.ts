import type { Digest } from '../../digests/digest.ts';
import type { RunResult } from '../../digests/manual-run.ts';
import { nextRuns } from '../../digests/timing.ts';
import type { State } from '../../generations/generation.ts';
import { momentIn } from '../kit/schedule-words.ts';
import { channelMention, pauseWords, when, whither } from './digest-words.ts';

/** What the person is told in the form's place. mrkdwn, foreign parts escaped. */

export function keptWords(digest: Digest, now: number): string {
  const { schedule, state } = digest;
  const runs = nextRuns(schedule, new Date(now), 3).map((run) => `• ${momentIn(schedule.zone, run)}`);
  const next =
    state === 'active' ? `The next runs:\n${runs.join('\n')}` : 'It is paused; `/deck schedules` resumes it.';
  return `*${channelMention(digest.channel)} is summed up: ${when(digest)}, ${whither(digest)}.*\n${next}\n\`/deck schedules\` lists, changes and stops digests.`;
}

export function trialWords(
  trial: RunResult,
  of: Pick<Digest, 'channel' | 'deliverTo'>,
  service: string,
): string {
  switch (trial.outcome) {
    case 'started':
      return `A digest is in the making. It comes ${whither(of)}.`;
    case 'already':
      return alreadyWords(trial.generation.state, whither(of));
    case 'nothing':
      return `Nobody has written anything in ${channelMention(of.channel)} in the time that a digest would cover, so none is made.`;
    case 'impossible': {
      const { what, next } = pauseWords(trial.because, service);
      return `:warning: This cannot be made now. ${what} ${next}`;
    }
  }
}

function alreadyWords(state: State, whither: string): string {
  switch (state) {
    case 'delivered':
      return `This one was made already; it went ${whither}. Change something in the form to make another.`;
    case 'late':
    case 'unsure':
      return `The last one, which went ${whither}, waits for an answer. The buttons below its first message give it; then this can be run again.`;
    case 'disconnected':
      return 'The last one waits until the connection is renewed, and then goes on by itself. `/deck connect` renews it.';
    default:
      return `A digest is in the making already. It comes ${whither}. Nothing is spent twice.`;
  }
}
