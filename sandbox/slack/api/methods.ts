import type { Method } from './call/method.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { historyMethods } from './history.ts';
import { otherMethods } from './others.ts';
import { userMethods } from './users.ts';
import { viewMethods } from './views.ts';

/** Every Web API method that needs a token; those of OAuth are in oauth.ts. */
export const methods: Record<string, Method> = {
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...historyMethods,
  ...otherMethods,
  ...userMethods,
  ...viewMethods,
};
