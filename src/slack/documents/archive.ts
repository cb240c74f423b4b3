import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { problemText } from '../kit/failure-copy.ts';

/** "Archive", once the question was answered. The card says so by itself; only trouble needs words. */
export async function archive(click: Click, { id }: Generation, slack: SlackContext): Promise<void> {
  const outcome = await slack.documents.archive(click.actor, id);
  if (outcome.ok) return;
  await reply(
    click,
    problemText(outcome.problem, slack, (service) => ({
      forbidden: {
        what: `The account that Deckhand uses at ${service} may not archive this document: that takes edit permission, in the workspace that the document is in.`,
        next: `Archive it at ${service}, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
        quote: true,
      },
      not_found: {
        what: `This document is gone already: it was deleted at ${service}.`,
        next: 'There is nothing left to archive.',
      },
    })),
  );
}
