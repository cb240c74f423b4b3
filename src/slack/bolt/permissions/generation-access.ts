import { isOrganisation } from '../../../actor.ts';
import { isDirectMessageId, isPersonId } from '../../../asks/schema.ts';
import { within } from '../../../clock.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { SlackClient } from '../../../slack-client.ts';
import type { SlackContext } from '../context.ts';
import type { Acting } from './permissions.ts';

/** Timeout of each call to Slack, in milliseconds. The handler may open a view afterwards, and a `trigger_id` expires after 3 s. */
export const ACCESS_TIMEOUT_MS = 1200;

/**
 * Returns whether an actor can see a generation; `unknown` if Slack does not respond. People in its conversation can see it. In a public
 * channel, its asker can, too, and so can all full members of the team, unless the team is an organisation. An asker who was removed from
 * a private conversation cannot.
 * @param channel conversation in which the actor clicked; undefined for a click in a view
 * @param isPublic returns whether the document's channel is public. Default: asks Slack
 */
export async function canSeeGeneration(
  acting: Acting,
  channel: string | undefined,
  generation: Generation,
  { accessOf, roleOf, clock }: SlackContext,
  isPublic = isPublicChannel,
): Promise<'yes' | 'no' | 'unknown'> {
  const { actor, client } = acting;
  const { team, person, channel: made } = generation;
  if (team !== actor.team) return 'no';
  const isOwn = person === actor.person;
  if (made === channel || (isOwn && (isPersonId(made) || isDirectMessageId(made)))) return 'yes';
  const access = await within(clock, ACCESS_TIMEOUT_MS, () => accessOf(acting), null);
  if (access?.channels.includes(made)) return 'yes';
  const role = isOrganisation(team) ? undefined : await roleOf(acting);
  const seesPublic = isOwn || role === 'member' || role === 'admin';
  if (seesPublic && (await within(clock, ACCESS_TIMEOUT_MS, () => isPublic(client, made), false)))
    return 'yes';
  return !access || access.isPartial ? 'unknown' : 'no';
}

/** Returns true if a channel is public. Returns false if Slack does not respond. */
export async function isPublicChannel(client: SlackClient, channel: string): Promise<boolean> {
  const found = await client.conversations.info({ channel }).catch(() => undefined);
  return found?.channel?.is_private === false;
}
