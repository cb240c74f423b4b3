import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Problem, problemOf } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';

/** The service's refusals and absences are data; anything else is thrown. */
export type Outcome<T = void> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface KnownDocument {
  docId?: string | undefined;
  /** The service's id of what made it. */
  generationId?: string | undefined;
  deletedAt?: Date | undefined;
  /** Names the account that it was made with (`ConnectionIds`). */
  madeWith?: string | undefined;
}

export interface ActionOptions {
  records: {
    /** Null where the team has no such document. */
    find(team: string, id: string): Promise<KnownDocument | null>;
  };
  /** The service as the team may use it; null where the team has no connection. */
  clientFor(team: string): Promise<ServiceClient | null>;
  log: Log;
}

export type Act = ReturnType<typeof createAction>;

/** One action: finds the document for the actor's team, has the service called, and puts its errors into data. */
export function createAction({ records, clientFor, log }: ActionOptions) {
  return async <T>(
    { team }: Actor,
    id: string,
    call: (client: ServiceClient, docId: string, document: KnownDocument) => Promise<T>,
  ): Promise<Outcome<T>> => {
    const document = await records.find(team, id);
    if (!document?.docId || document.deletedAt) return { ok: false, problem: { reason: 'not_found' } };
    const client = await clientFor(team);
    if (!client) return { ok: false, problem: { reason: 'unconnected' } };
    try {
      return { ok: true, value: await call(client, document.docId, document) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ team, generation: id, err: error }, 'the service did not do what was asked of a document');
      return { ok: false, problem: problemOf(error) };
    }
  };
}
