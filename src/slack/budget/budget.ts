import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { OpenRequest } from '../../generations/credit-requests.ts';
import { lenient } from '../../lenient.ts';
import { changedSettings } from '../../settings/audit.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { clickValue } from '../bolt/answers/click.ts';
import { fillOrOpen, messageView, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, denialUnlessAdmin } from '../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { actions, BUDGET_FORM } from '../bolt/routes/action-ids.ts';
import { askedText, settleRequests } from '../kit/admin-requests.ts';
import { button, buttons, context, heading, plainMessage, section } from '../kit/blocks/parts.ts';
import { budgetSummary } from '../kit/copy/budget-summary.ts';
import type { FormView } from '../kit/form/form.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';
import { outdatedView, versionIn, versionOf } from '../kit/form/outdated.ts';
import { listUserGroups, type UserGroups } from '../kit/lookups/user-groups.ts';
import { exceptionRows, heldBack } from './exception-rows.ts';
import { budgetForm, entriesOf, ONLY_ADMINS_BUDGET, settingsOf } from './fields.ts';
import { presetIn } from './preset.ts';

const TITLE = 'Credits and limits';
const GUESTS_STAY_OUT = ' Guests stay out, also if they are chosen, until *Workspace rules…* lets them in.';

/** Handles the button "Change limits…" on Home and in messages to admins: opens the form for the team's credits and limits. */
export async function openBudget(click: Click, slack: SlackContext): Promise<void> {
  await fillOrOpen(click, TITLE, () => budgetFor(click, { filled: clickValue(click) }, slack), slack);
}

/**
 * Redraws the open form for credits and limits. Slack keeps what the admin has entered.
 * @param view.version the version of the settings that the form shows, from `budgetVersion`
 * @param view.filled the value of the button that has filled in the form, from `filledIn`
 */
export async function showBudget(
  acting: Acting,
  view: { id: string; version?: string | undefined; filled?: string | undefined },
  slack: SlackContext,
): Promise<void> {
  await updateView(acting.client, view.id, await budgetFor(acting, view, slack));
}

async function budgetFor(
  acting: Acting,
  { version, filled }: { version?: string | undefined; filled?: string | undefined },
  { settings, generations, log }: SlackContext,
): Promise<ModalView> {
  const { team } = acting.actor;
  const [current, groups, asked] = await Promise.all([
    settings.of(team),
    listUserGroups(acting, log),
    generations.openRequests(team),
  ]);
  return budgetModal(current, groups, { version, asked, filled, said: presetIn(filled, current) });
}

const filledSchema = z.object({ filled: lenient(z.string()) });

/** Returns the value of the button that has filled in the form, so that the form keeps it after an exception was saved. */
export const filledIn = (view: FormView): string | undefined => displayIn(view, filledSchema).filled;

/** Returns the version of the settings in the form. Exceptions are not part of it, because they are saved at once. */
const budgetVersion = (settings: TeamSettings) => versionOf(entriesOf(settings));

/** Texts that the form shows instead of the menu of user groups. Each key is a reason why there is no menu. */
const withoutGroups: Record<Extract<UserGroups, string>, string> = {
  no_scope:
    'User groups can be chosen, too, once Deckhand is installed again with the scope `usergroups:read`.',
  organisation: 'User groups cannot be chosen when Deckhand is installed for a whole organisation.',
  no_answer: 'Slack did not list the user groups. Those that you chose before stay chosen.',
};

/** Maximum number of open requests that the form shows. */
const SHOWN_REQUESTS = 5;

/**
 * @param shown.version the version of the settings that the form already shows. Undefined when the form is opened
 * @param shown.asked open requests for a higher limit
 * @param shown.said settings that an admin named in a sentence. They are filled in, and nothing is stored before *Save*
 */
export function budgetModal(
  settings: TeamSettings,
  groups: UserGroups,
  {
    version = budgetVersion(settings),
    asked = [],
    said = {},
    filled,
  }: {
    version?: string | undefined;
    asked?: OpenRequest[];
    said?: Partial<TeamSettings>;
    filled?: string | undefined;
  } = {},
): ModalView {
  const entries = entriesOf({ ...settings, ...said });
  const form = { ...entries, groups: typeof groups === 'string' ? [] : groups };
  const part = (name: string): KnownBlock[] => budgetForm.draw(form, name);
  const blocks = [
    ...part('who'),
    ...context(typeof groups === 'string' ? withoutGroups[groups] : undefined),
    ...part('kinds'),
    heading('Credits in a month'),
    ...asked.slice(0, SHOWN_REQUESTS).map((request) => section(askedText(request, true))),
    ...part('month'),
    ...context(
      'An ask reserves what it is expected to cost, and gives back what it does not spend. It counts as 1 if the service reports no cost. Months are those of UTC.',
    ),
    heading('Exceptions'),
    section('People and channels with another limit. They are saved at once.'),
    ...exceptionRows(settings),
    ...buttons(
      button('Add people…', actions.addPersonException, 'people'),
      button('Add channels…', actions.addChannelException, 'channels'),
    ),
    heading('Asks and digests'),
    ...part('limits'),
    ...context('Changes hold within ten seconds.'),
  ];
  const carried = budgetForm.carried(form, blocks);
  const display = { version, filled };
  return modalForm({ callbackId: BUDGET_FORM, title: TITLE, submit: 'Save', blocks, carried, display });
}

/** Saves the settings in the form, unless another admin has changed them since. Checks the permission again: a form can be forged. */
export async function submitBudget(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view, actor } = submission;
  const denial = await denialUnlessAdmin(submission, ONLY_ADMINS_BUDGET, slack.log);
  if (denial) return { errors: { [budgetForm.fields.spenders.id]: denial } };
  const read = budgetForm.read(view);
  // If the form had no menu of user groups, keep the stored groups. Clear them if everyone may spend credits now.
  const isHidden = !view.state.values[budgetForm.fields.spenderGroups.id];
  const isOpen = read.spenders === 'everyone' && isHidden;
  const form = { ...read, ...(isOpen && { spenderGroups: [] }), groups: [] };
  const errors = budgetForm.check(form);
  if (Object.keys(errors).length > 0) return { errors };
  const settings = settingsOf(form);
  let before: TeamSettings | undefined;
  const isSaved = await slack.settings.update(actor.team, (current) => {
    before = current;
    return budgetVersion(current) === versionIn(view) ? settings : undefined;
  });
  if (!before) throw new Error('The settings were not read');
  if (!isSaved) {
    const again = button('Change limits…', actions.budget, 'outdated', 'primary');
    return { view: outdatedView(TITLE, { what: 'limits', now: budgetSummary(before), again }) };
  }
  const object = changedSettings(before, settings);
  if (object) {
    slack.log.info({ ...actor, ...settings }, 'The budget of a team was changed');
    await slack.audit.record({ ...actor, what: 'budget', object, via: 'form' });
  }
  const now = { ...before, ...settings };
  const held = heldBack(before, now);
  return {
    view:
      held.length > 0
        ? heldBackView(now, held)
        : messageView(
            TITLE,
            plainMessage(
              `Saved. ${budgetSummary(now)}${now.spenders === 'listed' && now.guests === 'no' ? GUESTS_STAY_OUT : ''}`,
            ),
          ),
    after: () => afterChange(submission, slack),
  };
}

/** Returns the modal that shows exceptions which a higher limit for all others has turned into restrictions. @param ids their ids */
function heldBackView(settings: TeamSettings, ids: string[]): ModalView {
  const text =
    ':warning: The limits are saved. These people and channels have a limit of their own that is *below the new one* now:';
  return messageView(TITLE, { blocks: [section(text), ...exceptionRows(settings, ids)] });
}

/** Redraws the admin's Home after a change of limits. Tells people who had asked an admin that they may spend credits now. */
export async function afterChange(acting: Acting, slack: SlackContext): Promise<void> {
  await Promise.all([slack.showHome(acting.client, acting.actor), settleRequests(acting, slack)]);
}
