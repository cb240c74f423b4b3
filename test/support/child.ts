import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface Child {
  pid: number;
  /** The lines it printed so far. */
  lines: string[];
  /** Resolves with the first line, past or to come, that `matches`. */
  line(matches: (line: string) => boolean): Promise<string>;
  /** SIGSTOP and SIGCONT: it does nothing for a while, and then goes on as if no time had passed. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** SIGTERM: it ends in good order. */
  end(): Promise<void>;
  /** kill -9: no goodbye, nothing flushed. */
  kill(): Promise<void>;
  /** SIGTERM, as a supervisor sends it. Resolves with its exit code once the process is gone. */
  stop(): Promise<number | null>;
  /** Its exit code, once it has ended by itself or by the above. */
  ended: Promise<number | null>;
}

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Node's flags, as `npm start` has them. */
export const nodeFlags: string[] = startCommand().filter((word) => word.startsWith('--'));

function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ');
}

/** Runs a TypeScript file in a process of its own, to be killed in the middle of things. */
export function startChild(file: string, args: string[], env: Record<string, string> = {}): Child {
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit').then(() => child.exitCode);
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  if (!child.stdout || !child.pid) throw new Error('The child was not started.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const tell of waiting) tell(line);
  });

  return {
    pid: child.pid,
    lines,
    line(matches) {
      const past = lines.find(matches);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve, reject) => {
        const tell = (line: string) => {
          if (!matches(line)) return;
          waiting.delete(tell);
          resolve(line);
        };
        waiting.add(tell);
        ended.then(() => reject(new Error(`The child ended before that. It printed: ${lines.join(' | ')}`)));
      });
    },
    signal: (signal) => void child.kill(signal),
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    ended,
  };
}
