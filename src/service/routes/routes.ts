import { accountRoutes } from './account.ts';
import { agentRoutes } from './agent.ts';
import { analyticsRoutes } from './analytics.ts';
import { commentRoutes } from './comments.ts';
import { docRoutes } from './docs.ts';
import { exportRoutes } from './exports.ts';
import { generationRoutes } from './generations.ts';
import { imageRoutes } from './images.ts';
import { listRoutes } from './lists.ts';

/** Every route of the service that Deckhand can call, by the name of the client's method for it. */
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
