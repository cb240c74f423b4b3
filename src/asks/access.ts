import type { Actor } from '../actor.ts';
import type { Conversation, SlackPorts } from './admission.ts';

/**
 * What a person may have read or written for them in Slack. An id in a form proves nothing, so Slack is asked; where it does
 * not say, these throw.
 */

/** Whether somebody can open a conversation by themselves: one that they are in, or for full members a public one. */
export async function canOpen(
  { isPrivate }: Conversation,
  channel: string,
  { team, person }: Actor,
  { isFullMember, isMember }: Pick<SlackPorts, 'isFullMember' | 'isMember'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isPrivate && (await isFullMember(team, person, signal))) return true;
  return isMember(team, channel, person, signal);
}

/** Whether what was delivered in a place is open to somebody; what Slack does not show is open to nobody. */
export async function canOpenPlace(
  channel: string,
  actor: Actor,
  ports: SlackPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (isPerson(channel)) return channel === actor.person;
  const found = await ports.conversation(actor.team, channel, signal);
  return typeof found !== 'string' && canOpen(found, channel, actor, ports, signal);
}

/**
 * Whether something may be posted there for somebody: to themselves, or in a conversation that they can open. Slack refuses
 * a post by itself where Deckhand is not in the conversation.
 */
export async function mayPostIn(
  channel: string,
  actor: Actor,
  ports: SlackPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (isPerson(channel)) return channel === actor.person;
  const found = await ports.conversation(actor.team, channel, signal);
  return typeof found === 'string' || canOpen(found, channel, actor, ports, signal);
}

/** Slack delivers to a person by their own id. */
export function isPerson(channel: string): boolean {
  return /^[UW]/.test(channel);
}
