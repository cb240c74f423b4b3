import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { channelId } from '../../asks/schema.ts';
import { auditedDocument } from '../../generations/audit-line.ts';
import type { Generation } from '../../generations/generation.ts';
import { lenient } from '../../lenient.ts';
import { clickValue, locationOf } from '../bolt/answers/click.ts';
import { openView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { SHARE_FORM } from '../bolt/routes/action-ids.ts';
import { answerAccepted } from '../kit/accepted/where-result-appears.ts';
import { context, linked, section } from '../kit/blocks/parts.ts';
import { isChannel, plain, serviceText } from '../kit/blocks/text.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';
import { shareProblem } from '../kit/share-check.ts';

/** The form behind "Share to channel…". The button is on results that only the asker sees. */

const TITLE = 'Share to a channel';
const CHANNEL_FIELD = 'share_channel';
const ONLY_THERE = 'What was made from a private conversation can only be shared there.';

/** Metadata of the form. The id can be forged, so the generation is looked up only among those that the person may see. */
const metadataSchema = z.object({ id: lenient(z.string()), from: lenient(z.object({ channel: channelId })) });

export const sharedId = (view: Submission['view']): string | undefined => displayIn(view, metadataSchema).id;

/** Handles "Share to channel…". The button's value is the generation's id, and after a space the channel that a sentence named. */
export async function openShareForm(click: Click, generation: Generation): Promise<void> {
  const [, named = ''] = (clickValue(click) ?? '').split(' ');
  await openView(click, shareForm(generation, locationOf(click), named));
}

/**
 * Builds the form. Preselects the named channel, or the channel that is the document's source.
 * @param from the conversation of the clicked button
 */
export function shareForm(
  generation: Generation,
  from: { channel: string } | undefined,
  named = '',
): ModalView {
  const { id, docUrl, ask } = generation;
  const source = ask && 'channel' in ask.source ? ask.source.channel : '';
  // Whether the conversation is private is known only to Slack, and checked when the form is submitted.
  const isFromConversation = source !== '';
  const about = [named, source].find(isChannel);
  const select: KnownBlock = {
    type: 'input',
    block_id: CHANNEL_FIELD,
    label: plain('Channel', 75),
    element: {
      type: 'conversations_select',
      action_id: CHANNEL_FIELD,
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      ...(about && { initial_conversation: about }),
    },
  };
  return modalForm({
    callbackId: SHARE_FORM,
    title: TITLE,
    submit: 'Share',
    display: { id, from },
    blocks: [
      section(`*${linked(titleOf(generation), docUrl)}*`),
      select,
      ...context(
        'Everyone in the channel will see it, and I can’t take it back. If I’m not in a public channel yet, I join it. This costs nothing.',
        isFromConversation ? ONLY_THERE : undefined,
      ),
    ],
  });
}

/** Posts the result in the channel, unless `shareProblem` says why not. */
export async function submitShare(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const { view, actor } = submission;
  const refuse = (text: string): FormAnswer => ({ errors: { [CHANNEL_FIELD]: text } });
  const chosen = view.state.values[CHANNEL_FIELD]?.[CHANNEL_FIELD]?.selected_conversation;
  const { data: channel } = channelId.safeParse(chosen);
  if (!channel || !isChannel(channel)) return refuse('Choose a channel.');
  const problem = await shareProblem(generation, channel, 'now', submission, slack);
  if (problem) return refuse(problem);
  const shared = await slack.generations.share(actor.team, generation.id, channel);
  if (!shared) return refuse(`The document is archived, or gone at ${serviceText(slack.serviceName)}.`);
  slack.log.info({ team: actor.team, generation: shared.id }, 'A document is shared');
  await slack.audit.record({
    ...actor,
    what: 'shared',
    object: `${auditedDocument(generation, channel)} posted`,
    via: 'share form',
  });
  return answerAccepted(submission, shared, { from: undefined, title: TITLE }, slack);
}
