import { checked } from './checked.ts';
import { NotFound } from './errors/refusals.ts';
import type { Call } from './http/caller.ts';
import type { Route } from './http/route.ts';
import {
  type AgentGenerationInput,
  agentGenerationCreated,
  agentGenerationInput,
  type EditStatus,
  editCreated,
  editInput,
  editStatus,
} from './schemas/agent.ts';
import { type CreatedGeneration, type GenerationStatus, generationStatus } from './schemas/generations.ts';

/** The service's slower, more thorough maker (up to 25 minutes). Too many at once are `RateLimited`. */
export interface AgentCalls {
  /** Starts a doc. Spends credits, and is never repeated by itself: see `mayHaveBeenSpent`. */
  createAgentGeneration(input: AgentGenerationInput): Promise<CreatedGeneration>;
  /** One look at it; not repeated by itself. */
  getAgentGeneration(id: string, signal?: AbortSignal): Promise<GenerationStatus>;
  /** Starts a change of a doc. Spends credits, as above; one at a time for each doc, else `Conflict`. */
  editDoc(docId: string, prompt: string): Promise<{ editId: string }>;
  /** One look at an edit; not repeated by itself. */
  getEdit(editId: string, signal?: AbortSignal): Promise<EditStatus>;
}

export function agentCalls(call: Call): AgentCalls {
  const look = (route: Route, id: string, signal?: AbortSignal) =>
    call({ route, params: { id }, retries: 'none', signal, answer: generationStatus });

  return {
    async createAgentGeneration(input) {
      const body = checked(agentGenerationInput, input);
      return call({ route: 'POST /agent/generations', body, answer: agentGenerationCreated });
    },
    async getAgentGeneration(id, signal) {
      try {
        return await look('GET /generations/{id}', id, signal);
      } catch (error) {
        // Deployments differ in where they keep these (field notes).
        if (error instanceof NotFound) return look('GET /agent/generations/{id}', id, signal);
        throw error;
      }
    },
    async editDoc(docId, prompt) {
      const body = checked(editInput, { prompt });
      const params = { gammaId: docId };
      return call({ route: 'POST /agent/gammas/{gammaId}/edits', params, body, answer: editCreated });
    },
    async getEdit(editId, signal) {
      const params = { editId };
      return call({
        route: 'GET /agent/edits/{editId}',
        params,
        retries: 'none',
        signal,
        answer: editStatus,
      });
    },
  };
}
