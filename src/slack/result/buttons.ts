import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { RECENT_LIMIT, recentMessage } from './recent.ts';

type Needs = Pick<SlackContext, 'generations' | 'log' | 'showHome' | 'serviceName'>;

/** "Check again" on one that is overdue. It costs nothing. */
export async function checkAgain(click: Click, { team, id }: Generation, slack: Needs): Promise<void> {
  const isTaken = await slack.generations.checkAgain(team, id);
  if (!isTaken) await reply(click, 'Deckhand is already looking, or this has come to its end.');
  await refresh(click, slack);
}

/** "Stop". The message in the conversation is rewritten by the delivery. */
export async function stop(click: Click, { team, id }: Generation, slack: Needs): Promise<void> {
  const isStopped = await slack.generations.stop(team, id);
  if (!isStopped) await reply(click, 'This has already come to its end, so there is nothing to stop.');
  await refresh(click, slack);
}

/** "Follow again" on one that was stopped. It costs nothing. */
export async function followAgain(click: Click, { team, id }: Generation, slack: Needs): Promise<void> {
  const isTaken = await slack.generations.followAgain(team, id);
  if (!isTaken) await reply(click, 'This is followed already, or there is nothing to follow.');
  await refresh(click, slack);
}

/** "Try again (may spend credits again)" and "Leave it": the person's decision about an unknown outcome. */
export function resolveUnsure(choice: 'again' | 'leave') {
  return async (click: Click, { team, id }: Generation, slack: Needs): Promise<void> => {
    const isTaken = await slack.generations.resolveUnsure(team, id, choice);
    if (!isTaken) await reply(click, 'This has been decided already.');
    await refresh(click, slack);
  };
}

/** Draws the list again that the click was made in, where it is the person's own: Home, or `/deck recent`. */
async function refresh({ actor, body, client, respond }: Click, slack: Needs): Promise<void> {
  try {
    if (body.view?.type === 'home') {
      await slack.showHome(client, actor);
    } else if (body.container.is_ephemeral) {
      const recent = await slack.generations.recent(actor.team, actor.person, RECENT_LIMIT);
      await respond({ response_type: 'ephemeral', replace_original: true, ...recentMessage(recent, slack) });
    }
  } catch (error) {
    // The click did what it should; a list that is out of date is no reason to call it a failure.
    slack.log.warn({ err: error }, 'A list could not be brought up to date');
  }
}
