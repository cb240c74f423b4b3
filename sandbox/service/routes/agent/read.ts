import { generationStatus } from '../creating/read.ts';
import { route } from '../route.ts';

/** GET /agent/generations/{id}: returns the status of a generation that was created at the agent's route. */
export const readAgentGeneration = route({
  method: 'GET',
  path: '/agent/generations/{id}',
  scope: 'generate',
  handle: (call, service) => generationStatus(call, service, true),
});
