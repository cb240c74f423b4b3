import type { Actor } from '../actor.ts';
import type { FilePlace } from '../asks/admission.ts';
import type { Ask, SourceFile } from '../asks/schema.ts';
import { joinFiles } from '../asks/sections.ts';
import type { NeededNames } from './directory.ts';
import type { FileText } from './file.ts';
import type { ReadProgress } from './history.ts';
import type { Highlights } from './transcript/highlights.ts';

export interface SourceText {
  text: string;
  /** Says to the people who get the result what was left out of the text and why. */
  note?: string;
  /** Number of messages in the text, if it comes from a conversation. */
  messages?: number;
  /** True if the text comes from a private conversation. */
  isPrivate?: boolean;
  /** For a digest: the most discussed threads and the decisions, which Deckhand's message about the digest shows. */
  highlights?: Highlights | undefined;
}

/** Options for reading one source for one generation. Pass the same object to each call, because `names` keeps the names found so far. */
export interface SourceReading {
  /** Id of the generation, under which the pages of the conversation are stored. */
  generation: string;
  signal: AbortSignal;
  names: NeededNames;
  /** Called after each page of messages is stored. */
  progress(read: ReadProgress): void;
}

export type SlackSource = Exclude<Ask['source'], { kind: 'text' }>;
export type ConversationSource = Exclude<SlackSource, { kind: 'file' }>;

/**
 * Reads the text of a source. Each call reads only a few pages, so that other generations can read in between.
 * @returns null if the caller must call the reader again
 * @throws SourceProblem if the source cannot be used, or Slack's error. After a rate limit, the next call continues with the next page
 */
export type SourceReader = (
  ask: Ask,
  source: SlackSource,
  reading: SourceReading,
) => Promise<SourceText | null>;

export type ReadFile = (actor: Actor, file: FilePlace, signal: AbortSignal) => Promise<FileText>;

/** Reads files one after another, and returns their texts. The field `note` of the result says what was left out of the files; may be empty. */
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
    const named = source.files.map(({ name }, at) => ({ name, text: texts[at] ?? '' }));
    return { text: joinFiles(named), ...(note && { note }) };
  };
}
