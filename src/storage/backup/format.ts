import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/**
 * A backup: JSON lines, packed with gzip. First the head; then for each table `{"table":…}` and its rows, each
 * `{"row":…}` as the database writes it, which nobody here parses; last the end, with the number of rows and the SHA-256
 * of all lines before it, by which a file that was cut or altered is known.
 */
export const headSchema = z.object({
  deckhand: z.literal('backup'),
  format: z.number(),
  version: z.string(),
  at: z.string(),
  /** Whether a Deckhand was at work on the database meanwhile: it has gone on since. */
  running: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the queue's tables; null where there were none. */
  queueVersion: z.number().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Head = z.output<typeof headSchema>;

const endSchema = z.object({
  end: z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() }),
});
export type Counts = Record<string, number>;

export const FORMAT = 1;

/** What stands in the way of a backup or of restoring one, in words for operators. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const ROW = '{"row":';
const NEWLINE = 10;

/** The lines of a file, many to a chunk. `rowsOf` gives a table's rows as JSON, a batch at a time. */
export async function* writeLines(
  head: Head,
  rowsOf: (table: string) => AsyncIterable<string[]>,
  counts: Counts,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (lines: string[]) => {
    const text = lines.map((line) => `${line}\n`).join('');
    hash.update(text);
    return text;
  };
  yield hashed([JSON.stringify(head)]);
  for (const { name } of head.tables) {
    yield hashed([JSON.stringify({ table: name })]);
    counts[name] = 0;
    for await (const rows of rowsOf(name)) {
      counts[name] += rows.length;
      yield hashed(rows.map((row) => `${ROW}${row}}`));
    }
  }
  yield `${JSON.stringify({ end: { rows: counts, sha256: hash.digest('hex') } })}\n`;
}

/**
 * Reads a file from its first line to its last, and checks that it is whole.
 * @throws BackupError where it is not, or is no backup at all
 */
export async function readBackup(
  path: string,
  onRow: (table: string, row: string) => Promise<void> | void = () => {},
): Promise<{ head: Head; counts: Counts }> {
  const hash = createHash('sha256');
  const counts: Counts = {};
  let head: Head | undefined;
  let table = '';
  let end: z.output<typeof endSchema>['end'] | undefined;

  async function take(line: Buffer): Promise<void> {
    if (end) throw new BackupError('goes on behind its end');
    const text = line.toString('utf8');
    if (text.startsWith('{"end":')) {
      end = endSchema.parse(JSON.parse(text)).end;
      return;
    }
    hash.update(line).update('\n');
    if (!head) {
      head = headOf(text);
    } else if (text.startsWith(ROW)) {
      counts[table] = (counts[table] ?? 0) + 1;
      await onRow(table, text.slice(ROW.length, -1));
    } else {
      table = z.object({ table: z.string() }).parse(JSON.parse(text)).table;
      counts[table] = 0;
    }
  }

  // What ends the reading comes out of the pipeline as an abort in some versions of Node.
  let reason: unknown;
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      try {
        for await (const line of linesOf(chunks)) await take(line);
      } catch (error) {
        reason = error;
        throw error;
      }
    });
  } catch (error) {
    throw damaged(path, reason ?? error);
  }
  if (!head || end?.sha256 !== hash.digest('hex') || !sameCounts(end.rows, counts)) throw damaged(path);
  return { head, counts };
}

/** Other formats are known by their number, before anything else of them is read. */
function headOf(line: string): Head {
  const { format } = z.object({ deckhand: z.literal('backup'), format: z.number() }).parse(JSON.parse(line));
  if (format > FORMAT)
    throw new BackupError(`was made by a newer Deckhand (format ${format}): restore it with that one.`);
  return headSchema.parse(JSON.parse(line));
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, to)]);
      begun = [];
      from = to + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

const sameCounts = (one: Counts, other: Counts) =>
  Object.keys({ ...one, ...other }).every((table) => one[table] === other[table]);

/** What the file itself is guilty of; the database's errors and a file that is not there stay what they are. */
function damaged(path: string, error?: unknown): unknown {
  if (error instanceof BackupError) return new BackupError(`${path} ${error.message}`);
  const isOfFile =
    error === undefined ||
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    String((error as NodeJS.ErrnoException).code).startsWith('Z_');
  return isOfFile ? new BackupError(`${path} is no backup of Deckhand, or was cut short or altered.`) : error;
}
