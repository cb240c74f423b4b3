import { expect, test } from 'vitest';
import { wholeOutline } from '../../src/asks/outline.ts';
import { outlineOf } from '../../src/asks/sections.ts';
import { problemText } from '../../src/slack/kit/copy/failure-copy.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** Slides that a person saw, and perhaps changed, before anything was spent. */

const db = await cleanDatabase();
const PLAN = '# Goals\n\nMore bread\n\n# Costs\n\nFlour\n\n# Risks\n\nRain';
const file = { kind: 'file' as const, files: [{ id: 'F1', name: 'plan.md' }] };

/** Ana saw the slides of her plan. @param reads what her file says when it is read for the document */
async function madeFrom(reads: string, key: string) {
  const harness = createHarness(db);
  harness.context.readSource = async () => ({ text: reads });
  const { sections } = outlineOf({ source: file, work: { kind: 'document' } }, PLAN) ?? wholeOutline([]);
  const outline = { sections, slides: [{ from: [2], title: 'Dangers' }, { from: [0] }] };
  const ask = anAsk({ source: file, slides: undefined, outline });
  const { id } = await harness.generations.start(ask, key);
  await harness.work();
  return { ...harness, generation: await harness.generations.find('T1', id) };
}

test('the document gets exactly the slides that she left, in her order and with her titles', async () => {
  const { service, generation } = await madeFrom(PLAN, 'as seen');
  expect(generation?.state).toBe('delivered');
  expect(service.creates).toMatchObject([
    { inputText: '# Dangers\n\nRain\n\n---\n\n# Goals\n\nMore bread', cardSplit: 'inputTextBreaks' },
  ]);
});

test('if her file has other sections by then, she reads that before anything is spent', async () => {
  const { service, generation } = await madeFrom(PLAN.replace('Costs', 'Prices'), 'changed');
  expect(service.creates).toEqual([]);
  expect(generation).toMatchObject({ state: 'failed', failure: { reason: 'source_changed' } });
  expect(problemText({ reason: 'source_changed' }, { serviceName: 'Gamma' })).toMatch(
    /has changed since its slides/,
  );
});
