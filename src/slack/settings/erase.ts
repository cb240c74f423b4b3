import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { PERSON_ID } from '../../actor.ts';
import { within } from '../../clock.ts';
import { lenient } from '../../lenient.ts';
import { clickValue, refreshHome, reply } from '../bolt/answers/click.ts';
import { fillView, openView, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, denialUnlessAdmin } from '../bolt/permissions/permissions.ts';
import {
  adminsToAsk,
  denialOfUse,
  isKnownToSlack,
  NOT_FOR_GUESTS,
  roleIn,
} from '../bolt/permissions/roles.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { ERASE_FORM } from '../bolt/routes/action-ids.ts';
import { context, section } from '../kit/blocks/parts.ts';
import { escaped, mention } from '../kit/blocks/text.ts';
import { person, text } from '../kit/form/controls.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';

/** Erases what is stored about a person: the person who clicks, or a person whom an admin chooses in a form. */

export const ONLY_ADMINS_ERASE = 'Only Slack admins and owners can erase other people.';

const TITLE = 'Erase a person';
const PERSON = 'erase_person';
const MEMBER = 'erase_member';

const personControl = person();
const memberControl = text({ limit: 20, placeholder: 'U0123456789' });

const WHAT =
  'Their asks are stopped, and their digests, defaults, cards and texts deleted. Documents stay, without their name. *Messages that Deckhand has posted in Slack keep the name.*';
const STAYS =
  'Their opt-out and a connection that they made stay, too, and, under a pseudonym, their usage, audit trail and limit. Whoever runs Deckhand can also remove the limit.';

/** Handles the button "Erase it", which erases the data of the person who clicks. */
export async function eraseOwnData(click: Click, slack: SlackContext): Promise<void> {
  const isShutOut = (await denialOfUse('anyone', click, slack)) === NOT_FOR_GUESTS;
  await erase(click, click.actor.person, slack);
  const request = isShutOut
    ? ' So is a request to be let in. From tomorrow on, `ask an admin` sends another one.'
    : '';
  await reply(
    click,
    `It is erased.${request} Messages in Slack keep your name. Whether your messages may be used in documents stays as you set it.`,
  );
  await refreshHome(click, slack);
}

/** Handles the button "Erase a person…": opens the form in which an admin chooses the person, filled in with the one that a sentence named. */
export async function openErasure(click: Click, _slack: SlackContext): Promise<void> {
  const named = clickValue(click) ?? '';
  const view = modalForm({
    callbackId: ERASE_FORM,
    title: TITLE,
    submit: 'Next',
    blocks: [
      ...personControl.blocks(PERSON, { label: 'Person' }, PERSON_ID.test(named) ? named : undefined),
      ...memberControl.blocks(
        MEMBER,
        { label: 'Or their member ID', hint: 'For people who have left. The audit trail has it.' },
        '',
      ),
    ],
  });
  await openView(click, view);
}

const chosenSchema = z.object({ person: lenient(z.string().regex(PERSON_ID)) });

/** Handles the form: asks for confirmation with the person's name, then erases. Checks the permission each time. */
export async function submitErasure(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view, client, actor } = submission;
  const denial = await denialUnlessAdmin(submission, ONLY_ADMINS_ERASE, slack.log);
  if (denial) return { view: plainView(TITLE, denial) };
  const { person: confirmed } = displayIn(view, chosenSchema);
  if (confirmed) {
    const fill = async () => {
      await erase(submission, confirmed, slack);
      return plainView(
        TITLE,
        `Erased. In usage and audit trail, a pseudonym stands for ${mention(confirmed)} now. You don’t see which one, because their lines would no longer be anonymous.`,
      );
    };
    return {
      view: plainView(TITLE, 'One moment …'),
      after: () => fillView(client, { id: view.id, title: TITLE }, fill, slack),
    };
  }
  const { values } = view.state;
  const chosen = personControl.read(PERSON, values, undefined);
  const typed = memberControl.read(MEMBER, values, undefined)?.trim();
  const id = chosen ?? typed;
  if (!id) return { errors: { [PERSON]: 'Choose a person, or enter a member ID.' } };
  if (chosen && typed) return { errors: { [MEMBER]: 'Choose a person or enter an ID, not both.' } };
  if (!PERSON_ID.test(id)) return { errors: { [MEMBER]: 'This is not a member ID.' } };
  const [name, isNobody] = await Promise.all([
    nameOf(actor.team, id, slack),
    within(slack.clock, LOOK_UP_WITHIN_MS, () => isUnknown(submission, id, slack), false),
  ]);
  if (isNobody)
    return { errors: { [MEMBER]: 'Slack does not know this ID, and Deckhand keeps nothing about it.' } };
  return { view: confirmationView(id, name) };
}

/** Returns true if nobody has this id: Slack does not know it, and nothing is stored about it. */
async function isUnknown(
  { client, actor: { team } }: Acting,
  person: string,
  { ownData }: SlackContext,
): Promise<boolean> {
  if (await isKnownToSlack({ client, person })) return false;
  const stored = await ownData.export({ team, person }, { rows: 1, prompts: 0 });
  return Object.values(stored).every(({ length }) => length === 0);
}

function confirmationView(id: string, name: string | undefined): ModalView {
  const who = name ? `${escaped(name, 80)} (${id})` : id;
  return modalForm({
    callbackId: ERASE_FORM,
    title: TITLE,
    submit: 'Erase',
    close: 'Keep it',
    display: { person: id },
    blocks: [
      section(`*Erase what Deckhand keeps about ${who}?* This cannot be undone.`),
      section(WHAT),
      ...context(STAYS),
    ],
  });
}

/** Timeout for looking up a person, in milliseconds. Slack waits 3 s for the response to a form. */
const LOOK_UP_WITHIN_MS = 1500;

async function nameOf(
  team: string,
  id: string,
  { threads, clock, log }: SlackContext,
): Promise<string | undefined> {
  const find = () => threads.names(team, { people: new Set([id]), channels: new Set() });
  const found = await within(clock, LOOK_UP_WITHIN_MS, find, undefined).catch((err) => {
    log.warn({ team, err }, 'Slack did not return the name of a person');
    return undefined;
  });
  return found?.get(id) ?? undefined;
}

const DAY_MS = 86_400_000;

/**
 * Erases a person's data and adds the line to the audit trail. Tells the person if an admin did it and the person is still in the team.
 * If the person is an admin, tells up to three other admins the pseudonym, because otherwise admins could hide what they did. Nobody is told
 * the pseudonym of anybody else, and the line does not have it, because the pseudonym leads to everything that the person did.
 */
async function erase({ actor, client }: Acting, erased: string, slack: SlackContext): Promise<void> {
  const { team, person: by } = actor;
  const { log } = slack;
  const role = await roleIn({ client, team, person: erased }, log);
  const mayBeAdmin = role === 'admin' || role === 'unknown';
  const admins = mayBeAdmin ? await adminsToAsk({ client, team }, log) : [];
  const { pseudonym } = await slack.ownData.erase({ team, person: erased });
  const isOwn = by === erased;
  const line = isOwn ? { person: pseudonym } : { person: by, ...(mayBeAdmin && { object: pseudonym }) };
  await slack.audit.record({ team, ...line, what: 'person erased', via: 'settings' });
  // The pseudonym is always the same, so a second click on the same day sends no second message.
  const origin = `erased ${team}/${pseudonym} ${Math.floor(slack.clock.now() / DAY_MS)}`;
  const others = admins.filter((admin) => admin !== by && admin !== erased);
  const told = isOwn || role === 'outsider' ? others : [erased, ...others];
  await slack.together(async ({ message }) => {
    for (const person of told)
      await message({ team, person }, `${origin} ${person}`, {
        ...{ kind: 'person_erased', erased, by, ...(person !== erased && { pseudonym }) },
      } as const);
  });
}
