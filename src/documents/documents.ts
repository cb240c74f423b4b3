import type { Actor } from '../actor.ts';
import type { ConnectionIds } from '../connections/connection.ts';
import type { DocumentSearch } from '../generations/document-search.ts';
import type { Generation } from '../generations/generation.ts';
import type { ServiceClient } from '../service/client.ts';
import { Forbidden, NotFound } from '../service/errors.ts';
import type { ExportFormat } from '../service/options.ts';
import { type ActionOptions, createAction, type KnownDocument, type Outcome } from './action.ts';
import { type CommentList, commentsOn } from './comments.ts';
import { createFind, type FindOptions } from './find.ts';
import { isGone, knowsGeneration, type Look, lookAt } from './look.ts';
import {
  type Reader,
  type Readers,
  type ReadersByName,
  readerOf,
  readersByName,
  readersOf,
} from './readers.ts';

/**
 * Actions of an actor on a finished document: one call of the service that answers at once, or a durable job for what
 * takes longer. The surface decides whether the actor may, the service whether the connected account may. Ids are our own, and a document is found by its
 * team, whatever id comes back from Slack.
 */
export interface Documents {
  /** Who asked for the document, also of a change of it; undefined where that is not known. */
  askerOf(one: Generation): Promise<string | undefined>;
  /** Puts it away, at no cost. Again is as good as once. */
  archive(actor: Actor, id: string): Promise<Outcome>;
  /**
   * Deletes it for good, with what Deckhand knows of it and its files in Slack. Again is as good as once. Of a document that
   * another workspace may still have, and where nothing is deleted at all, it is not said to be done.
   */
  remove(actor: Actor, id: string): Promise<Outcome>;
  /** What the service says of it now; a title that has changed there is taken over. */
  look(actor: Actor, id: string, signal?: AbortSignal): Promise<Look>;
  /** What people have said in it at the service, and nobody has resolved. */
  comments(actor: Actor, id: string): Promise<Outcome<CommentList>>;
  /** Has the thread hear of comments that are new from now on, for a week. Again begins the week anew. */
  watchComments(actor: Actor, id: string): Promise<Outcome>;
  unwatchComments(actor: Actor, id: string): Promise<Outcome>;
  /** Null where the thread hears of none. */
  watchedUntil(team: string, id: string): Promise<Date | null>;
  /** Documents with these words, as far as the person may see them. */
  find: ReturnType<typeof createFind>;
  /** How much it is read. No person is named. */
  readers(actor: Actor, id: string): Promise<Outcome<Readers>>;
  /** Who has read it, with e-mail addresses: for one person's eyes only. */
  readersByName(actor: Actor, id: string): Promise<Outcome<ReadersByName>>;
  /** How one of them has read it. */
  reader(actor: Actor, id: string, readerId: string): Promise<Outcome<Reader>>;
  /**
   * Has a file made of it, which takes a minute or two: the file, or why there is none, comes into the document's thread.
   * @param key names the click; the same key again changes nothing
   * @returns false where there is nothing to export
   */
  exportFile(actor: Actor, id: string, exportAs: ExportFormat, key: string): Promise<boolean>;
}

type FindRecords = FindOptions['records'] & Pick<DocumentSearch, 'placesOf'>;

/** Where documents are kept; for the time being, the generation that made one stands for it. */
export interface DocumentRecords extends FindRecords {
  /** Null where the team has no such document. */
  find: ActionOptions['records']['find'];
  /** Durable once it returns, and the document's card is drawn anew. May be done again. */
  markArchived(team: string, id: string): Promise<void>;
  /** The same; what Deckhand knows of it goes, and its files in Slack. */
  markDeleted(team: string, id: string): Promise<void>;
  /** Takes over what the service says of it. */
  refresh(team: string, id: string, known: { title?: string; archived?: boolean }): Promise<unknown>;
  /** Starts the job. @param by is mentioned beside the file */
  exportDoc(team: string, id: string, exportAs: ExportFormat, by: string, key: string): Promise<boolean>;
}

/** Who hears of new comments; see watch/. */
export interface CommentWatches {
  start(actor: Actor, id: string, seen: string[]): Promise<void>;
  stop(team: string, id: string): Promise<void>;
  until(team: string, id: string): Promise<Date | null>;
}

export interface DocumentsOptions extends Omit<ActionOptions, 'records'> {
  records: DocumentRecords;
  watches: CommentWatches;
  /** Names the connection that a team's requests are made with at this moment; null where there is none. */
  connectionOf(team: string): Promise<ConnectionIds | null>;
}

export function createDocuments(options: DocumentsOptions): Documents {
  const { records, watches, connectionOf } = options;
  const act = createAction(options);

  /**
   * A workspace answers of a document of another one as if there were none. Two of one name are taken for one (`ConnectionIds`), so
   * that after connecting anew it takes more to be sure: that this one knows the generation.
   */
  async function mayBeElsewhere(
    { team }: Actor,
    client: ServiceClient,
    { madeWith, generationId }: KnownDocument,
  ): Promise<boolean> {
    if (madeWith === undefined) return false;
    const connection = await connectionOf(team);
    if (!connection || connection.account !== madeWith) return true;
    return connection.id !== madeWith && !(await knowsGeneration(client, generationId));
  }

  return {
    async askerOf({ team, person, work, docId }) {
      if (work !== 'edit') return person;
      const [made] = docId ? await records.placesOf(team, docId) : [];
      return made?.person;
    },
    async archive(actor, id) {
      const outcome = await act(actor, id, (client, docId) => client.archiveDoc(docId));
      if (outcome.ok) await records.markArchived(actor.team, id);
      return outcome;
    },
    async remove(actor, id) {
      const outcome = await act(actor, id, async (client, docId, document) => {
        try {
          await client.deleteDoc(docId);
        } catch (error) {
          // Of what is gone already, a service may say that it is not there, or refuse: an answer may have been lost, or a
          // process may have died before it noted the deletion.
          if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
          // A deployment answers the same of a route that it lacks.
          if (!(await isGone(client, docId)) || (await mayBeElsewhere(actor, client, document))) throw error;
        }
      });
      if (!outcome.ok) return outcome;
      await watches.stop(actor.team, id);
      await records.markDeleted(actor.team, id);
      return outcome;
    },
    async look(actor, id, signal) {
      const looked = await act(actor, id, async (client, docId, document): Promise<Look> => {
        const seen = await lookAt(client, docId, signal);
        const isUnclear = seen.state === 'gone' && (await mayBeElsewhere(actor, client, document));
        return isUnclear ? { state: 'out_of_reach' } : seen;
      });
      if (!looked.ok) return { state: 'unknown' };
      const { value } = looked;
      if (value.state === 'there') await records.refresh(actor.team, id, value);
      return value;
    },
    comments: (actor, id) => act(actor, id, commentsOn),
    async watchComments(actor, id) {
      const listed = await act(actor, id, commentsOn);
      if (!listed.ok) return listed;
      await watches.start(
        actor,
        id,
        listed.value.open.map(({ key }) => key),
      );
      return { ok: true, value: undefined };
    },
    async unwatchComments({ team }, id) {
      await watches.stop(team, id);
      return { ok: true, value: undefined };
    },
    watchedUntil: watches.until,
    find: createFind(options),
    readers: (actor, id) => act(actor, id, readersOf),
    readersByName: (actor, id) => act(actor, id, readersByName),
    reader: (actor, id, readerId) => act(actor, id, (client, docId) => readerOf(client, docId, readerId)),
    exportFile: ({ team, person }, id, exportAs, key) => records.exportDoc(team, id, exportAs, person, key),
  };
}
