import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { agentRoutes } from './agent.ts';
import { analyticsRoutes } from './analytics.ts';
import { MESSAGE_LIMIT, personName } from './answer.ts';
import { commentRoutes, docRoutes, exportRoutes } from './docs.ts';
import { generationRoutes } from './generations.ts';
import { imageRoutes } from './images.ts';
import { listRoutes } from './lists.ts';
import type { Route } from './route.ts';

/** Schema of the e-mail address of the credentials' account. Show it only to the person who connects the team. */
const email = lenient(
  z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, MESSAGE_LIMIT)),
);
const name = lenient(z.string().trim().pipe(personName));

const accountRoutes = {
  /** Returns the account of the credentials. Throws `NotFound` if the service lacks this route, which is not in its API reference. */
  getMe: {
    method: 'GET',
    path: '/me',
    answer: z.object({ email, displayName: name, workspaceName: name }),
  },
} as const satisfies Record<string, Route>;

/** All routes of the service that Deckhand calls. Each key is the name of the client's method for the route. */
export const serviceRoutes = {
  ...generationRoutes,
  ...listRoutes,
  ...exportRoutes,
  ...docRoutes,
  ...commentRoutes,
  ...analyticsRoutes,
  ...imageRoutes,
  ...agentRoutes,
  ...accountRoutes,
};
