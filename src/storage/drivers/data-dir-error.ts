import { statfsSync } from 'node:fs';

/** MB: a first database takes 45, and its log grows by files of 16. */
const ROOM_MB = 64;

/** What keeps Deckhand from using its data folder, in words for operators, with what to do. */
export class DataDirError extends Error {
  override name = 'DataDirError';
}

/**
 * @param what began to fail
 * @param said PostgreSQL's own words, where it had any
 */
export function dataDirError(what: string, dataDir: string, error: unknown, said?: string): Error {
  if (error instanceof DataDirError) return error;
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return new DataDirError(
    `${what}: ${(said || message).replace(/\.$/, '')}.${toDo(dataDir, code, `${message} ${said}`)}`,
  );
}

function toDo(dataDir: string, code: string, said: string): string {
  if (code === 'EROFS') return ` The disk of DATA_DIR ${dataDir} is read-only.`;
  const left = leftMb(dataDir);
  if (left !== undefined && left < ROOM_MB)
    return ` The disk of DATA_DIR ${dataDir} has ${left} MB left: make room for ${ROOM_MB} MB, and start again.`;
  if (/^(EACCES|EPERM)$/.test(code) || /permission denied/i.test(said))
    return ` Give DATA_DIR ${dataDir}, and all that is in it, to the user that Deckhand runs as${user()}.`;
  return '';
}

function leftMb(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / 1024 / 1024);
  } catch {
    return undefined;
  }
}

/** Windows has no numbers. */
function user(): string {
  const uid = process.getuid?.();
  return uid === undefined ? '' : ` (its number is ${uid})`;
}
