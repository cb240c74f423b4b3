import { expect, test } from 'vitest';
import type { OpenComment } from '../../src/documents/comments.ts';
import { commentsView } from '../../src/slack/documents/comments/view.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, submission } from '../support/harness/slack-requests.ts';

/** Comments are other people's words, of any length and number. */

const long = 'x'.repeat(3000);

/** Sends "Apply" with all of these ticked. @returns what the person reads, and the wishes that were taken */
async function apply(open: OpenComment[]) {
  const harness = createHarness();
  const generation = aGeneration({ id: 'g1' });
  harness.generations.put(generation);
  const list = { open, resolved: 0 };
  harness.slack.documents.comments = async () => ({ ok: true, value: list });
  const taken: string[] = [];
  harness.slack.generations.startEdit = async (ask) => {
    taken.push(ask.prompt);
    return generation;
  };
  const selected = new Set(open.map(({ key }) => key));
  const view = commentsView(
    { generation, list, from: 0, selected, canApply: true },
    { serviceName: 'Gamma' },
  );
  await harness.send(submission(opened(view)));
  return { said: JSON.stringify(harness.made('views.update').at(-1)), taken };
}

const comment = (key: string, replies: string[] = []): OpenComment => ({
  key,
  text: long,
  replies: replies.map((text) => ({ text })),
});

test('a comment with a thousand replies is worked in, with what was said last', async () => {
  const replies = Array.from({ length: 1000 }, (_, at) => `${long}${at}`);
  const { taken } = await apply([comment('one', [...replies, 'So be it'])]);
  expect(taken).toHaveLength(1);
  expect(taken[0]?.length).toBeLessThan(70_000);
  expect(taken[0]).toContain('So be it');
});

test('more than fits is said, and is no failure of Deckhand', async () => {
  const replies = Array.from({ length: 30 }, () => long);
  const many = Array.from({ length: 20 }, (_, at) => comment(`key${at}`, replies));
  const { taken, said } = await apply(many);
  expect(taken).toEqual([]);
  expect(said).toMatch(/too much at once: 1,\d+,\d+ characters, and 400,000 fit\. Send it in parts/);
  expect(said).not.toContain('Reference');
});
