import type { Blocker } from '../../asks/admission.ts';
import type { SourceReason } from '../../sources/problem.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import type { Words } from '../kit/parts.ts';

/** Why a thread cannot be used, and what to do. @param words the service's name escaped for where it is said */
export function threadProblem(
  reason: SourceReason,
  { channel }: { channel: string },
  { serviceName, optOutReaction }: Words,
): string {
  const { what, next } = failureCopy(reason, serviceName, { optOutReaction });
  return `${what} ${reason === 'not_in_channel' && isDirect(channel) ? NO_WAY_IN : next}`;
}

/** The reason whose words fit a blocker of a source. */
export function sourceReason(blocker: Extract<Blocker, { part: 'source' }>['blocker']): SourceReason {
  switch (blocker) {
    // A private conversation that Deckhand is not in is one that Slack does not show.
    case 'channel_gone':
    case 'uninstalled':
      return 'not_in_channel';
    case 'source_not_text':
      return 'source_unreadable';
    default:
      return blocker;
  }
}

const NO_WAY_IN =
  'It cannot be added to a direct message between people: paste what matters into `/deck`, or bring the talk to a channel.';

/** Also Deckhand's own conversation with a person; but there it is in. */
function isDirect(channel: string): boolean {
  return channel.startsWith('D');
}
