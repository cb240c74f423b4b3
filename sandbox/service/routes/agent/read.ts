import { generationStatus } from '../creating/read.ts';
import { route } from '../route.ts';

/** GET /agent/generations/{id}: like any generation, but read here only. */
export const readAgentGeneration = route({
  method: 'GET',
  path: '/agent/generations/{id}',
  scope: 'generate',
  handle: (call, service) => generationStatus(call, service, true),
});
