import { promptOf } from '../../../documents/comments.ts';
import type { Generation } from '../../../generations/generation.ts';
import { plural } from '../../../text.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { fillView, plainView } from '../../bolt/open-then-fill.ts';
import type { FormAnswer, Submission } from '../../bolt/requests.ts';
import { problemText } from '../../kit/failure-copy.ts';
import { linked } from '../../kit/parts.ts';
import { threadLinkOf } from '../../kit/result-link.ts';
import { takeChange } from '../../kit/take-change.ts';
import { serviceText } from '../../kit/text.ts';
import { drawComments, problems, tickedIn } from './comments.ts';
import { COMMENTS_TITLE } from './view.ts';

/** "Apply": the ticked comments become one change of the document. */
export async function applyComments(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const ticked = tickedIn(submission.view);
  const { client, view } = submission;
  const fill = () => applied(submission, generation, ticked, slack);
  const after = () => fillView(client, { id: view.id, title: COMMENTS_TITLE }, fill, slack);
  return { view: plainView(COMMENTS_TITLE, 'One moment …'), after };
}

/** Comments are read again: what a form holds proves nothing, and one may be resolved by now. */
async function applied(
  submission: Submission,
  generation: Generation,
  ticked: ReadonlySet<string>,
  slack: SlackContext,
) {
  const { actor, view } = submission;
  const again = (notice: string) => drawComments(submission, generation, { from: 0, ticked }, slack, notice);
  if (ticked.size === 0) return again('Tick the comments that are to be worked in. Nothing was spent.');
  const outcome = await slack.documents.comments(actor, generation.id);
  if (!outcome.ok) return plainView(COMMENTS_TITLE, problemText(outcome.problem, slack, problems));
  const chosen = outcome.value.open.filter(({ key }) => ticked.has(key));
  if (chosen.length === 0) return again('What you ticked is resolved by now, so nothing was spent.');
  const taken = await takeChange(
    {
      wish: promptOf(chosen),
      name: `Work in ${plural(chosen.length, 'comment', 'comments')}`,
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
    `The change is on its way. ${linked('The thread', link)} says how it goes. The comments stay open at ${serviceText(slack.serviceName)}: resolve them there once you are content.`,
  );
}
