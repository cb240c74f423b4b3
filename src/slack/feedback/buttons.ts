import type { Generation } from '../../generations/generation.ts';
import type { Rating } from '../../generations/ratings.ts';
import { clickValue, placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openView } from '../bolt/open-then-fill.ts';
import { isOwnerOrAdmin } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { changeButton } from '../kit/again-buttons.ts';
import { buttons, section } from '../kit/parts.ts';
import { mention } from '../kit/text.ts';
import { digestFeedbackForm } from './digest-form.ts';

/** The thumbs under a result: both are noted, and a thumb down leads to where it can be mended. */
export async function giveFeedback(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const rating: Rating = clickValue(click)?.endsWith(' poor') ? 'poor' : 'good';
  const { team, id, ask } = generation;
  await slack.ratings.rate({ team, id, isDigest: Boolean(ask?.digest) }, click.actor.person, rating);
  if (rating === 'good') return reply(click, 'Thanks, that is noted.');
  return ask?.digest ? offerDigest(click, ask.digest.id, slack) : offerChange(click, generation);
}

/** The generation that a thumb names. */
export function ratedId(click: Click): string {
  return clickValue(click)?.split(' ')[0] ?? '';
}

async function offerChange(click: Click, generation: Generation): Promise<void> {
  const change = changeButton(generation);
  const what = change
    ? 'Thanks, that is noted. `Change it…` has it changed as you say; that spends credits.'
    : 'Thanks, that is noted. `/deck` has another one made in other words.';
  if (!click.respond || !change) return reply(click, what);
  const { threadTs } = placeOf(click) ?? {};
  await click.respond({
    response_type: 'ephemeral',
    replace_original: false,
    text: what,
    blocks: [section(what), ...buttons(change)],
    ...(threadTs && { thread_ts: threadTs }),
  });
}

/** What the next digests are to be like is for whoever set it up; the others learn whom to ask. */
async function offerDigest(click: Click, digestId: string, slack: SlackContext): Promise<void> {
  const digest = await slack.digests.find(click.actor.team, digestId);
  if (!digest) return reply(click, 'Thanks, that is noted. This digest was deleted since.');
  if (!(await isOwnerOrAdmin(click, digest.owner, slack.log))) {
    return reply(
      click,
      `Thanks, that is noted. ${mention(digest.owner)} has set this digest up, and can have the next ones made otherwise.`,
    );
  }
  await openView(click.client, { id: click.body.trigger_id }, digestFeedbackForm(digest.id));
}
