import type { Actor } from '../actor.ts';
import type { FilePlace } from '../asks/admission.ts';
import type { Ask, SourceFile } from '../asks/schema.ts';
import type { NeededNames } from './directory.ts';
import type { FileText } from './file.ts';
import type { ReadProgress } from './history.ts';
import type { Highlights } from './transcript/highlights.ts';

/** The text of an ask's source. */
export interface SourceText {
  text: string;
  /** What was left out of the text and why, for the people who get the result. */
  note?: string;
  /** True if the text comes from a private conversation. */
  isPrivate?: boolean;
  /** For a digest: the facts about the channel that the message of the digest shows. */
  highlights?: Highlights | undefined;
}

/** Options for reading a source for one generation. All calls for one source share this object, because it keeps the names found so far. */
export interface SourceReading {
  /** Id of the generation. Pages of a conversation are stored under this id. */
  generation: string;
  signal: AbortSignal;
  names: NeededNames;
  /** Called after each page of a conversation is stored. */
  progress(read: ReadProgress): void;
}

/** Sources that are read from Slack. */
export type SlackSource = Exclude<Ask['source'], { kind: 'text' }>;
export type ConversationSource = Exclude<SlackSource, { kind: 'file' }>;

/**
 * Reads the text of a source. A long conversation is read in several calls, so that other asks can be handled in between.
 * @returns null if there is more to read, and the caller must call the reader again
 * @throws SourceProblem if the source cannot be read, and Slack's errors. After a rate limit, the next call continues where it stopped
 */
export type SourceReader = (
  ask: Ask,
  source: SlackSource,
  reading: SourceReading,
) => Promise<SourceText | null>;

/** Reads the text of a file in Slack. */
export type ReadFile = (actor: Actor, file: FilePlace, signal: AbortSignal) => Promise<FileText>;

/** Reads the files of a source one after another. `note` says which parts of the files were not used; it is empty if all were used. */
export type ReadFiles = ReturnType<typeof createFilesReader>;

export function createFilesReader(read: ReadFile) {
  return async (
    actor: Actor,
    { files = [], channel, withNotes }: { files?: SourceFile[] | undefined } & Omit<FilePlace, 'id'>,
    signal: AbortSignal,
  ): Promise<{ texts: string[]; note: string }> => {
    const texts: string[] = [];
    const notes: string[] = [];
    for (const { id, name } of files) {
      const { text, leftOut } = await read(actor, { id, channel, withNotes }, signal);
      const which = files.length > 1 || channel ? `“${name}”` : 'the file';
      texts.push(text);
      if (leftOut) notes.push(`Not used from ${which}: ${leftOut}.`);
    }
    return { texts, note: notes.join(' ') };
  };
}

interface Readers {
  files: ReadFiles;
  conversation(ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText | null>;
}

export function createSourceReader(read: Readers): SourceReader {
  return async (ask, source, reading) => {
    if (source.kind !== 'file') return read.conversation(ask, source, reading);
    const { texts, note } = await read.files(ask, source, reading.signal);
    return { text: texts.join('\n\n'), ...(note && { note }) };
  };
}
