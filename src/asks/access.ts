import { type Actor, isOrganisation } from '../actor.ts';
import type { AdmissionPorts, Conversation, SlackPorts } from './admission.ts';
import { isPersonId } from './schema.ts';

/** Checks which conversations a person may use. Each check throws if Slack does not answer. */

/**
 * Returns whether a person can open a conversation. Members of the conversation can. Full members of the team can also open every public
 * channel, except in an Enterprise organisation, because there Slack shows a public channel only in some workspaces.
 */
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

/**
 * Returns whether a person can open a destination. If the destination is the id of a person, only this person can open it. Returns
 * undefined if Slack does not show the conversation to Deckhand.
 */
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

/**
 * Creates the function that returns whether a document of Deckhand was made for a private conversation. A conversation that Slack does not
 * show counts as private. A direct message from Deckhand does not count as private, because its document belongs to the person who got it.
 */
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
