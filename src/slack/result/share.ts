import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Blocker, Joining } from '../../asks/admission.ts';
import { channelId } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { lenient } from '../../lenient.ts';
import { clickValue, locationOf } from '../bolt/answers/click.ts';
import { openView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { Role } from '../bolt/permissions/roles.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { SHARE_FORM } from '../bolt/routes/action-ids.ts';
import { answerAccepted } from '../kit/accepted/where-result-appears.ts';
import { context, linked, section } from '../kit/blocks/parts.ts';
import { isChannel, plain, serviceText } from '../kit/blocks/text.ts';
import { blockerText } from '../kit/copy/blocker-copy.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { displayIn, modalForm } from '../kit/form/modal.ts';

/** The form behind "Share to channel…". The button is on results that only the asker sees. */

const TITLE = 'Share to a channel';
const CHANNEL_FIELD = 'share_channel';

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
        'Everyone in the channel will see it. If I’m not in a public channel yet, I join it. This costs nothing.',
      ),
    ],
  });
}

/** Timeout of each check, in milliseconds, because Slack waits only 3 s for the response to a submitted form. */
const CHECK_WITHIN_MS = 1500;

/**
 * Returns why a result may not be posted in a channel, as plain text; undefined if the person may post there and the source of the document
 * may be shown there.
 */
export async function shareProblem(
  { ask, work }: Generation,
  channel: string,
  joining: Joining,
  acting: Acting,
  slack: SlackContext,
): Promise<string | undefined> {
  // A change of a document does not store the document's source, so Deckhand cannot check who may see the source.
  if (work === 'edit') return 'Share the document itself, not a change of it.';
  if (!ask) return 'This is too old: I no longer know which conversation it was made from.';
  const wanted = { ...ask, destination: { channel } };
  const options = { withinMs: CHECK_WITHIN_MS, joining, membersOnly: true };
  const { blockers, unanswered } = await slack.admit(wanted, options);
  const isAboutPlaces = ({ part }: { part: string }) => part === 'source' || part === 'destination';
  const blocker = blockers.find(isAboutPlaces);
  const role = blocker?.blocker === 'not_a_member' ? await slack.roleOf(acting) : undefined;
  const closed = { destination: (found: { blocker: ClosedTo }) => closedText(found.blocker, role) };
  if (blocker) return blockerText(blocker, wanted, slack, closed);
  return unanswered.some(isAboutPlaces) ? UNKNOWN : undefined;
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
    object: `${generation.id} to ${channel}`,
    via: 'share form',
  });
  return answerAccepted(submission, shared, { from: undefined, title: TITLE }, slack);
}

type ClosedTo = Extract<Blocker, { part: 'destination' }>['blocker'];

/** Returns who cannot post in the channel, the person or Deckhand, and what to do. */
function closedText(blocker: ClosedTo, role: Role | undefined): string {
  if (blocker === 'channel_archived') return 'This channel is archived, so nothing can be posted there.';
  if (blocker !== 'not_a_member')
    return 'I’m not in this channel. Type /invite @Deckhand there, then share again.';
  const next = role === 'guest' ? 'Ask to be added to it' : 'Join it';
  return `You’re not in this channel. ${next}, then share again.`;
}

const UNKNOWN = 'Slack didn’t say in time who is in this channel. Share again in a moment.';
