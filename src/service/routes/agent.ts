import { z } from 'zod';
import { agentFormats, agentQualities, exportFormats, INSTRUCTIONS_LIMIT, PROMPT_LIMIT } from '../options.ts';
import { id, lenient, sentence, webAddress } from './answer.ts';
import { generationStatus, sharingOptions } from './generations.ts';
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

/** The id's name is not written down; these are the likely ones. */
const agentGenerationCreated = z
  .object({
    generationId: lenient(id),
    agentGenerationId: lenient(id),
    id: lenient(id),
    warnings: lenient(sentence),
  })
  .transform(({ warnings, ...ids }, context) => {
    const generationId = ids.generationId ?? ids.agentGenerationId ?? ids.id;
    if (generationId) return { generationId, warnings };
    context.addIssue({ code: 'custom', path: ['generationId'], message: 'is missing' });
    return z.NEVER;
  });

const editStatus = jobAnswer({ docId: lenient(id), docUrl: lenient(webAddress) }, {});

/** The service's slower, more thorough maker (up to 25 minutes). Too many at once are `RateLimited`. */
export const agentRoutes = {
  /** Starts a doc. Spends credits, and is never repeated by itself: see `mayHaveBeenSpent`. */
  createAgentGeneration: {
    method: 'POST',
    path: '/agent/generations',
    request: agentGenerationInput,
    answer: agentGenerationCreated,
  },
  /** Not every deployment has it: the client asks at `getGeneration` first. */
  getAgentGeneration: {
    method: 'GET',
    path: '/agent/generations/{id}',
    answer: generationStatus,
    isPoll: true,
  },
  /** Starts a change of a doc. Spends credits, as above; one at a time for each doc, else `Conflict`. */
  editDoc: {
    method: 'POST',
    path: '/agent/gammas/{gammaId}/edits',
    request: z.strictObject({ prompt }),
    answer: z.object({ editId: id }),
  },
  getEdit: { method: 'GET', path: '/agent/edits/{editId}', answer: editStatus, isPoll: true },
} as const satisfies Record<string, Route>;
