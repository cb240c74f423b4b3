import type { Blocker, Joining } from '../../asks/admission.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { Role } from '../bolt/permissions/roles.ts';
import { blockerText } from './copy/blocker-copy.ts';

/** Timeout of each check, in milliseconds, because Slack waits only 3 s for the response to a submitted form. */
const CHECK_WITHIN_MS = 1500;

/**
 * Returns why a result may not be posted in a channel, as plain text; undefined if the person may post there and the source of the document
 * may be shown there.
 */
export async function shareProblem(
  { ask, work }: Generation,
  channel: string,
  joining: Joining,
  acting: Acting,
  slack: SlackContext,
): Promise<string | undefined> {
  // A change of a document does not store the document's source, so Deckhand cannot check who may see the source.
  if (work === 'edit') return 'Share the document itself, not a change of it.';
  if (!ask) return 'This is too old: I no longer know which conversation it was made from.';
  const wanted = { ...ask, destination: { channel } };
  const options = { withinMs: CHECK_WITHIN_MS, joining, membersOnly: true };
  const { blockers, unanswered } = await slack.admit(wanted, options);
  const isAboutPlaces = ({ part }: { part: string }) => part === 'source' || part === 'destination';
  const blocker = blockers.find(isAboutPlaces);
  const role = blocker?.blocker === 'not_a_member' ? await slack.roleOf(acting) : undefined;
  const closed = { destination: (found: { blocker: ClosedTo }) => closedText(found.blocker, role) };
  if (blocker) return blockerText(blocker, wanted, slack, closed);
  return unanswered.some(isAboutPlaces) ? UNKNOWN : undefined;
}

type ClosedTo = Extract<Blocker, { part: 'destination' }>['blocker'];

/** Returns who cannot post in the channel, the person or Deckhand, and what to do. */
function closedText(blocker: ClosedTo, role: Role | undefined): string {
  if (blocker === 'channel_archived') return 'This channel is archived, so nothing can be posted there.';
  if (blocker !== 'not_a_member')
    return 'I’m not in this channel. Type /invite @Deckhand there, then share again.';
  const next = role === 'guest' ? 'Ask to be added to it' : 'Join it';
  return `You’re not in this channel. ${next}, then share again.`;
}

const UNKNOWN = 'Slack didn’t say in time who is in this channel. Share again in a moment.';
