import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { ownChangeButton } from '../kit/again-buttons.ts';
import { askedBy, detailsOf, titleOf } from '../kit/generation-phrases.ts';
import {
  button,
  buttons,
  confirmation,
  context,
  type Deployment,
  type Message,
  section,
} from '../kit/parts.ts';
import { oneLine, serviceText } from '../kit/text.ts';

/** Stop, and taking up again what was stopped. The service cannot cancel, and people expect Stop to do so: both say it. */

const TITLE = 75;

/** Asks first: what was sent goes on at the service, and costs what it costs. */
export function stopButton(generation: Generation, { serviceName }: Deployment): Button {
  const title = clip(oneLine(generation.title || generation.label) || 'this document', TITLE);
  const service = clip(oneLine(serviceName), TITLE);
  const text = generation.generationId
    ? `${service} cannot be told to stop: the document may still be finished in your workspace there, and be charged. You can have it followed again later.`
    : `What was not sent to ${service} by then is not made, and costs nothing. What was sent may still be finished in your workspace there, and be charged.`;
  return {
    ...button('Stop', actions.stop, generation.id),
    confirm: confirmation(`Stop “${title}”?`, text, 'Stop', 'Keep going'),
  };
}

/** Nothing where the service has given no id to follow it by. */
export function followAgainButton({ id, generationId }: Generation): Button | undefined {
  return generationId ? button('Follow again', actions.followAgain, id) : undefined;
}

export function stoppedMessage(generation: Generation, deployment: Deployment): Message {
  const service = serviceText(deployment.serviceName);
  const title = titleOf(generation);
  const what = whatStays(generation, service);
  return {
    text: `“${title}” was stopped. ${what}`,
    blocks: [
      section(`*“${title}” was stopped.* ${what}`),
      ...buttons(followAgainButton(generation), ownChangeButton(generation)),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

/** @param service the service's name, already escaped */
function whatStays({ generationId, submittedAt }: Generation, service: string): string {
  if (generationId) {
    return `${service} had it already and cannot be told to stop: it may still be finished in your workspace there, and be charged. \`Follow again\` brings it here, at no further cost.`;
  }
  return submittedAt
    ? `It was sent to ${service} and no answer came. If it was made, it is in your workspace there, and was charged.`
    : `It was not sent to ${service}, so nothing was made and nothing is charged.`;
}
