import { within } from '../../clock.ts';
import type { SlackContext } from './context.ts';
import type { Acting, Who } from './permissions.ts';

/** Whom Deckhand works for: the members of a team. It spends their credits, and knows the lists of their workspace. */

/** Milliseconds; a trigger lives for 3 s, and the answer to a form has as long. Most roles are known already. */
const ASK_WITHIN_MS = 1200;

/**
 * Why somebody may use nothing of Deckhand that is not for everybody, as plain text; undefined where they may. Guests may
 * where an admin has opened it to them, people of other organisations never.
 */
export async function refusalFor(
  who: Who,
  { actor, client }: Acting,
  { roleOf, settings, clock }: Pick<SlackContext, 'roleOf' | 'settings' | 'clock'>,
): Promise<string | undefined> {
  if (who === 'everybody') return undefined;
  switch (await within(clock, ASK_WITHIN_MS, () => roleOf({ actor, client }), 'unknown')) {
    case 'admin':
    case 'member':
      return undefined;
    case 'guest':
      return (await settings.of(actor.team)).guests === 'yes' ? undefined : NOT_FOR_GUESTS;
    case 'outsider':
      return NOT_FOR_OTHERS;
    default:
      return NOT_KNOWN;
  }
}

const NOT_FOR_GUESTS =
  'Deckhand is not open to guests of this workspace. A Slack admin can open it to them, with /deck settings.';
const NOT_FOR_OTHERS =
  'Deckhand works for the members of the workspace that installed it. Ask somebody there to make it for you.';
const NOT_KNOWN = 'Slack did not say in time who you are, so nothing was done. Please try again in a moment.';
