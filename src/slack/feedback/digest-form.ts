import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { FOCUS_LIMIT } from '../../digests/digest.ts';
import { DIGEST_FEEDBACK_FORM } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import { isOwnerOrAdmin } from '../bolt/permissions.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { type Choices, menu } from '../kit/form/menus.ts';
import { displayIn } from '../kit/form/metadata.ts';
import { section } from '../kit/parts.ts';
import { channelMention, plain } from '../kit/text.ts';

/** "Not what I wanted", under a digest: what the next ones are to be like goes into its own settings. */

const TITLE = 'Change the next ones';
const LENGTH_FIELD = 'feedback_length';
const TOPICS_FIELD = 'feedback_topics';

type Length = 'same' | 'shorter' | 'longer';
const lengths: Choices<Length> = [
  ['same', 'As long as this one'],
  ['shorter', 'Shorter'],
  ['longer', 'Longer'],
];

/** Put into what the digest looks for, in place of one another. */
const wishes: Record<Exclude<Length, 'same'>, string> = {
  shorter: 'Keep it short: only what matters most.',
  longer: 'Go into more detail.',
};
const TOPICS_LENGTH = 500;

const metadataSchema = z.object({ digest: z.string().catch('') });

export function digestFeedbackForm(digest: string): ModalView {
  return {
    type: 'modal',
    callback_id: DIGEST_FEEDBACK_FORM,
    title: plain(TITLE, 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    private_metadata: JSON.stringify({ digest }),
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
  };
}

/** The id in the form proves nothing: the digest is looked up, and the person has to be allowed to change it. */
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
  const words = wanted(digest.focus.words, length, values[TOPICS_FIELD]?.[TOPICS_FIELD]?.value ?? '');
  if (words.length > FOCUS_LIMIT) {
    return {
      errors: { [TOPICS_FIELD]: 'That is more than fits. /deck digests shows all that it looks for.' },
    };
  }
  // The rest of the settings stays out of it: somebody may be changing where the digest goes.
  await slack.digests.refocus(actor.team, id, { ...digest.focus, words });
  const where = channelMention(digest.channel);
  return {
    view: plainView(
      TITLE,
      `Saved: the next digests of ${where} are made so. \`/deck digests\` changes it again.`,
    ),
  };
}

/** What the digest looks for from now on. */
export function wanted(before: string, length: Length, topics: string): string {
  const kept = before
    .split('\n')
    .filter((line) => length === 'same' || !Object.values(wishes).includes(line.trim()))
    .join('\n')
    .trim();
  return [kept, length === 'same' ? '' : wishes[length], topics.trim()].filter(Boolean).join('\n');
}
