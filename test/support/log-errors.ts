import { afterAll, beforeAll } from 'vitest';
import { takeErrors } from './log.ts';

const allowed = new Set<RegExp>();

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
  const unexpected = takeErrors().filter((line) => ![...allowed].some((expected) => expected.test(line)));
  if (unexpected.length > 0)
    throw new Error(`Errors were logged that no test expects:\n${unexpected.join('\n')}`);
}
