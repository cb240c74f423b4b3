import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { FOCUS_LIMIT } from '../../digests/digest.ts';
import type { Generation } from '../../generations/generation.ts';
import type { Rating } from '../../generations/ratings.ts';
import { clickValue, locationOf, reply } from '../bolt/answers/click.ts';
import { openView, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, isOwnerOrAdmin, mayChange } from '../bolt/permissions/permissions.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { DIGEST_FEEDBACK_FORM } from '../bolt/routes/action-ids.ts';
import { recordDigest } from '../kit/audited-digest.ts';
import { buttons, section } from '../kit/blocks/parts.ts';
import { channelMention, mention, plain } from '../kit/blocks/text.ts';
import { changeButton } from '../kit/change/document-change.ts';
import { type Choices, menu } from '../kit/form/menus.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';

/**
 * Handles the thumbs up and down below a result: stores the rating. After a thumbs down, also offers to change the document or the digest.
 */
export async function giveFeedback(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const rating: Rating = clickValue(click)?.endsWith(' poor') ? 'poor' : 'good';
  const { team, id, ask } = generation;
  await slack.ratings.rate({ team, id, isDigest: Boolean(ask?.digest) }, click.actor.person, rating);
  if (rating === 'good') return reply(click, 'Thanks, that is noted.');
  return ask?.digest ? offerDigestForm(click, ask.digest.id, slack) : offerChange(click, generation, slack);
}

/** Replies with the button "Change it…", if the person may change the document. */
async function offerChange(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const isClosed = await denialOn(generation, mayChange, click, slack);
  const change = isClosed ? undefined : changeButton(generation);
  const what = change
    ? 'Thanks, that is noted. `Change it…` has it changed as you say; that spends credits.'
    : 'Thanks, that is noted. `/deck` has another one made in other words.';
  if (!click.respond || !change) return reply(click, what);
  const { threadTs } = locationOf(click) ?? {};
  await click.respond({
    response_type: 'ephemeral',
    replace_original: false,
    text: what,
    blocks: [section(what), ...buttons(change)],
    ...(threadTs && { thread_ts: threadTs }),
  });
}

/** Opens the feedback form for the digest's owner and for admins. Tells everybody else whom to ask. */
async function offerDigestForm(click: Click, digestId: string, slack: SlackContext): Promise<void> {
  const digest = await slack.digests.find(click.actor.team, digestId);
  if (!digest) return reply(click, 'Thanks, that is noted. This digest was deleted since.');
  if (!(await isOwnerOrAdmin(click, digest.owner, slack.log))) {
    return reply(
      click,
      `Thanks, that is noted. ${mention(digest.owner)} has set this digest up, and can have the next ones made otherwise.`,
    );
  }
  await openView(click, digestFeedbackForm(digest.id));
}

/** The form after a thumbs-down below a digest. Its entries become lines of `focus.words`, which says what the digest looks for. */

const TITLE = 'Change the next ones';
const LENGTH_FIELD = 'feedback_length';
const TOPICS_FIELD = 'feedback_topics';

type Length = 'same' | 'shorter' | 'longer';
const lengths: Choices<Length> = [
  ['same', 'As long as this one'],
  ['shorter', 'Shorter'],
  ['longer', 'Longer'],
];

/** Line that is added to `focus.words` for each length. It replaces the line of a length that was chosen earlier. */
const wishes: Record<Exclude<Length, 'same'>, string> = {
  shorter: 'Keep it short: only what matters most.',
  longer: 'Go into more detail.',
};
/** Maximum length of the field "Other topics", in characters. */
const TOPICS_LENGTH = 500;

const metadataSchema = z.object({ digest: z.string().catch('') });

export function digestFeedbackForm(digest: string): ModalView {
  return modalForm({
    callbackId: DIGEST_FEEDBACK_FORM,
    title: TITLE,
    submit: 'Save',
    display: { digest },
    blocks: [
      section('Thanks, that is noted. What should the next ones be like?'),
      ...menu(lengths).blocks(LENGTH_FIELD, { label: 'Length', required: true }, 'same'),
      {
        type: 'input',
        block_id: TOPICS_FIELD,
        optional: true,
        label: plain('Other topics', 75),
        element: {
          type: 'plain_text_input',
          action_id: TOPICS_FIELD,
          max_length: TOPICS_LENGTH,
          placeholder: plain('What customers asked for, and no lunch plans', 150),
        },
      },
    ],
  });
}

/** Adds the form's entries to the digest's focus. Checks the team and the permission again, because the form can be forged. */
export async function submitDigestFeedback(submission: Submission, slack: SlackContext): Promise<FormAnswer> {
  const { actor, view } = submission;
  const { digest: id } = displayIn(view, metadataSchema);
  const digest = await slack.digests.find(actor.team, id);
  if (!digest || !(await isOwnerOrAdmin(submission, digest.owner, slack.log))) {
    return { view: plainView(TITLE, 'This digest was deleted, or it is not yours to change.') };
  }
  const { values } = view.state;
  const chosen = values[LENGTH_FIELD]?.[LENGTH_FIELD]?.selected_option?.value;
  const length = lengths.find(([word]) => word === chosen)?.[0] ?? 'same';
  const words = focusWith(digest.focus.words, length, values[TOPICS_FIELD]?.[TOPICS_FIELD]?.value ?? '');
  if (words.length > FOCUS_LIMIT) {
    return {
      errors: { [TOPICS_FIELD]: 'That is more than fits. /deck digests shows all that it looks for.' },
    };
  }
  // Save only `focus`, because another person may be changing other settings of this digest at the same time.
  const focus = { ...digest.focus, words };
  const isSaved = await slack.digests.refocus(actor.team, id, focus);
  const line = { what: 'digest changed', via: 'feedback', before: digest } as const;
  if (isSaved) await recordDigest(submission, { ...digest, focus }, line, slack);
  const where = channelMention(digest.channel);
  return {
    view: plainView(
      TITLE,
      `Saved: the next digests of ${where} are made so. \`/deck digests\` changes it again.`,
    ),
  };
}

/** Returns the digest's new `focus.words`. @param before the current `focus.words` */
export function focusWith(before: string, length: Length, topics: string): string {
  const kept = before
    .split('\n')
    .filter((line) => length === 'same' || !Object.values(wishes).includes(line.trim()))
    .join('\n')
    .trim();
  return [kept, length === 'same' ? '' : wishes[length], topics.trim()].filter(Boolean).join('\n');
}
