import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  confirmation,
  context,
  type Deployment,
  type Message,
  section,
} from '../kit/blocks/parts.ts';
import { oneLine, serviceText } from '../kit/blocks/text.ts';
import { askedBy, detailsOf, titleOf } from '../kit/copy/generation-phrases.ts';

/** The buttons "Stop" and "Follow again", and the message of a stopped generation. Deckhand stops waiting, but the service continues. */

/** Maximum number of characters of the title and of the service's name in the confirmation dialog. */
const TITLE = 75;

/** Returns the button "Stop". Its confirmation dialog says that the service may still finish the document and charge for it. */
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

/** Returns the button "Follow again"; undefined if the service never returned an id for the document. */
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
      ...buttons(followAgainButton(generation)),
      ...context(detailsOf(generation), askedBy(generation)),
    ],
  };
}

/** Says whether the service may still finish and charge for the document. @param service the service's name, already escaped */
function whatStays({ generationId, submittedAt }: Generation, service: string): string {
  if (generationId) {
    return `${service} had it already and cannot be told to stop: it may still be finished in your workspace there, and be charged. \`Follow again\` brings it here, at no further cost.`;
  }
  return submittedAt
    ? `It was sent to ${service} and no clear answer came. If it was made, it is in your workspace there, and was charged.`
    : `It was not sent to ${service}, so nothing was made and nothing is charged.`;
}
