import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { agentFormats, agentQualities, exportFormats, INSTRUCTIONS_LIMIT, PROMPT_LIMIT } from '../options.ts';
import { id, webAddress, withIdAs } from './answer.ts';
import { generationCreated, generationStatus, sharingOptions } from './generations.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

const prompt = z.string().min(1).max(PROMPT_LIMIT);

const agentGenerationInput = z
  .strictObject({
    prompt,
    format: z.enum(agentFormats).optional(),
    numCards: z.number().int().min(1).max(100).optional(),
    additionalInstructions: z.string().max(INSTRUCTIONS_LIMIT).optional(),
    quality: z.enum(agentQualities).optional(),
    templateId: id.optional(),
    themeId: id.optional(),
    folderId: id.optional(),
    sharingOptions: sharingOptions.optional(),
    exportAs: z.enum(exportFormats).optional(),
  })
  .refine(({ templateId, themeId }) => !(templateId && themeId), {
    path: ['themeId'],
    message: 'does not go with a template',
  });
export type AgentGenerationInput = z.input<typeof agentGenerationInput>;

const editStatus = jobAnswer({ docId: lenient(id), docUrl: lenient(webAddress) }, {});

/** Routes of the service's agent, which is slower and more thorough. They throw `RateLimited` if too many jobs run at once. */
export const agentRoutes = {
  /** Starts to make a doc. Spends credits and is never retried (see `mayHaveBeenSpent` in error-meaning.ts). */
  createAgentGeneration: {
    method: 'POST',
    path: '/agent/generations',
    request: agentGenerationInput,
    answer: z.preprocess(withIdAs('generationId', 'agentGenerationId'), generationCreated),
  },
  /** Returns a generation's status. Some deployments lack this route, so the client tries `getGeneration` first. */
  getAgentGeneration: {
    method: 'GET',
    path: '/agent/generations/{id}',
    answer: generationStatus,
    isPoll: true,
  },
  /** Starts an edit of a doc. Spends credits and is never retried. Throws `Conflict` while another edit of the same doc runs. */
  editDoc: {
    method: 'POST',
    path: '/agent/gammas/{gammaId}/edits',
    request: z.strictObject({ prompt }),
    answer: z.preprocess(withIdAs('editId'), z.object({ editId: id })),
  },
  getEdit: { method: 'GET', path: '/agent/edits/{editId}', answer: editStatus, isPoll: true },
} as const satisfies Record<string, Route>;
