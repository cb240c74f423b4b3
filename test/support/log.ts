import { afterAll, beforeAll } from 'vitest';
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
/** Errors that have been logged since the test began. */
let logged: string[] = [];
const allowed = new Set<RegExp>();

/** A log that a test can read. An error in it fails the test, unless `allowErrors` expects it. */
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

/**
 * Expects errors that match in all tests of this file or `describe`: for what is brought about on purpose and may be logged
 * after the test that did.
 */
export function allowErrors(expected: RegExp): void {
  beforeAll(() => void allowed.add(expected));
  afterAll(() => void allowed.delete(expected));
}

/** Throws where errors were logged that were not expected. For setup.ts, after each test. */
export function expectNoErrors(): void {
  const unexpected = logged.filter((line) => ![...allowed].some((expected) => expected.test(line)));
  logged = [];
  if (unexpected.length > 0)
    throw new Error(`Errors were logged that no test expects:\n${unexpected.join('\n')}`);
}
