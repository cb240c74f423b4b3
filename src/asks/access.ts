import { type Actor, isOrganisation } from '../actor.ts';
import type { AdmissionPorts, Conversation, SlackPorts } from './admission.ts';
import { isPersonId } from './schema.ts';

/** Functions that check which Slack conversations a person may open. Each of them throws if Slack does not answer. */

/** Returns whether a person can open a conversation. In an Enterprise organisation, a public channel may be closed to some full members. */
export async function canOpen(
  { isPrivate }: Conversation,
  channel: string,
  { team, person }: Actor,
  { isFullMember, isMember }: Pick<SlackPorts, 'isFullMember' | 'isMember'>,
  signal: AbortSignal,
): Promise<boolean> {
  const isOpenToAll = !isPrivate && !isOrganisation(team);
  if (isOpenToAll && (await isFullMember(team, person, signal))) return true;
  return isMember(team, channel, person, signal);
}

/** Returns whether an actor can open a destination, which is a conversation or a person. Undefined if Slack hides the conversation. */
export async function canOpenDestination(
  channel: string,
  actor: Actor,
  ports: SlackPorts,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (isPersonId(channel)) return channel === actor.person;
  const found = await ports.conversation(actor.team, channel, signal);
  return typeof found === 'string' ? undefined : canOpen(found, channel, actor, ports, signal);
}

/** Creates a check whether a document was posted in a private or hidden conversation. A direct message from Deckhand is not private. */
export function createPrivacyCheck(
  { placesOf }: Pick<AdmissionPorts, 'placesOf'>,
  { conversation }: Pick<SlackPorts, 'conversation'>,
) {
  return async (team: string, docId: string, signal: AbortSignal): Promise<boolean> => {
    for (const { channel } of await placesOf(team, docId)) {
      const found = isPersonId(channel) ? undefined : await conversation(team, channel, signal);
      if (typeof found === 'string' || found?.isPrivate) return true;
    }
    return false;
  };
}
