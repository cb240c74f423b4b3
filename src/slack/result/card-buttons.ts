import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { RECENT_LIMIT, recentMessage } from './recent.ts';

/** Handles "Check again" on a generation that is late. Checking spends no credits. */
export async function checkAgain(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  const isTaken = await slack.generations.checkAgain(team, id);
  if (!isTaken) await reply(click, 'Deckhand is already looking, or this has come to its end.');
  await refresh(click, slack);
}

/** Handles "Stop". A job of the generation updates the card. */
export async function stop(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  const isStopped = await slack.generations.stop(team, id);
  if (!isStopped) await reply(click, 'This has already come to its end, so there is nothing to stop.');
  await refresh(click, slack);
}

/** Handles "Follow again" on a stopped generation. Following spends no credits. */
export async function followAgain(
  click: Click,
  { team, id }: Generation,
  slack: SlackContext,
): Promise<void> {
  const isTaken = await slack.generations.followAgain(team, id);
  if (!isTaken) await reply(click, 'This is followed already, or there is nothing to follow.');
  await refresh(click, slack);
}

/** Returns the handler of "Try again (may spend credits again)" or "Leave it", for a generation whose outcome is unknown. */
export function resolveUnsure(choice: 'again' | 'leave') {
  return async (click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> => {
    const isTaken = await slack.generations.resolveUnsure(team, id, choice);
    if (!isTaken) await reply(click, 'This has been decided already.');
    await refresh(click, slack);
  };
}

/** Updates Home or the list of `/deck recent` if the click was there. A job of the generation updates the generation's card. */
async function refresh({ actor, body, client, respond }: Click, slack: SlackContext): Promise<void> {
  try {
    if (body.view?.type === 'home') {
      await slack.showHome(client, actor);
    } else if (body.container.is_ephemeral) {
      const recent = await slack.generations.recent(actor.team, actor.person, RECENT_LIMIT);
      await respond({ response_type: 'ephemeral', replace_original: true, ...recentMessage(recent, slack) });
    }
  } catch (error) {
    // The action succeeded, so an error here is not shown to the person.
    slack.log.warn({ err: error }, 'a list could not be updated');
  }
}
