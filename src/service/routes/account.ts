import { z } from 'zod';
import { lenient, sentence } from './answer.ts';
import type { Route } from './route.ts';

const text = lenient(sentence);

export const accountRoutes = {
  /** Whose credentials these are. Not in the interface and not everywhere: be ready for `NotFound`. */
  getMe: {
    method: 'GET',
    path: '/me',
    answer: z.object({ email: text, displayName: text, workspaceName: text }),
  },
} as const satisfies Record<string, Route>;
