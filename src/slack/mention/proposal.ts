import { isDeepStrictEqual } from 'node:util';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { clickValue, deleteMessage, locationOf, replaceMessage, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import {
  acceptedLinkText,
  acceptedTitleText,
  appearsAt,
  locationText,
} from '../kit/accepted/where-result-appears.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { TOO_MANY_CHANGES } from '../kit/change/document-change.ts';
import { checkAsk } from '../kit/check-ask.ts';
import { replaceGone } from '../kit/gone-card.ts';

/** Handles the buttons on the card of a proposal. The button "Details…" is handled in deck/entry-points.ts. */

const CHANGED = 'This card has just changed. If it is right now, say *yes* or press *Make it* again.';

/** The result of accepting a proposal. `gone`: answered before, or expired. `taken`: another answer has just come first. */
type Accepted = { generation: Generation } | { problem: Message } | 'gone' | 'taken';

/** Returns the idempotency key of a proposal's generation. generations/delivery/steps.ts and deck/submit.ts build the same key. */
export const proposalKey = (id: string) => `proposal:${id}`;

/**
 * Accepts a proposal by starting its generation. The proposal's id is in the idempotency key, so two answers start only one generation.
 * @param change applied to the ask before it is checked, for example to send the result only to the person
 * @param also called after the generation is stored. If it throws, the proposal is kept, so that the person can answer it again
 */
export async function acceptProposal(
  acting: Acting,
  id: string,
  slack: SlackContext,
  change: (ask: Ask) => Ask | Promise<Ask> = (ask) => ask,
  also: () => Promise<void> = async () => {},
): Promise<Accepted> {
  const { actor } = acting;
  const found = await slack.proposals.find(actor, id);
  if (!found) return 'gone';
  const ask = await change(found);
  const blocked = await checkAsk(ask, acting, slack, 'now');
  if (blocked) return { problem: blocked };
  const { start, startEdit } = slack.generations;
  const accept = ask.work.kind === 'edit' ? startEdit : start;
  let isChanged = false;
  const generation = await slack.proposals.use<Generation>(actor, id, async (kept) => {
    // Start nothing if the person has changed the ask during the check, because the changed ask was not checked.
    isChanged = !isDeepStrictEqual(kept, found);
    if (isChanged) return null;
    const accepted = await accept(ask, proposalKey(id));
    if (accepted) await also();
    return accepted;
  });
  if (generation === undefined) return 'taken';
  if (isChanged) return { problem: plainMessage(CHANGED) };
  if (!generation) return { problem: plainMessage(TOO_MANY_CHANGES) };
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was accepted');
  return { generation };
}

/** Handles the buttons "Make it" and "Make it here". @param change applied to the ask first */
export async function makeProposal(
  click: Click,
  slack: SlackContext,
  change?: (ask: Ask) => Ask,
): Promise<void> {
  await showAccepted(click, await acceptProposal(click, clickValue(click) ?? '', slack, change), slack);
}

/** Shows a person the result of their click on a proposal. */
export async function showAccepted(click: Click, accepted: Accepted, slack: SlackContext): Promise<void> {
  // Another click, a written answer or the form has just used or discarded the proposal.
  if (accepted === 'taken') return;
  if (accepted === 'gone') return replaceGone(click, slack);
  if ('problem' in accepted) return reply(click, accepted.problem);
  const { generation } = accepted;
  // The generation's message says everything that the card says, so the card is deleted.
  if (appearsAt(generation, locationOf(click))) return deleteMessage(click);
  const where = locationText(generation, click.actor.person);
  await replaceMessage(click, plainMessage(`${acceptedTitleText(generation)} ${where}`));
  await replaceMessage(click, plainMessage(await acceptedLinkText(generation, click, slack)));
}

/** Returns the ask, changed so that only the asker gets the result. */
export function forPerson(ask: Ask): Ask {
  return { ...ask, destination: { channel: ask.person } };
}

/** Handles the button "Just for me": the result goes to the person's direct messages with Deckhand. */
export function makeProposalForPerson(click: Click, slack: SlackContext): Promise<void> {
  return makeProposal(click, slack, forPerson);
}

/** Handles the button "Not now". */
export async function dropProposal(click: Click, slack: SlackContext): Promise<void> {
  const isDropped = await slack.proposals.discard(click.actor, clickValue(click) ?? '');
  if (!isDropped) return replaceGone(click, slack);
  await deleteMessage(click);
}
