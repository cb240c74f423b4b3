import { z } from 'zod';
import { lenient, MESSAGE_LIMIT, personName } from './answer.ts';
import type { Route } from './route.ts';

/** For the eyes of whoever connects alone. */
const email = lenient(
  z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, MESSAGE_LIMIT)),
);
const name = lenient(z.string().trim().pipe(personName));

export const accountRoutes = {
  /** Whose credentials these are. Not in the interface and not everywhere: be ready for `NotFound`. */
  getMe: {
    method: 'GET',
    path: '/me',
    answer: z.object({ email, displayName: name, workspaceName: name }),
  },
} as const satisfies Record<string, Route>;
