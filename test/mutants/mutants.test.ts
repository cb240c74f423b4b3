import { expect, test } from 'vitest';
import { outdatedMutants } from './check.ts';

test('every mutant fits the code as it is now, and its tests exist', () => {
  expect(outdatedMutants()).toEqual([]);
});
