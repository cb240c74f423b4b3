import { within } from '../../../clock.ts';
import type { TeamSettings } from '../../../settings/team-settings.ts';
import type { SlackContext } from '../context.ts';
import type { Acting, Who } from './permissions.ts';
import type { Role } from './roles.ts';

/** Timeout of the call to Slack in milliseconds. A `trigger_id` expires after 3 s, and a modal must be answered within 3 s. */
const ROLE_TIMEOUT_MS = 1200;

/**
 * Returns whether people of a role may use Deckhand. Deckhand spends the team's credits, so it is for members. Guests may use it if an
 * admin allows it, people of other organisations never.
 */
export function mayUse(role: Role, { guests }: Pick<TeamSettings, 'guests'>): boolean {
  return role === 'admin' || role === 'member' || (role === 'guest' && guests === 'yes');
}

/** Returns why a person may not use Deckhand in a team, as plain text; undefined if they may. */
export async function denialOfUse(
  who: Who,
  { actor, client }: Acting,
  { roleOf, settings, clock }: SlackContext,
): Promise<string | undefined> {
  if (who === 'everybody') return undefined;
  const role = await within(clock, ROLE_TIMEOUT_MS, () => roleOf({ actor, client }), 'unknown' as Role);
  if (role === 'admin' || role === 'member') return undefined;
  if (role === 'unknown') return NOT_KNOWN;
  if (mayUse(role, await settings.of(actor.team))) return undefined;
  return role === 'guest' ? NOT_FOR_GUESTS : NOT_FOR_OTHERS;
}

const NOT_FOR_GUESTS =
  'Deckhand is not open to guests of this workspace. A Slack admin can open it to them, with /deck settings.';
const NOT_FOR_OTHERS =
  'Deckhand works for the members of the workspace that installed it. Ask somebody there to make it for you.';
const NOT_KNOWN = 'Slack did not say in time who you are, so nothing was done. Please try again in a moment.';
