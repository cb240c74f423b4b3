import { actions } from '../bolt/action-ids.ts';
import { button, buttons, context, type Message, section, type Words } from '../kit/parts.ts';
import { escaped } from '../kit/text.ts';

/** To who installed Deckhand: what comes next. */
export function installerWelcome({ serviceName }: Words): Message {
  const service = escaped(serviceName, 75);
  return {
    text: `Deckhand is installed. Connect it to ${service}, then type \`/deck\` in a channel.`,
    blocks: [
      section('*Deckhand is installed.* Two steps are left:'),
      section(
        `1. Connect it to ${service}: whoever connects chooses the workspace there, whose credits are spent.\n2. In a channel, type \`/invite @Deckhand\`, then \`/deck\` followed by what it should be about.`,
      ),
      ...buttons(button(`Connect to ${serviceName}`, actions.connect, 'welcome', 'primary')),
      ...context('Everyone in this workspace can use `/deck`. `/deck help` tells what there is.'),
    ],
  };
}

/** To somebody who uses Deckhand for the first time, or looks at its Home. */
export function firstUseWelcome({ serviceName }: Words): Message {
  const service = escaped(serviceName, 75);
  return {
    text: 'Hello, this is Deckhand. Type `/deck` in a channel, followed by what it should be about.',
    blocks: [
      section(
        'Hello, this is Deckhand: I turn a few words, a text file or a conversation into a finished presentation, document, web page or social post.',
      ),
      section(
        'Type `/deck` in a channel, followed by what it should be about. The link and the file come back in a thread there.',
      ),
      ...buttons(button('Create a deck', actions.create, 'welcome', 'primary')),
      ...context(
        `What you ask for is sent to ${service}, made by AI, and costs credits there. Texts are deleted here once the result is delivered.`,
      ),
    ],
  };
}
