import type { Method } from './call/method.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { historyMethods } from './history.ts';
import { linkMethods } from './links.ts';
import { userMethods } from './users.ts';
import { viewMethods } from './views.ts';
import { workflowMethods } from './workflows.ts';

/** The Web API methods that Deckhand calls with a token. */
export const methods: Record<string, Method> = {
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...historyMethods,
  ...linkMethods,
  ...userMethods,
  ...viewMethods,
  ...workflowMethods,
};
