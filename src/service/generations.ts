import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import {
  type CreatedGeneration,
  type GenerationInput,
  type GenerationStatus,
  generationCreated,
  generationInput,
  generationStatus,
  type TemplateGenerationInput,
  templateGenerationInput,
} from './schemas/generations.ts';

export type { CreatedGeneration, GenerationInput, GenerationStatus, TemplateGenerationInput };

export interface GenerationCalls {
  /** Starts a doc from text. Spends credits, and is never repeated by itself: see `mayHaveBeenSpent`. */
  createGeneration(input: GenerationInput): Promise<CreatedGeneration>;
  /** Starts a doc in the layout of a template. Spends credits, as above. */
  createFromTemplate(input: TemplateGenerationInput): Promise<CreatedGeneration>;
  /** One look at a generation; not repeated by itself, since whoever polls has a timing of their own. */
  getGeneration(id: string, signal?: AbortSignal): Promise<GenerationStatus>;
}

export function generationCalls(call: Call): GenerationCalls {
  return {
    async createGeneration(input) {
      const body = checked(generationInput, input);
      return call({ route: 'POST /generations', body, answer: generationCreated });
    },
    async createFromTemplate(input) {
      const body = checked(templateGenerationInput, input);
      return call({ route: 'POST /generations/from-template', body, answer: generationCreated });
    },
    async getGeneration(id, signal) {
      return call({
        route: 'GET /generations/{id}',
        params: { id },
        retries: 'none',
        signal,
        answer: generationStatus,
      });
    },
  };
}
