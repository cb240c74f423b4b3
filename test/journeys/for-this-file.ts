import { afterAll, afterEach } from 'vitest';
import type { Harness } from './harness.ts';
import { closeForms } from './story.ts';

/** Starts an app for a test file. After each test, its faults end and all forms are closed; after the last one, it stops. */
export async function forThisFile<H extends Harness>(starting: Promise<H>): Promise<H> {
  const harness = await starting;
  afterEach(async () => {
    harness.service.behave();
    await closeForms(harness.ana, harness.ben, harness.chloe);
  });
  afterAll(() => harness.close());
  return harness;
}
