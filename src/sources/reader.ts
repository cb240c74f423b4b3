import type { Ask } from '../asks/schema.ts';

/** Reads the text of an ask's source. */
export type SourceReader = (ask: Ask, signal: AbortSignal) => Promise<string>;

/** @param readFile the text of a file in Slack, for a team */
export function createSourceReader(
  readFile: (team: string, fileId: string, signal: AbortSignal) => Promise<string>,
): SourceReader {
  return async (ask, signal) =>
    ask.source.kind === 'file' ? readFile(ask.team, ask.source.fileId, signal) : ask.prompt;
}
