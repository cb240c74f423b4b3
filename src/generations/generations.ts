import type { Ask } from '../asks/schema.ts';
import type { Generation } from './generation.ts';

/** What the surfaces (slack/, digests/) may do with generations. Every call names the team; a foreign id finds nothing. */
export interface Generations {
  /**
   * Takes an ask: durable before it returns, so the person can be told that it was taken.
   * `key` names the one press it came from (a view id, an event id): the same key again gives the same generation.
   */
  start(ask: Ask, key: string): Promise<Generation>;
  find(team: string, id: string): Promise<Generation | null>;
  /** What was asked, with its prompt; null once its texts were deleted. */
  askOf(team: string, id: string): Promise<Ask | null>;
  /** Newest first, of one person. */
  recent(team: string, person: string, limit: number): Promise<Generation[]>;
  /** Answers `unsure`. 'again' may spend credits again. False where the generation no longer waits for it. */
  resolveUnsure(team: string, id: string, choice: 'again' | 'leave'): Promise<boolean>;
  /** Goes on following one that is `late`. */
  checkAgain(team: string, id: string): Promise<boolean>;
  /** Stops following; the service has no cancel, so the doc may still be made there. */
  stop(team: string, id: string): Promise<boolean>;
  /** Asks the service for an export of a delivered doc; the file comes into the same thread. `key` as in start. */
  exportDoc(
    team: string,
    id: string,
    exportAs: 'pptx' | 'pdf' | 'png',
    by: string,
    key: string,
  ): Promise<boolean>;
  /** Notes that the document of a delivered generation is archived, and has its card drawn anew. May be done again. */
  markArchived(team: string, id: string): Promise<void>;
  /** The team's connection works again: what waited for it goes on. */
  reconnected(team: string): Promise<void>;
}
