import type { Actor } from '../actor.ts';
import type { ExportKind } from '../generations/delivery/delivery.ts';
import type { FinishedDocuments } from '../generations/finished-documents.ts';
import type { Generation } from '../generations/generation.ts';
import type { Generations } from '../generations/generations.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Problem, problemOf } from '../service/error-meaning.ts';
import { Forbidden, NotFound, ServiceError } from '../service/errors.ts';
import { commentsOn, countOpen } from './comments.ts';
import { createFind, type FindOptions } from './find.ts';
import { readerOf, readersByName, readersOf } from './readers.ts';
import {
  isDeleted,
  knowsGeneration,
  type ReportedDocument,
  readReportedDocument,
} from './reported-document.ts';
import type { CommentWatches } from './watch/watches.ts';

/** The result of an action on a document. `problem`: the document or the connection is missing, or the service reported an error. */
export type Outcome<T = undefined> = { ok: true; value: T } | { ok: false; problem: Problem };

interface DocumentsOptions extends FindOptions {
  /** Reads and changes generations whose document is finished. */
  records: Omit<FinishedDocuments, 'changed' | 'newestCredits'> & Pick<Generations, 'find' | 'exportDoc'>;
  watches: CommentWatches;
}

export type Documents = ReturnType<typeof createDocuments>;

/** Creates the actions on finished documents. `id` is the generation that made the document. Slack's routes check the actor's rights. */
export function createDocuments(options: DocumentsOptions) {
  const { records, watches, clientFor, connectionOf, log } = options;

  /** Finds a document of the actor's team, calls the service, and returns the service's errors as problems. */
  async function act<T>(
    { team }: Actor,
    id: string,
    call: (client: ServiceClient, docId: string, document: Generation) => Promise<T>,
  ): Promise<Outcome<T>> {
    const document = await records.find(team, id);
    if (!document?.docId || document.deletedAt) return { ok: false, problem: { reason: 'not_found' } };
    const client = await clientFor(team);
    if (!client) return { ok: false, problem: { reason: 'unconnected' } };
    try {
      return { ok: true, value: await call(client, document.docId, document) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.warn({ team, generation: id, err: error }, 'an action on a document failed');
      return { ok: false, problem: problemOf(error) };
    }
  }

  /**
   * Returns true if the document may be in another workspace than the connected one. Workspaces with the same name have the same `account`,
   * so this also asks the service for the generation.
   */
  async function mayBeElsewhere({ team, madeWith, generationId }: Generation, client: ServiceClient) {
    if (madeWith === undefined) return false;
    const connection = await connectionOf(team);
    if (!connection || connection.account !== madeWith) return true;
    return connection.id !== madeWith && !(await knowsGeneration(client, generationId));
  }

  return {
    /** Returns the person who asked for the document. If the generation changed an existing document, finds who asked for that document. */
    async askerOf({ team, person, work, docId }: Generation): Promise<string | undefined> {
      if (work !== 'edit') return person;
      const [made] = docId ? await records.placesOf(team, docId) : [];
      return made?.person;
    },
    /** Archives the document, which costs no credits. Safe to call again. */
    async archive(actor: Actor, id: string): Promise<Outcome> {
      const outcome = await act(actor, id, (client, docId) => client.archiveDoc(docId));
      if (outcome.ok) await records.markArchived(actor.team, id);
      return outcome;
    },
    /** Deletes a document, also its files in Slack. Safe to call again. Returns a problem if it may still exist in another workspace. */
    async remove(actor: Actor, id: string): Promise<Outcome> {
      const outcome = await act(actor, id, async (client, docId, document): Promise<undefined> => {
        try {
          await client.deleteDoc(docId);
        } catch (error) {
          // NotFound and Forbidden may mean that the document is deleted already, for example by a call that got no response.
          if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
          // NotFound may also mean that this deployment of the service lacks the route for deleting, so check with another route.
          if (!(await isDeleted(client, docId)) || (await mayBeElsewhere(document, client))) throw error;
        }
      });
      if (!outcome.ok) return outcome;
      await watches.stop(actor.team, id);
      await records.markDeleted(actor.team, id);
      return outcome;
    },
    /** Returns what the service reports for the document now. Stores the title and whether the document is archived. */
    async reported(actor: Actor, id: string, signal?: AbortSignal): Promise<ReportedDocument> {
      const outcome = await act(actor, id, async (client, docId, document): Promise<ReportedDocument> => {
        const found = await readReportedDocument(client, docId, signal);
        const isUnclear = found.state === 'deleted' && (await mayBeElsewhere(document, client));
        return isUnclear ? { state: 'no_access' } : found;
      });
      if (!outcome.ok) return { state: 'unknown' };
      const { value } = outcome;
      if (value.state === 'exists') await records.refresh(actor.team, id, value);
      return value;
    },
    /** Returns the generation that made the document with a link, and the generations that shared it. Callers check who may see them. */
    withLink: ({ team }: Actor, link: string) => records.withLink(team, link),
    comments: (actor: Actor, id: string) => act(actor, id, commentsOn),
    /** Counts the open comments with one request to the service. Returns for example “3” or “50 or more”. */
    countComments: (actor: Actor, id: string, signal?: AbortSignal) =>
      act(actor, id, (client, docId) => countOpen(client, docId, signal)),
    /** Starts to post new comments in the document's thread for one week. A second call within the week starts a new week. */
    async watchComments(actor: Actor, id: string): Promise<Outcome> {
      const listed = await act(actor, id, commentsOn);
      if (!listed.ok) return listed;
      const seen = listed.value.open.map(({ key }) => key);
      await watches.start(actor, id, seen);
      return { ok: true, value: undefined };
    },
    unwatchComments: ({ team }: Actor, id: string) => watches.stop(team, id),
    /** Returns the time when the posting of new comments ends; null if they are not posted. */
    watchedUntil: watches.until,
    find: createFind(options),
    /** Returns statistics of how people read the document, without their names. */
    readers: (actor: Actor, id: string) => act(actor, id, readersOf),
    /** Returns who has read the document, with e-mail addresses. Show the result only to the actor. */
    readersByName: (actor: Actor, id: string) => act(actor, id, readersByName),
    reader: (actor: Actor, id: string, readerId: string) =>
      act(actor, id, (client, docId) => readerOf(client, docId, readerId)),
    /**
     * Starts an export to a file. The file, or the reason why the export failed, is posted in the document's thread.
     * @param key idempotency key of the click
     * @returns false if the document cannot be exported
     */
    exportFile: ({ team, person }: Actor, id: string, exportAs: ExportKind, key: string) =>
      records.exportDoc(team, id, exportAs, person, key),
  };
}
