import { z } from 'zod';
import { within } from '../../clock.ts';
import type { Look } from '../../documents/look.ts';
import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, updateView } from '../bolt/open-then-fill.ts';
import { type Acting, mayManageDocument } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import type { DocumentAction } from '../kit/document-actions.ts';
import { problemText } from '../kit/failure-copy.ts';
import type { FormView } from '../kit/form/form.ts';
import { displayIn } from '../kit/form/metadata.ts';
import { MORE_TITLE, moreView } from './more-view.ts';

/** The view of one document, the same wherever it is opened from. */

/** Opens it: on a card, in a list, on Home. */
export async function showMore(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  const fill = () => drawMore(click, generation, slack);
  await openThenFill(client, trigger, MORE_TITLE, fill, slack);
}

/** Milliseconds: the person waits in front of an open view, and what the service says is only nice to have. */
const LOOK_WITHIN_MS = 4000;
const UNKNOWN: Look = { state: 'unknown' };

/** The view as things are now. @param notice mrkdwn, foreign parts escaped */
export async function drawMore(acting: Acting, opened: Generation, slack: SlackContext, notice?: string) {
  const { team, id } = opened;
  const looking = (signal: AbortSignal) => slack.documents.look(acting.actor, id, signal);
  const [look, mayManage, policy] = await Promise.all([
    within(slack.clock, LOOK_WITHIN_MS, looking, UNKNOWN),
    mayManageDocument(acting, opened, slack),
    slack.settings.of(team),
  ]);
  // Looking may have brought a new title.
  const generation = await slack.generations.find(team, id);
  if (!generation) throw new Error('The document went while its view was drawn');
  const hasReaders = policy.readers !== 'nothing';
  const drawing = slack.reference();
  return moreView({ generation, look, mayManage, hasReaders, notice, drawing }, slack);
}

/** Says what came of a click: in the view of the document where it was made there, else as usual. */
export async function answerIn(
  click: Click,
  generation: Generation,
  text: string,
  slack: SlackContext,
): Promise<void> {
  const { view } = click.body;
  if (view?.type !== 'modal') return reply(click, text);
  await updateView(click.client, view.id, await drawMore(click, generation, slack, text));
  // Clicked on top of it, the view below is of the document as it was.
  const { previous_view_id: below } = view;
  if (below) await updateView(click.client, below, await drawMore(click, generation, slack));
}

/** Does it, once the person has said yes to the question. The card and the view show that it was done; only trouble needs words. */
export function act({ run, problems }: DocumentAction) {
  return async (click: Click, generation: Generation, slack: SlackContext): Promise<void> => {
    const outcome = await run(slack.documents, click.actor, generation.id);
    const isInView = click.body.view?.type === 'modal';
    if (!outcome.ok) await answerIn(click, generation, problemText(outcome.problem, slack, problems), slack);
    else if (isInView) await answerIn(click, generation, '', slack);
  };
}

const metadataSchema = z.object({ id: z.string().optional().catch(undefined) });

/** The generation that a view of ours is about. It comes back from Slack like any id, and proves nothing. */
export function idInView(view: FormView): string | undefined {
  return displayIn(view, metadataSchema).id;
}
