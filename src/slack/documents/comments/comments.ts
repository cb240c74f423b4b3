import type { ViewStateValue } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { promptOf } from '../../../documents/comments.ts';
import type { Generation } from '../../../generations/generation.ts';
import { capitalized, plural } from '../../../text.ts';
import { clickValue } from '../../bolt/answers/click.ts';
import { fillView, openThenFill, plainView, updateView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { type Acting, mayManageDocument } from '../../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../../bolt/requests.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { threadLinkOf } from '../../kit/accepted/where-result-appears.ts';
import { linked } from '../../kit/blocks/parts.ts';
import { serviceText } from '../../kit/blocks/text.ts';
import { isChangeable, takeChange } from '../../kit/change/document-change.ts';
import { type ActionCopy, problemText } from '../../kit/copy/failure-copy.ts';
import type { FormView } from '../../kit/form/form.ts';
import { displayIn } from '../../kit/form/modal.ts';
import { COMMENTS_TITLE, commentsView } from './view.ts';

/** Handles the button "Comments": opens a modal with the open comments on a document. */
export async function showComments(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const fill = () => drawComments(click, generation, { from: 0, selected: new Set() }, slack);
  await openThenFill(click, COMMENTS_TITLE, fill, slack);
}

/** Handles "More comments" and "Earlier comments": shows another page. Comments selected on other pages stay selected. */
export async function pageComments(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const from = Number(clickValue(click)?.split(' ')[1]);
  const shown = { from: Number.isSafeInteger(from) ? from : 0, selected: selectedIn(view) };
  await updateView(click.client, view.id, await drawComments(click, generation, shown, slack));
}

/** Returns the handler of "Tell the thread" or "Stop telling the thread", which turns posts about new comments on or off. */
export function setWatch(isOn: boolean) {
  return async (click: Click, generation: Generation, slack: SlackContext): Promise<void> => {
    const { team, id } = generation;
    const outcome = isOn ? await slack.documents.watchComments(click.actor, id) : undefined;
    if (!isOn) await slack.documents.unwatchComments(click.actor, id);
    const { view } = click.body;
    if (!view) return;
    slack.log.info({ team, generation: id, isOn }, 'comments are watched or no longer watched');
    const shown = { from: shownIn(view).from, selected: selectedIn(view) };
    const notice = outcome?.ok === false ? problemText(outcome.problem, slack, problems) : undefined;
    await updateView(click.client, view.id, await drawComments(click, generation, shown, slack, notice));
  };
}

interface Shown {
  /** Index of the first comment on the shown page. */
  from: number;
  /** Keys of the selected comments, on all pages. */
  selected: ReadonlySet<string>;
}

/** Reads the comments from the service and builds the modal. @param notice result of a click, as mrkdwn with user input escaped */
export async function drawComments(
  acting: Acting,
  generation: Generation,
  { from, selected }: Shown,
  slack: SlackContext,
  notice?: string,
): Promise<ModalView> {
  const { team, id } = generation;
  const [outcome, mayWatch, policy, until] = await Promise.all([
    slack.documents.comments(acting.actor, id),
    mayManageDocument(acting, generation, slack),
    slack.settings.of(team),
    slack.documents.watchedUntil(team, id),
  ]);
  if (!outcome.ok) return plainView(COMMENTS_TITLE, problemText(outcome.problem, slack, problems));
  const canApply = isChangeable(generation) && (mayWatch || policy.changes === 'everyone');
  const watch = mayWatch ? { until } : undefined;
  return commentsView({ generation, list: outcome.value, from, selected, canApply, watch, notice }, slack);
}

const shownSchema = z.object({
  from: z.number().int().min(0).catch(0),
  selected: z.array(z.string()).max(1000).catch([]),
});

function shownIn(view: FormView): z.output<typeof shownSchema> {
  return displayIn(view, shownSchema);
}

/** Returns the keys of the selected comments. Slack sends the checkboxes of the shown page. Keys of other pages are in the metadata. */
export function selectedIn(view: FormView): Set<string> {
  const selected = new Set(shownIn(view).selected);
  for (const [block, fields] of Object.entries(view.state.values)) {
    if (!block.startsWith('comment_')) continue;
    const { selected_options: options }: Partial<ViewStateValue> = fields[actions.tickComment] ?? {};
    const key = block.slice('comment_'.length);
    if (options?.some(({ value }) => value === key)) selected.add(key);
    else selected.delete(key);
  }
  return selected;
}

export const problems: ActionCopy = (service) => ({
  forbidden: {
    what: `${capitalized(service)} does not show the comments of this document to the account that Deckhand uses there: it was deleted, or belongs to another workspace.`,
    next: `Look at ${service} itself.`,
  },
  not_found: {
    what: `${capitalized(service)} no longer has this document.`,
    next: 'There are no comments to show.',
  },
});

/** Handles the button "Apply": starts one change of the document for all selected comments. */
export async function applyComments(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const selected = selectedIn(submission.view);
  const { client, view } = submission;
  const fill = () => startChange(submission, generation, selected, slack);
  const after = () => fillView(client, { id: view.id, title: COMMENTS_TITLE }, fill, slack);
  return { view: plainView(COMMENTS_TITLE, 'One moment …'), after };
}

/** Starts the change. Reads the comments again, because a form can be forged, and comments may have been resolved meanwhile. */
async function startChange(
  submission: Submission,
  generation: Generation,
  selected: ReadonlySet<string>,
  slack: SlackContext,
) {
  const { actor, view } = submission;
  const again = (notice: string) =>
    drawComments(submission, generation, { from: 0, selected }, slack, notice);
  if (selected.size === 0) return again('Choose the comments to apply. Nothing was spent.');
  const outcome = await slack.documents.comments(actor, generation.id);
  if (!outcome.ok) return plainView(COMMENTS_TITLE, problemText(outcome.problem, slack, problems));
  const chosen = outcome.value.open.filter(({ key }) => selected.has(key));
  if (chosen.length === 0)
    return again('The comments that you chose are resolved by now, so nothing was spent.');
  const taken = await takeChange(
    {
      instruction: promptOf(chosen),
      name: `Apply ${plural(chosen.length, 'comment', 'comments')}`,
      key: `comments:${view.id}`,
    },
    generation,
    actor,
    slack,
  );
  if (typeof taken === 'string') return again(`:warning: ${taken}`);
  const link = await threadLinkOf(generation, submission.client, slack);
  return plainView(
    COMMENTS_TITLE,
    `The change is on its way. ${linked('The thread', link)} says how it goes. The comments stay open at ${serviceText(slack.serviceName)}: resolve them there once you’re happy with the change.`,
  );
}
