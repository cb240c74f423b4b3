import { expect, test } from 'vitest';
import { shareForm } from '../../src/slack/result/share.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/slack.ts';
import { submission } from '../support/harness/slack-requests.ts';

/** What a forged form shares. test/journeys/private.test.ts shares with the buttons that people have. */

test('a document is not shared through a change of it, whose ask does not say that its source was private', async () => {
  const harness = createHarness();
  const shared: string[] = [];
  harness.generations.share = async (_, id) => {
    shared.push(id);
    return null;
  };
  const work = { kind: 'edit' as const, document: { docId: 'doc1', title: 'Board' } };
  const change = aGeneration({ id: 'g1', channel: 'D1', work: 'edit', ask: anAsk({ person: 'UANA', work }) });
  const made = aGeneration({ id: 'g2', channel: 'D1' });
  for (const generation of [change, made]) {
    harness.generations.put(generation);
    const state = { values: { share_channel: { share_channel: { selected_conversation: 'C1' } } } };
    await harness.send(submission({ ...shareForm(generation, undefined), id: 'V1', state }));
  }
  expect(shared).toEqual(['g2']);
});
