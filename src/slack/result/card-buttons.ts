import type { Generation } from '../../generations/generation.ts';
import { replaceMessage, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { channelMention, isChannel } from '../kit/blocks/text.ts';
import { RECENT_LIMIT, recentMessage } from './recent.ts';

/** Handles the button "Check again" on a generation that takes unusually long: asks the service again. Spends no credits. */
export async function checkAgain(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  const isTaken = await slack.generations.checkAgain(team, id);
  if (!isTaken) await reply(click, 'Deckhand is already looking, or this has come to its end.');
  await refresh(click, slack);
}

/** Handles the button "Stop". A job then updates the generation's message. */
export async function stop(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  const isStopped = await slack.generations.stop(team, id);
  if (!isStopped) await reply(click, 'This has already come to its end, so there is nothing to stop.');
  await refresh(click, slack);
}

/** Handles the button "Dismiss" on a failed generation in a list of generations. */
export async function dismiss(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  await slack.generations.dismiss(team, id);
  await refresh(click, slack);
}

/** Handles the button "Follow again" on a stopped generation: Deckhand waits for the document again. Spends no credits. */
export async function followAgain(
  click: Click,
  { team, id }: Generation,
  slack: SlackContext,
): Promise<void> {
  const isTaken = await slack.generations.followAgain(team, id);
  if (!isTaken) await reply(click, 'This is followed already, or there is nothing to follow.');
  await refresh(click, slack);
}

/** Returns the handler of a button on a generation that may have made a document: "Try again (may spend credits again)" or "Leave it". */
export function resolveUnsure(choice: 'again' | 'leave') {
  return async (click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> => {
    const isTaken = await slack.generations.resolveUnsure(team, id, choice);
    if (!isTaken) await reply(click, 'This has been decided already.');
    await refresh(click, slack);
  };
}

/**
 * Returns the handler of the buttons "Post it" and "Not this one". The asker clicks one of them when Deckhand has found a document that may
 * be the right one.
 */
export function answerFound(choice: 'post' | 'decline') {
  return async (click: Click, generation: Generation, slack: SlackContext): Promise<void> => {
    const { team, id, channel } = generation;
    const answer = await slack.generations.answerFound(team, id, choice);
    const where = isChannel(channel) ? `in ${channelMention(channel)}` : 'here';
    const texts = {
      posted: `I’m posting it ${where}.`,
      declined: `OK, it isn’t that one. I’ve asked you ${where} how to go on.`,
      taken: `That one was already posted for another ask. I’ve asked you ${where} how to go on.`,
    };
    await replaceMessage(click, plainMessage(answer ? texts[answer] : 'This has been decided already.'));
  };
}

/** Updates the list in which the button was clicked, on Home or from `/deck recent`. A job updates the generation's own message. */
async function refresh({ actor, body, client, respond }: Click, slack: SlackContext): Promise<void> {
  try {
    if (body.view?.type === 'home') {
      await slack.showHome(client, actor);
    } else if (body.container.is_ephemeral) {
      const recent = await slack.generations.recent(actor.team, actor.person, RECENT_LIMIT);
      await respond({ response_type: 'ephemeral', replace_original: true, ...recentMessage(recent, slack) });
    }
  } catch (error) {
    // Do not show this error to the person, because the click itself succeeded.
    slack.log.warn({ err: error }, 'a list could not be updated');
  }
}
