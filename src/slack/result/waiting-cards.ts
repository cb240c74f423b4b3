import type { Button } from '@slack/types';
import type { Progress } from '../../generations/delivery/delivery.ts';
import { type FoundDocument, type Generation, offeredDocument } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import {
  channelMention,
  escaped,
  isChannel,
  mention,
  moment,
  oneLine,
  serviceText,
} from '../kit/blocks/text.ts';
import { causeText, referenceText } from '../kit/copy/failure-copy.ts';
import { askedBy, detailsOf, titleOf } from '../kit/copy/generation-phrases.ts';
import { workCopy } from '../kit/copy/work-copy.ts';
import { stopButton } from './stopped-card.ts';

/** Messages of generations that wait: for a person's decision, for "Check again", or until the connection is renewed. */

/** Builds the question after the service did not answer a create call. A person decides, because a retry may spend credits twice. */
export function unsureMessage(generation: Generation, deployment: Deployment, progress?: Progress): Message {
  const service = serviceText(deployment.serviceName);
  if (progress?.isLooking) return lookingMessage(generation, deployment);
  if (offeredDocument(generation)) return askedAlone(generation, service);
  const { failure } = generation;
  const wasAnswered = failure?.message || failure?.reference;
  const { what, next } = workCopy(generation).unsure(service, wasAnswered ? 'no clear answer' : 'no answer');
  return {
    text: `“${titleOf(generation)}” needs a decision. ${what}`,
    blocks: [
      section(`:warning: *“${titleOf(generation)}” needs a decision.* ${what}`),
      ...said(generation, service),
      section(next),
      ...buttons(...decisionButtons(generation)),
      ...context(detailsOf(generation), reference(generation), askedBy(generation)),
    ],
  };
}

/** Builds the message that is shown while Deckhand searches for the document at the service. */
function lookingMessage(generation: Generation, deployment: Deployment): Message {
  const text = `${capitalized(serviceText(deployment.serviceName))} didn’t answer. I’m checking whether “${titleOf(generation)}” was made there.`;
  return {
    text,
    blocks: [
      section(text),
      ...buttons(stopButton(generation, deployment)),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

/** Builds the message in the conversation while the asker decides. Omits the title of the found document, which may be another person's. */
function askedAlone(generation: Generation, service: string): Message {
  const text = `“${titleOf(generation)}”: ${service} didn’t answer. I’ve asked ${mention(generation.person)} in a direct message how to go on.`;
  return {
    text,
    blocks: [
      section(text),
      ...buttons(...decisionButtons(generation)),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

/** Builds the direct message that asks the asker whether a found document is the one that this generation made. */
export function foundMessage(generation: Generation, found: FoundDocument, deployment: Deployment): Message {
  const { id, channel } = generation;
  const service = capitalized(serviceText(deployment.serviceName));
  const question = `Found it: post it ${isChannel(channel) ? `in ${channelMention(channel)}` : 'here'}?`;
  const title = escaped(oneLine(found.title), TITLE) || 'Untitled';
  const what = `${service} didn’t answer when I sent “${titleOf(generation)}”, but this was made there just after: “${title}”, ${moment(new Date(found.createdTime))}.`;
  return {
    text: `${question} ${what}`,
    blocks: [
      section(`*${question}* ${what}`),
      ...buttons(
        button('Post it', actions.postFound, id, 'primary'),
        button('Not this one', actions.declineFound, id),
      ),
      ...context('Only you see this. Posting it spends nothing.'),
    ],
  };
}

/** Maximum length of the found document's title, in characters. */
const TITLE = 150;

/** Quotes the service's error message, if there is one. */
function said({ failure }: Generation, service: string) {
  const cause = failure && causeText(failure, service);
  return cause ? [section(cause)] : [];
}

const reference = ({ failure }: Generation) => failure?.reference && referenceText(failure.reference);

/** Returns the buttons of an `unsure` generation. If a matching document was found, omits "Try again", which may spend credits twice. */
export function decisionButtons(generation: Generation): Button[] {
  const leave = button('Leave it', actions.leaveIt, generation.id);
  if (offeredDocument(generation)) return [leave];
  return [button('Try again (may spend credits again)', actions.tryAgain, generation.id), leave];
}

/** Builds the message of a late generation. Deckhand does not ask the service again until a person clicks "Check again". */
export function lateMessage(generation: Generation, deployment: Deployment): Message {
  const what = `${capitalized(serviceText(deployment.serviceName))} is taking much longer than usual, so Deckhand no longer looks by itself. Nothing is lost.`;
  return {
    text: `“${titleOf(generation)}” ${workCopy(generation).isNotDoneYet}. ${what}`,
    blocks: [
      section(`*“${titleOf(generation)}” ${workCopy(generation).isNotDoneYet}.* ${what}`),
      ...buttons(
        button('Check again', actions.checkAgain, generation.id, 'primary'),
        stopButton(generation, deployment),
      ),
      ...context(detailsOf(generation), reference(generation), askedBy(generation)),
    ],
  };
}

/** Says what has to be renewed, such as the API key. @param service the service's name, already escaped */
function waitsFor({ failure }: Generation, service: string): string {
  if (failure?.reason === 'key_refused')
    return `The key that Deckhand has for ${service} has to be renewed by whoever runs Deckhand.`;
  if (failure?.reason === 'elsewhere')
    return `It is in the making in another workspace at ${service}, which has to be connected again.`;
  return `The connection to ${service} has to be renewed.`;
}

/** Builds the message of a generation that waits until the team's connection to the service is renewed. */
export function disconnectedMessage(generation: Generation, deployment: Deployment): Message {
  const service = serviceText(deployment.serviceName);
  const what = `${waitsFor(generation, service)} Once it is, this goes on by itself.`;
  return {
    text: `“${titleOf(generation)}” is waiting. ${what}`,
    blocks: [
      section(`:warning: *“${titleOf(generation)}” is waiting.* ${what}`),
      ...said(generation, service),
      section(
        'Nothing has to be asked for again. `Reconnect` is for who may connect; it tells everybody else whom to ask.',
      ),
      ...buttons(
        button('Reconnect', actions.connect, 'waiting', 'primary'),
        stopButton(generation, deployment),
      ),
      ...context(detailsOf(generation), reference(generation), askedBy(generation)),
    ],
  };
}
