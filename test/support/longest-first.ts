import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long, ten seconds and more on two cores. */
const LONG = [
  'test/journeys/kill.test.ts',
  'test/generations/crash-anywhere.test.ts',
  'test/digests/fairness.test.ts',
  'test/digests/year.test.ts',
  'test/digests/killed.test.ts',
  'test/generations/no-write-per-poll.test.ts',
  'test/generations/outage.test.ts',
  'test/jobs/leases.test.ts',
  'test/journeys/connection-changes.test.ts',
  'test/journeys/lost-answers.test.ts',
  'test/journeys/thumbnails.test.ts',
  'test/sources/large.test.ts',
  'sandbox/service/engine/test/facts.test.ts',
];

/**
 * Test files that take long begin first, so that none is left running alone at the end. Vitest goes by what they took the last time; in a
 * fresh checkout it knows their sizes only.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
