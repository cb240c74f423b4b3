import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Clock, within } from '../../clock.ts';
import { fileFaults, type LeftOut, leftOutKinds } from './blocks.ts';

/** Kinds of files that the child process converts: Word or PowerPoint (`office`), PDF, and the HTML of a Slack canvas. */
export type ConvertedKind = 'office' | 'pdf' | 'canvas';

const convertedSchema = z.union([
  z.object({ fault: z.enum(fileFaults) }),
  z.object({
    text: z.string(),
    leftOut: z.partialRecord(z.enum(Object.keys(leftOutKinds) as (keyof LeftOut)[]), z.number()),
  }),
]);
export type Converted = z.output<typeof convertedSchema>;

export interface ConverterLimits {
  /** Timeout for one file, including its download, in milliseconds. */
  ms: number;
  /** Maximum resident memory of the child process, in bytes. Node alone needs 80 MB, including 20 MB for stripping types. */
  bytes: number;
  /** Interval at which the resident memory is checked, in milliseconds. */
  everyMs: number;
}

export const converterLimits: ConverterLimits = { ms: 60_000, bytes: 200_000_000, everyMs: 50 };

/** Maximum size of the child process's output, in bytes. */
const ANSWER = 8_000_000;
const PROCESS = fileURLToPath(new URL('converter-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Limits how many conversions run at once. People take turns, so that one person's many files do not delay others. */
interface Turns {
  run<T>(person: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface ConvertedFile {
  kind: ConvertedKind;
  withNotes: boolean;
  /** The bytes of the file. Nothing is downloaded until the conversion starts. */
  body: AsyncIterable<Uint8Array>;
  /** Slack user id of the asker. */
  person: string;
}

export interface Converter {
  convert(file: ConvertedFile, signal: AbortSignal): Promise<Converted>;
}

/**
 * Creates a converter that runs a child process for each file, because a parser may crash. The child process has no secrets, and may not
 * write files or start processes.
 * The child's memory is measured from outside. V8's heap limit and limits of worker threads do not count buffers, and `ulimit` needs a
 * shell, which the container image lacks.
 */
export function createConverter(
  clock: Clock,
  turns: Turns,
  limits: ConverterLimits = converterLimits,
): Converter {
  async function convert({ kind, withNotes, body }: ConvertedFile, signal: AbortSignal): Promise<Converted> {
    signal.throwIfAborted();
    const child = spawn(
      process.execPath,
      [
        // Use small heaps and no background compilation. Without these flags, each child process needs 15 MB more.
        '--max-old-space-size=160',
        '--max-semi-space-size=1',
        '--v8-pool-size=0',
        '--liftoff-only',
        '--no-opt',
        '--permission',
        `--allow-fs-read=${ROOT}*`,
        PROCESS,
        kind,
        withNotes ? 'notes' : '',
      ],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'], cwd: ROOT },
    );
    const end = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    const memory = setInterval(() => void endIfTooBig(child, limits.bytes), limits.everyMs);
    try {
      return await within(clock, limits.ms, () => answerOf(child, body), {
        fault: 'file_too_large' as const,
      });
    } finally {
      clearInterval(memory);
      signal.removeEventListener('abort', end);
      end();
      signal.throwIfAborted();
    }
  }

  return { convert: (file, signal) => turns.run(file.person, () => convert(file, signal), signal) };
}

async function answerOf(child: ChildProcess, body: AsyncIterable<Uint8Array>): Promise<Converted> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('The process has no pipes');
  const failed = once(child, 'error').then(([error]) => {
    throw error;
  });
  let bodyError: unknown;
  const source = async function* () {
    const chunks = body[Symbol.asyncIterator]();
    // Catches only errors of the download. Errors of writing to the child process are thrown at the `yield` below.
    const next = () =>
      chunks.next().catch((error: unknown) => {
        bodyError = error;
        child.kill('SIGKILL');
        return { done: true, value: undefined } as const;
      });
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
    } finally {
      await chunks.return?.();
    }
  };
  // Ignore errors of writing to the child process, because it may close stdin and answer before it has read the whole file.
  const feeding = pipeline(Readable.from(source()), stdin).catch(() => {});
  const reading = async () => {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of stdout) {
      parts.push(part);
      length += part.length;
      if (length > ANSWER) return '';
    }
    return Buffer.concat(parts).toString('utf8');
  };
  const answer = await Promise.race([reading(), failed]);
  child.kill('SIGKILL');
  await feeding;
  if (bodyError) throw bodyError;
  // `answer` is empty if the output exceeded `ANSWER`, or if the child process ended early, usually because it used too much memory.
  return answer ? convertedSchema.parse(JSON.parse(answer)) : { fault: 'file_too_large' };
}

async function endIfTooBig(child: ChildProcess, limit: number): Promise<void> {
  const bytes = await residentBytes(child.pid).catch(() => 0);
  if (bytes > limit) child.kill('SIGKILL');
}

/** Returns the resident memory from /proc, which only Linux has. On a Mac, only the timeout and V8's heap limit apply. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
