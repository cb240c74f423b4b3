import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { askedBy, detailsOf, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { atStart, serviceText } from '../kit/text.ts';
import { workCopy } from '../kit/work-copy.ts';
import { stopButton } from './stop.ts';

/** Cards of generations that wait for a decision, for more time or for a renewed connection. */

/** The create call was sent and no answer came. Only a person may risk spending twice. */
export function unsureMessage(generation: Generation, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const { what, next } = workCopy(generation).unsure(service);
  return {
    text: `“${titleOf(generation)}” needs a decision. ${what}`,
    blocks: [
      section(`:warning: *“${titleOf(generation)}” needs a decision.* ${what}`),
      section(next),
      ...buttons(...decisionButtons(generation)),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

export function decisionButtons({ id }: Generation): Button[] {
  return [
    button('Try again (may spend credits again)', actions.tryAgain, id),
    button('Leave it', actions.leaveIt, id),
  ];
}

/** Not finished within the time that generations are followed. */
export function lateMessage(generation: Generation, deployment: Deployment): Message {
  const what = `${atStart(serviceText(deployment.serviceName))} is taking much longer than usual, so Deckhand no longer looks by itself. Nothing is lost.`;
  return {
    text: `“${titleOf(generation)}” ${workCopy(generation).isNotDoneYet}. ${what}`,
    blocks: [
      section(`*“${titleOf(generation)}” ${workCopy(generation).isNotDoneYet}.* ${what}`),
      ...buttons(
        button('Check again', actions.checkAgain, generation.id, 'primary'),
        stopButton(generation, deployment),
      ),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

/** @param service the service's name, already escaped */
function waitsFor({ failure }: Generation, service: string): string {
  if (failure?.reason === 'key_refused')
    return `The key that Deckhand has for ${service} has to be renewed by whoever runs Deckhand.`;
  if (failure?.reason === 'elsewhere')
    return `It is in the making in another workspace at ${service}, which has to be connected again.`;
  return `The connection to ${service} has to be renewed.`;
}

export function disconnectedMessage(generation: Generation, deployment: Deployment): Message {
  const service = serviceText(deployment.serviceName);
  const what = `${waitsFor(generation, service)} Once it is, this goes on by itself.`;
  return {
    text: `“${titleOf(generation)}” is waiting. ${what}`,
    blocks: [
      section(`:warning: *“${titleOf(generation)}” is waiting.* ${what}`),
      section(
        'Nothing has to be asked for again. `Reconnect` is for who may connect; it tells everybody else whom to ask.',
      ),
      ...buttons(
        button('Reconnect', actions.connect, 'waiting', 'primary'),
        stopButton(generation, deployment),
      ),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}
