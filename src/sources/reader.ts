import type { Actor } from '../actor.ts';
import type { Ask } from '../asks/schema.ts';
import type { ReadProgress } from './history.ts';

/** The text of an ask's source. */
export interface SourceText {
  text: string;
  /** For the people who get the result: what was left out of it and why. */
  note?: string;
  /** It was said in private. */
  isPrivate?: boolean;
}

/** The read of a source for one generation. */
export interface SourceReading {
  /** Id of the generation: what was read of a long source is stored under it. */
  generation: string;
  signal: AbortSignal;
  /** Called after each part of a long source. */
  progress(read: ReadProgress): Promise<void>;
  /** Runs the conversion of what was read: people wrote it, and nobody knows what it may do to a process. */
  converting<T>(convert: () => Promise<T>): Promise<T>;
}

/** Reads the text of an ask's source. @throws SourceProblem where that cannot be read */
export type SourceReader = (ask: Ask, reading: SourceReading) => Promise<SourceText>;

/** The sources that are conversations. */
export type ConversationSource = Extract<Ask['source'], { kind: 'thread' | 'channel' }>;

interface Readers {
  /** The text of a file in Slack that this actor has put there. */
  file(actor: Actor, fileId: string, signal: AbortSignal): Promise<string>;
  conversation(ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText>;
}

export function createSourceReader(read: Readers): SourceReader {
  return async (ask, reading) => {
    const { source } = ask;
    switch (source.kind) {
      case 'text':
        return { text: ask.prompt };
      case 'file':
        return { text: await read.file(ask, source.fileId, reading.signal) };
      default:
        return read.conversation(ask, source, reading);
    }
  };
}
