import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import type { DocumentAction } from '../kit/document-actions.ts';
import { problemText } from '../kit/failure-copy.ts';

/** Does it, once the person has said yes to the question. The card shows that it was done; only trouble needs words. */
export function act({ run, problems }: DocumentAction) {
  return async (
    click: Click,
    { id }: Generation,
    slack: Pick<SlackContext, 'documents' | 'serviceName'>,
  ): Promise<void> => {
    const outcome = await run(slack.documents, click.actor, id);
    if (!outcome.ok) await reply(click, problemText(outcome.problem, slack, problems));
  };
}
