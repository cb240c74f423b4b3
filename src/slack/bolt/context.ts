import type { FetchFunction } from '@slack/web-api';
import type { Admit } from '../../asks/admission.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { DefaultsStore } from '../../defaults/store.ts';
import type { Digests } from '../../digests/digests.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Generations } from '../../generations/generations.ts';
import type { Log } from '../../log.ts';
import type { Connecting } from '../connection/connecting.ts';
import type { Departed } from '../installation/departure.ts';
import type { Threads } from '../kit/threads.ts';

/** Everything that the Slack surfaces need from the rest of Deckhand. */
export interface SlackContext {
  generations: Generations;
  /** Actions on finished documents. */
  documents: Documents;
  digests: Digests;
  defaults: DefaultsStore;
  catalogue: Catalogue;
  /** What people call the service; may be a phrase such as "the document service". */
  serviceName: string;
  /** Name of the reaction that keeps a message out of what is made, without colons. */
  optOutReaction: string;
  /** May this be made, here, by this actor? Asked again on submission, since what a form holds proves nothing. */
  admit: Admit;
  connecting: Connecting;
  /** Slack says that Deckhand was taken out of a team. */
  departed(departed: Departed): Promise<void>;
  threads: Threads;
  /** People who want none of their words used. */
  optOuts: {
    has(team: string, person: string): Promise<boolean>;
    set(team: string, person: string, isOut: boolean): Promise<void>;
  };
  clock: Clock;
  log: Log;
  /** A new id that a person is shown and the log carries, so that support can find what happened. */
  reference(): string;
  /** Dedupes: true the first time that a team's key is seen within `ttlMs` milliseconds. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** For `response_url` where Bolt gives no `respond` (its error handler). */
  fetch: FetchFunction;
}
