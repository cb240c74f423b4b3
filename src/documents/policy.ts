import { z } from 'zod';
import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';

/** What a team's admins have decided about documents. */
const policySchema = z.object({
  /** What people who asked for a document learn of its readers: who they are, how many, or nothing. */
  readers: z.enum(['names', 'figures', 'nothing']).catch('names'),
  /** What a search goes through: documents made with Deckhand here, or all that the connected account sees. */
  search: z.enum(['made_here', 'account']).catch('made_here'),
});
export type DocumentPolicy = z.output<typeof policySchema>;

export type DocumentPolicies = ReturnType<typeof createDocumentPolicies>;

export function createDocumentPolicies(db: Queries) {
  const store = createStore(db, 'document-policy');
  return {
    of: async (team: string): Promise<DocumentPolicy> => policySchema.parse((await store.get(team)) ?? {}),
    set: async (team: string, policy: DocumentPolicy): Promise<void> => void (await store.set(team, policy)),
  };
}
