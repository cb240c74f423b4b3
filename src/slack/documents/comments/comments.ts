import type { ViewStateValue } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Generation } from '../../../generations/generation.ts';
import { actions } from '../../bolt/action-ids.ts';
import { clickValue } from '../../bolt/click.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { openThenFill, plainView, updateView } from '../../bolt/open-then-fill.ts';
import { type Acting, mayManageDocument } from '../../bolt/permissions.ts';
import type { Click } from '../../bolt/requests.ts';
import { isChangeable } from '../../kit/again-buttons.ts';
import { type ActionCopy, problemText } from '../../kit/failure-copy.ts';
import type { FormView } from '../../kit/form/form.ts';
import { displayIn } from '../../kit/form/metadata.ts';
import { atStart } from '../../kit/text.ts';
import { COMMENTS_TITLE, commentsView } from './view.ts';

/** "Comments": what people have said in a document at the service. */
export async function showComments(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  const fill = () => drawComments(click, generation, { from: 0, ticked: new Set() }, slack);
  await openThenFill(client, trigger, COMMENTS_TITLE, fill, slack);
}

/** "More comments" and back; what was ticked stays ticked. */
export async function pageComments(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { view } = click.body;
  if (!view) return;
  const from = Number(clickValue(click)?.split(' ')[1]);
  const place = { from: Number.isSafeInteger(from) ? from : 0, ticked: tickedIn(view) };
  await updateView(click.client, view.id, await drawComments(click, generation, place, slack));
}

/** "Tell the thread", and "Stop telling the thread". */
export function setWatch(isOn: boolean) {
  return async (click: Click, generation: Generation, slack: SlackContext): Promise<void> => {
    const { team, id } = generation;
    const outcome = isOn
      ? await slack.documents.watchComments(click.actor, id)
      : await slack.documents.unwatchComments(click.actor, id);
    const { view } = click.body;
    if (!view) return;
    slack.log.info({ team, generation: id, isOn }, 'a thread is told of comments, or no longer');
    const place = { from: placeIn(view).from, ticked: tickedIn(view) };
    const notice = outcome.ok ? undefined : problemText(outcome.problem, slack, problems);
    await updateView(click.client, view.id, await drawComments(click, generation, place, slack, notice));
  };
}

interface Place {
  from: number;
  ticked: ReadonlySet<string>;
}

/** The view as things are now. @param notice mrkdwn, foreign parts escaped */
export async function drawComments(
  acting: Acting,
  generation: Generation,
  { from, ticked }: Place,
  slack: SlackContext,
  notice?: string,
): Promise<ModalView> {
  const { team, id } = generation;
  const [outcome, mayWatch, until] = await Promise.all([
    slack.documents.comments(acting.actor, id),
    mayManageDocument(acting, generation, slack),
    slack.documents.watchedUntil(team, id),
  ]);
  if (!outcome.ok) return plainView(COMMENTS_TITLE, problemText(outcome.problem, slack, problems));
  const canApply = isChangeable(generation);
  const watch = mayWatch ? { until } : undefined;
  return commentsView({ generation, list: outcome.value, from, ticked, canApply, watch, notice }, slack);
}

const placeSchema = z.object({
  from: z.number().int().min(0).catch(0),
  ticked: z.array(z.string()).max(1000).catch([]),
});

function placeIn(view: FormView): z.output<typeof placeSchema> {
  return displayIn(view, placeSchema);
}

/** Ticks of all pages: those of the page that is shown are in the view's state, the others in its metadata. */
export function tickedIn(view: FormView): Set<string> {
  const ticked = new Set(placeIn(view).ticked);
  for (const [block, fields] of Object.entries(view.state.values)) {
    if (!block.startsWith('comment_')) continue;
    const { selected_options: selected }: Partial<ViewStateValue> = fields[actions.tickComment] ?? {};
    const key = block.slice('comment_'.length);
    if (selected?.some(({ value }) => value === key)) ticked.add(key);
    else ticked.delete(key);
  }
  return ticked;
}

export const problems: ActionCopy = (service) => ({
  forbidden: {
    what: `${atStart(service)} does not show the comments of this document to the account that Deckhand uses there: it was deleted, or belongs to another workspace.`,
    next: `Look at ${service} itself.`,
    quote: true,
  },
  not_found: {
    what: `${atStart(service)} no longer has this document.`,
    next: 'There are no comments to show.',
  },
});
