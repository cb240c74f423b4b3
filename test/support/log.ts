import { createLog, type Log } from '../../src/log.ts';

export interface TestLog {
  log: Log;
  /** The lines logged, at every level, as JSON. */
  lines: string[];
  /** All of them as one text. */
  text(): string;
  /** Errors after this fail no test: the process that logs them is stopping. */
  close(): void;
}

const ERROR = 50;
/** Errors that have been logged since they were last taken. */
let logged: string[] = [];

/** A log that a test can read. An error in it fails the test, unless `allowErrors` expects it (log-errors.ts). */
export function createTestLog(): TestLog {
  const lines: string[] = [];
  let isOpen = true;
  const write = (chunk: string) => {
    for (const line of chunk.trim().split('\n')) {
      lines.push(line);
      if ((JSON.parse(line) as { level: number }).level >= ERROR && isOpen) logged.push(line);
    }
  };
  const close = () => {
    isOpen = false;
  };
  return { log: createLog('trace', { write }), lines, text: () => lines.join('\n'), close };
}

/** @returns the errors of all such logs since the last call */
export function takeErrors(): string[] {
  const taken = logged;
  logged = [];
  return taken;
}
