import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Clock, within } from '../../clock.ts';
import { fileFaults, type LeftOut, leftOutKinds } from './blocks.ts';

/**
 * Kind of file to convert. `office` is Word or PowerPoint, which the converter process tells apart by the names in the zip. `canvas` is the HTML
 * of a canvas of Slack.
 */
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
  /** Timeout of one file, including its download, in milliseconds. */
  ms: number;
  /** Maximum resident memory of the process, in bytes. Node alone takes 80 MB, of which 20 MB are for stripping types. */
  bytes: number;
  /** Time between two checks of the resident memory, in milliseconds. */
  everyMs: number;
}

export const converterLimits: ConverterLimits = { ms: 60_000, bytes: 200_000_000, everyMs: 50 };

/** Maximum size of the process's answer, in bytes. */
const ANSWER = 8_000_000;
const PROCESS = fileURLToPath(new URL('converter-process.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Limits how many conversions run at once. People whose files wait take turns. */
interface Turns {
  run<T>(person: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface ConvertedFile {
  kind: ConvertedKind;
  withNotes: boolean;
  /** The bytes of the file. They are read only when the conversion begins. */
  body: AsyncIterable<Uint8Array>;
  /** Id of the person whose ask uses the file. */
  person: string;
}

export interface Converter {
  /** Converts a file to Markdown. */
  convert(file: ConvertedFile, signal: AbortSignal): Promise<Converted>;
}

/**
 * Creates the converter. It starts a separate process for each file, so that a parser that fails ends only its own process. That
 * process has no secrets: its environment is empty, it may not write files or start processes, and it shares no memory with Deckhand's
 * process. Its resident memory is checked, because V8's heap limit and the limits of worker threads do not count buffers. Deckhand's
 * process makes the check, because a busy parser would delay a check in its own process. `ulimit` would need a shell, which the container
 * image does not have.
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
        // Small heaps, and no threads that compile in the background. Without these flags, each file takes 15 MB more.
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
    // Catches only errors of the body. Errors of writing to the process are thrown at `yield`.
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
  // Errors of writing to the process are ignored, because it may answer before it has read the whole file.
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
  // `answer` is empty if it would be too long, or if `endIfTooBig` or V8 has ended the process because of its memory.
  return answer ? convertedSchema.parse(JSON.parse(answer)) : { fault: 'file_too_large' };
}

async function endIfTooBig(child: ChildProcess, limit: number): Promise<void> {
  const bytes = await residentBytes(child.pid).catch(() => 0);
  if (bytes > limit) child.kill('SIGKILL');
}

/** Reads the resident memory from /proc, which only Linux has. On a developer's Mac, only the timeout and V8's heap limit apply. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
