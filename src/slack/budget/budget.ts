import type { KnownBlock, ModalView } from '@slack/types';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { openThenFill } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialUnlessAdmin } from '../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { BUDGET_FORM } from '../bolt/routes/action-ids.ts';
import { context, section } from '../kit/blocks/parts.ts';
import { modalForm } from '../kit/form/modal.ts';
import { budgetForm, entriesOf, settingsOf } from './fields.ts';

const TITLE = 'Credits and limits';
export const ONLY_ADMINS_BUDGET = 'Only Slack admins and owners can set these. Nothing was changed.';

/** Handles the button "Limits…" on Home and in messages to admins: opens the form of the team's budget and limits. */
export async function openBudget(click: Click, slack: SlackContext): Promise<void> {
  const fill = async () => budgetModal(await slack.settings.of(click.actor.team));
  await openThenFill(click, TITLE, fill, slack);
}

export function budgetModal(settings: TeamSettings): ModalView {
  const entries = entriesOf(settings);
  const part = (name: string): KnownBlock[] => budgetForm.draw(entries, name);
  return modalForm({
    callbackId: BUDGET_FORM,
    title: TITLE,
    submit: 'Save',
    blocks: [
      ...part('who'),
      section('*Credits in a month*'),
      ...part('month'),
      ...context(
        'Months are those of UTC. An ask reserves what it is expected to cost before it is sent, and what was not spent is given back. An ask for which the service reports no cost counts as 1.',
      ),
      section('*Exceptions*'),
      ...part('except'),
      section('*Limits of number*'),
      ...part('limits'),
      ...context('Changes hold within ten seconds.'),
    ],
  });
}

/** Saves the settings in the form. Checks the permission again, because a form can be forged. */
export async function submitBudget(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { view, actor, client } = submission;
  const denial = await denialUnlessAdmin(submission, ONLY_ADMINS_BUDGET, slack.log);
  if (denial) return { errors: { [budgetForm.fields.spenders.id]: denial } };
  const entries = budgetForm.read(view);
  const errors = budgetForm.check(entries);
  if (Object.keys(errors).length > 0) return { errors };
  const settings = settingsOf(entries);
  await slack.settings.set(actor.team, settings);
  slack.log.info({ ...actor, ...settings }, 'The budget of a team was changed');
  await slack.audit.record({ ...actor, what: 'budget', via: 'form' });
  return { after: () => slack.showHome(client, actor) };
}
