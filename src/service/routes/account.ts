import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { MESSAGE_LIMIT, personName } from './answer.ts';
import type { Route } from './route.ts';

/** Show it only to the person who connects. */
const email = lenient(
  z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, MESSAGE_LIMIT)),
);
const name = lenient(z.string().trim().pipe(personName));

export const accountRoutes = {
  /** Returns the account of the credentials. The interface document does not have this route. Throws `NotFound` if the deployment lacks it. */
  getMe: {
    method: 'GET',
    path: '/me',
    answer: z.object({ email, displayName: name, workspaceName: name }),
  },
} as const satisfies Record<string, Route>;
