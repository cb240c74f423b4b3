import type { Ask } from '../asks/schema.ts';
import type { ConversationSource } from './conversation-reader.ts';
import type { ReadSoFar } from './reading/reading.ts';

/** The text of an ask's source. */
export interface SourceText {
  text: string;
  /** For the people who get the result: what was left out of it and why. */
  note?: string;
  /** It was said in private. */
  isPrivate?: boolean;
}

/** On whose behalf a source is read. */
export interface SourceReading {
  /** Id of the generation: what was read of a long source is kept under it. */
  generation: string;
  signal: AbortSignal;
  /** Told after each part of a long source. */
  progress(read: ReadSoFar): Promise<void>;
}

/** Reads the text of an ask's source; throws SourceProblem where it cannot be had. */
export type SourceReader = (ask: Ask, reading: SourceReading) => Promise<SourceText>;

interface Readers {
  /** The text of a file in Slack, for a team. */
  file(team: string, fileId: string, signal: AbortSignal): Promise<string>;
  conversation(ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText>;
}

export function createSourceReader(read: Readers): SourceReader {
  return async (ask, reading) => {
    const { source } = ask;
    switch (source.kind) {
      case 'text':
        return { text: ask.prompt };
      case 'file':
        return { text: await read.file(ask.team, source.fileId, reading.signal) };
      default:
        return read.conversation(ask, source, reading);
    }
  };
}
