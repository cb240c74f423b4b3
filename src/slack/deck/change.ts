import type { RetryResult } from '../../digests/manual-run.ts';
import type { Generation } from '../../generations/generation.ts';
import { placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { asker, askerOrAdmin, type Permission } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { askForm } from '../kit/ask-fields/ask-form.ts';
import { openDeckForm } from './open.ts';

/** A prompt is shown to nobody but who wrote it; a digest has no form to fill, and may be asked for again. */
export function mayChange(generation: Generation): Permission {
  return isDigest(generation)
    ? askerOrAdmin('Only whoever set this digest up, or a Slack admin, can do that.')
    : asker('Only the person who asked for this can change it. `/deck` starts one of your own.');
}

/**
 * Below a card that failed. "Change and try again" opens the form, filled with what was asked. "Try again", below a
 * digest, asks for the same once more.
 */
export async function changeAndTryAgain(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const { team, id } = generation;
  if (isDigest(generation)) return reply(click, words[await slack.digests.tryAgain(team, id)]);
  const ask = await slack.generations.askOf(team, id);
  if (!ask) return reply(click, 'The text of this one has been deleted. `/deck` starts anew.');
  const { actor, client, body } = click;
  const form = askForm.from(ask);
  await openDeckForm({ client, actor, triggerId: body.trigger_id, form, from: placeOf(click) }, slack);
}

function isDigest({ ask }: Generation): boolean {
  return ask?.source.kind === 'channel';
}

const words: Record<RetryResult, string> = {
  started: 'Deckhand is trying again. A new message says how it goes.',
  already: 'This has been tried again already; the newer message says how it went.',
  'covered since': 'A later digest covers that time as well, so this one is not made any more.',
  'nothing to try': 'There is nothing left to try here. `/deck digests` can run the digest now.',
};
