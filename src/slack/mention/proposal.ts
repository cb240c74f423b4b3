import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { clickValue, placeOf, replaceMessage, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { plainMessage } from '../kit/parts.ts';
import { isInSight, wayText } from '../kit/result-link.ts';
import { LINE_FULL } from '../kit/take-change.ts';
import { takenHereMessage, takenMessage } from '../kit/taken.ts';
import { refusalOf } from './refusal.ts';

/** The buttons of the card that shows what a sentence was understood as. */

const GONE =
  'This is no longer good: it was used, or it is older than a week. Write the sentence again to have it made.';

/** "Make it": the card's id is the key, so that two clicks make one. */
export async function makeProposal(click: Click, slack: SlackContext): Promise<void> {
  const { actor } = click;
  const id = clickValue(click) ?? '';
  const ask: Ask | null = await slack.proposals.find(actor, id);
  if (!ask) return reply(click, GONE);
  const refusal = await refusalOf(ask, click, slack, 'now');
  if (refusal) return reply(click, refusal.message.text);
  const { start } = ask.work.kind === 'edit' ? slack.generations.edits : slack.generations;
  const generation = await slack.proposals.use<Generation>(actor, id, () => start(ask, `proposal:${id}`));
  // Meanwhile another click has made it, or dropped it, and changed the card.
  if (generation === undefined) return;
  if (!generation) return reply(click, LINE_FULL);
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was taken');
  const isHere = isInSight(generation, placeOf(click));
  await replaceMessage(click, isHere ? takenHereMessage(ask) : takenMessage(ask));
  if (isHere) return;
  await replaceMessage(click, plainMessage(await wayText(generation, click, slack)));
}

/** "Not now" */
export async function dropProposal(click: Click, slack: SlackContext): Promise<void> {
  const isDropped = await slack.proposals.discard(click.actor, clickValue(click) ?? '');
  if (!isDropped) return reply(click, GONE);
  await replaceMessage(click, plainMessage('Not made; nothing was spent.'));
}
