import type { PersonMessage, RenderedPost } from '../../generations/delivery/queued-posts.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { channelMention, mention } from '../kit/blocks/text.ts';
import { askButton, CARDS_STAY, DOCUMENTS_STAY } from '../kit/copy/closed.ts';
import { proposalMessage } from './cards.ts';
import { sentenceOf } from './from-slackbot.ts';
import { cardOf } from './sentence.ts';
import { isApproved } from './workflow-step.ts';

/** Renders the direct messages that workflow steps, Slackbot's tools, erasures and admins' clicks on digests queue. generations/delivery/queued-posts.ts posts them. */

/** Returns a message to a person; null if it no longer holds, for example because its proposal was used or discarded, or has expired. */
export async function renderMessage(
  acting: Acting,
  given: PersonMessage,
  slack: SlackContext,
): Promise<RenderedPost<Message> | null> {
  if (given.kind === 'step_blocked') return { message: blockedMessage(given.text) };
  if (given.kind === 'person_erased') return { message: erasedMessage(given, acting.actor.person) };
  if (given.kind === 'digest_managed') return { message: digestManagedMessage(given) };
  if (given.kind === 'rules_changed') return { message: rulesChangedMessage(given) };
  if (given.kind === 'guests_shut_out') {
    const { team, person } = acting.actor;
    const [{ guests }, digests] = await Promise.all([
      slack.settings.of(team),
      slack.digests.ownedBy(team, person),
    ]);
    // An admin may have let guests in again before the message was posted.
    return guests === 'yes' ? null : { message: shutOutMessage(given.by, digests.length > 0) };
  }
  if (given.kind === 'step_approved') return { message: approvedMessage(given.inputs) };
  const { proposal, inputs: stepInputs } = given;
  const ask = await slack.proposals.find(acting.actor, proposal);
  if (!ask) return null;
  if (stepInputs !== undefined) {
    const credits = await slack.generations.expectedCredits(ask);
    const isMore = await isApproved(acting, stepInputs, slack);
    return { message: proposalMessage(ask, proposal, { stepInputs, isMore, credits }) };
  }
  return {
    message: await cardOf(ask, proposal, { notes: [] }, sentenceOf(acting, ''), slack),
    onPosted: ({ channel, ts }) => slack.openCards.add(acting.actor, { channel }, { proposal, ts }),
  };
}

/** Returns the message about an erasure: to the erased person, or to an admin about an erased admin, who is a pseudonym in the audit trail. */
function erasedMessage(
  { erased, by, pseudonym }: Extract<PersonMessage, { kind: 'person_erased' }>,
  reader: string,
): Message {
  if (reader === erased)
    return plainMessage(
      `${mention(by)} erased what Deckhand keeps about you. Your asks are stopped, and your digests, defaults, cards and texts deleted. Documents stay, without your name, and messages in Slack keep it.`,
    );
  const whom = erased === by ? 'them' : mention(erased);
  const who = erased === by ? 'they are' : `${mention(erased)} is`;
  return plainMessage(
    `${mention(by)} erased what Deckhand keeps about ${whom}. In the audit trail, ${who} now \`${pseudonym}\`.`,
  );
}

const whatNow: Record<Extract<PersonMessage, { kind: 'digest_managed' }>['done'], string> = {
  paused: '`/deck digests` resumes it.',
  resumed: 'It is running again.',
  changed: '`/deck digests` shows how it is now.',
  deleted: 'It will not run again. What it has made so far stays.',
};

/** Returns the message to the owner of a digest about what an admin has done to it. */
function digestManagedMessage({
  done,
  by,
  channel,
}: Extract<PersonMessage, { kind: 'digest_managed' }>): Message {
  return plainMessage(`${mention(by)} ${done} your digest of ${channelMention(channel)}. ${whatNow[done]}`);
}

/** Returns the message to an admin about rules that another admin has changed. */
function rulesChangedMessage({ by, changes }: Extract<PersonMessage, { kind: 'rules_changed' }>): Message {
  const text = `${mention(by)} has changed what holds for this whole workspace. Now:`;
  const rows = changes.map((change) => `• ${change}`).join('\n');
  return {
    text: `${text}\n${rows}`,
    blocks: [
      section(`${text}\n${rows}`),
      ...buttons(button('Workspace rules…', actions.teamRules, 'message')),
    ],
  };
}

/** Returns the message to a guest whom an admin (`by`) has shut out, as all guests. */
function shutOutMessage(by: string, hasDigests: boolean): Message {
  const text = [
    `${mention(by)} has shut guests out of Deckhand, so you can’t make anything for now.`,
    DOCUMENTS_STAY,
    hasDigests && 'Your digests pause at their next run.',
    CARDS_STAY,
  ];
  const said = text.filter(Boolean).join(' ');
  return { text: said, blocks: [section(said), ...buttons(askButton)] };
}

/** Returns the message that confirms an approval of all runs with these inputs. @param inputs hash of the inputs */
function approvedMessage(inputs: string): Message {
  const text = 'From now on I make this without asking, at most once a day, for 90 days.';
  return { text, blocks: [section(text), ...buttons(button('Ask me again', actions.endApproval, inputs))] };
}

/** Returns the message to a person for whom a step made no document. @param why one or two sentences */
function blockedMessage(why: string): Message {
  return plainMessage(`A workflow asked me to make a document for you, and I made nothing. ${why}`);
}
