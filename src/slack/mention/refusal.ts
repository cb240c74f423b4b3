import type { AdmissionLimits } from '../../asks/admission.ts';
import type { Ask } from '../../asks/schema.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions.ts';
import { catalogueError, threadProblem, workError } from '../kit/blocker-copy.ts';
import { isMemberOf } from '../kit/conversation.ts';
import { notConnectedMessage } from '../kit/not-connected.ts';
import { type Message, plainMessage } from '../kit/parts.ts';
import { channelMention, isChannel, serviceText } from '../kit/text.ts';

export interface Refusal {
  message: Message;
  /** It is out of date once the team is connected. */
  isUnconnected?: true;
}

/** Why something cannot be made, and what to do; undefined where nothing is known to stand in the way. */
export async function refusalOf(
  ask: Ask,
  acting: Acting,
  slack: SlackContext,
  joining: AdmissionLimits['joining'],
  shown: { words?: string; isLasting?: boolean } = {},
): Promise<Refusal | undefined> {
  if (!(await mayPostThere(ask, acting, slack))) {
    const channel = channelMention(ask.destination.channel);
    return { message: plainMessage(`You are not in ${channel}, so Deckhand posts nothing there for you.`) };
  }
  const admission = await slack.admit(ask, { joining });
  // A theme that is gone is a default here. The service refuses it, and that card has a button to choose another.
  const [first] = admission.blockers.filter(({ part }) => part !== 'theme');
  const unanswered = admission.unanswered.filter(({ part }) => part !== 'theme' && part !== 'folder');
  if (first?.part === 'connection') {
    return { message: await notConnectedMessage(first.blocker, acting, slack, shown), isUnconnected: true };
  }
  if (first?.part === 'source' || first?.part === 'destination') {
    const { source, destination } = ask;
    const place = first.part === 'source' && 'channel' in source ? source : destination;
    const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
    return { message: plainMessage(threadProblem(first.blocker, place, deployment)) };
  }
  if (first?.part === 'template' || first?.part === 'folder')
    return { message: plainMessage(catalogueError[first.blocker]) };
  if (first?.part === 'work') return { message: plainMessage(workError[first.blocker]) };
  if (unanswered[0]) throw unanswered[0].error;
  return undefined;
}

/**
 * Only who is in a channel has something posted there. Without a thread it is one that the sentence names; a thread is where
 * they wrote it.
 */
async function mayPostThere({ destination }: Ask, { actor, client }: Acting, { log }: SlackContext) {
  const { channel, threadTs } = destination;
  if (threadTs || !isChannel(channel)) return true;
  return isMemberOf(client, channel, actor.person).catch((err) => {
    log.warn({ team: actor.team, err }, 'Slack did not say who is in a channel');
    return false;
  });
}
