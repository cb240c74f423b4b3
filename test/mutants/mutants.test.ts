import { expect, test } from 'vitest';
import { faultsOfEdits } from './edits.ts';
import { mutants } from './mutants.ts';

/** Code that moved leaves its mutants behind: then nobody breaks that promise any more to see who notices. */
test('all mutants fit the code as it is now', () => {
  expect(faultsOfEdits(mutants)).toEqual([]);
});
