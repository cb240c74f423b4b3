import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';
import { causeText, referenceText } from '../kit/copy/failure-copy.ts';
import { askedBy, detailsOf, titleOf } from '../kit/copy/generation-phrases.ts';
import { workCopy } from '../kit/copy/work-copy.ts';
import { stopButton } from './stopped-card.ts';

/** Cards of generations that wait for a decision, for "Check again", or for a renewed connection. */

/**
 * Builds the card of a generation for which it is unknown whether the service makes the document, because the create request got no
 * response or an unclear error. A person decides what to do, because trying again may spend credits twice.
 */
export function unsureMessage(generation: Generation, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
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

/** Quotes the service's error message, if there is one. */
function said({ failure }: Generation, service: string) {
  const cause = failure && causeText(failure, service);
  return cause ? [section(cause)] : [];
}

const reference = ({ failure }: Generation) => failure?.reference && referenceText(failure.reference);

export function decisionButtons({ id }: Generation): Button[] {
  return [
    button('Try again (may spend credits again)', actions.tryAgain, id),
    button('Leave it', actions.leaveIt, id),
  ];
}

/** Builds the card of a generation that is late. Deckhand no longer checks it at the service, until a person clicks "Check again". */
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

/** Says what has to be renewed. @param service the service's name, already escaped */
function waitsFor({ failure }: Generation, service: string): string {
  if (failure?.reason === 'key_refused')
    return `The key that Deckhand has for ${service} has to be renewed by whoever runs Deckhand.`;
  if (failure?.reason === 'elsewhere')
    return `It is in the making in another workspace at ${service}, which has to be connected again.`;
  return `The connection to ${service} has to be renewed.`;
}

/** Builds the card of a generation that waits until the connection is renewed. */
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
