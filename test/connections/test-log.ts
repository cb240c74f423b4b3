import { createLog, type Log } from '../../src/log.ts';

export interface TestLog {
  log: Log;
  /** All that was logged, at every level, as text. */
  text(): string;
}

export function createTestLog(): TestLog {
  const lines: string[] = [];
  return { log: createLog('trace', { write: (line) => lines.push(line) }), text: () => lines.join('') };
}
