import { describe, expect, it, test } from 'vitest';
import { labelOf } from '../../src/generations/generations.ts';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { acceptedTitleText } from '../../src/slack/kit/accepted/where-result-appears.ts';
import { askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness, type Harness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';

/** Whoever asks for something that appears elsewhere is told where, in the place that they look at. */

const SLOW = 10_000;
const PERMALINK = 'https://northwind.slack.test/archives/C2/p11';

type Display = Parameters<typeof deckModal>[1];

const formIn = (display: Partial<Display>, entries: object = {}) => {
  const form = { ...askForm.initial, prompt: { texts: ['Spring launch'], joins: [] }, channel: 'C2' };
  const drawn = deckModal({ ...form, ...entries }, { more: true, ...display });
  return submission(opened(drawn));
};

/** The first message of what was asked for last is posted. */
function post(harness: Harness, changes = {}): void {
  const [generation] = harness.generations.all();
  if (generation) harness.generations.put({ ...generation, rootTs: '1.1', ...changes });
}

function harnessThatPosts(permalink: object = { permalink: PERMALINK }) {
  const harness = createHarness();
  harness.answers['chat.getPermalink'] = permalink;
  const { start } = harness.generations;
  harness.generations.start = async (...ask) => {
    const generation = await start(...ask);
    post(harness);
    return generation;
  };
  return harness;
}

/** The words of the form after it was submitted, and after the link was added. */
const formSays = (answer: unknown) => wordsOf((answer as { view?: { blocks?: unknown[] } })?.view?.blocks);
const thenSays = (harness: Harness) => wordsOf(harness.made('views.update').at(-1)?.view);

describe('"Change it…"', () => {
  async function changed(where: object, pressing: typeof press | typeof pressInView = press) {
    const harness = createHarness();
    harness.answers['chat.getPermalink'] = { permalink: PERMALINK };
    harness.answers['views.push'] = harness.answers['views.open'] ?? {};
    harness.generations.put(aGeneration({ id: 'g1', channel: 'C1', rootTs: '1.1', title: 'Harbour plan' }));
    const { startEdit } = harness.generations;
    harness.generations.startEdit = async (...ask) => {
      const change = await startEdit(...ask);
      if (change) harness.generations.put({ ...change, rootTs: '1.5' });
      return change;
    };
    await harness.send(pressing({ action_id: 'document_change', value: 'g1' }, where as never));
    const [{ view }] = [...harness.made('views.open'), ...harness.made('views.push')];
    const { answer } = await harness.send(submission(opened(view, { wish: 'Shorter' })));
    return { harness, answer };
  }

  it('on the first message, whose thread may be closed: the form says where to see it', async () => {
    const { harness, answer } = await changed({});
    expect(formSays(answer)).toBe('On its way: your change of “Harbour plan”. It comes into the thread.');
    expect(thenSays(harness)).toMatch(
      /On its way: your change of “Harbour plan”\. <.*\|Open the thread> to see it\./,
    );
  });

  it('in the open thread: nothing, since it appears there', async () => {
    const { answer } = await changed({ message: { type: 'message', ts: '1.2', thread_ts: '1.1' } });
    expect(answer).toBeUndefined();
  });

  it('in a view: the form itself says it', async () => {
    const view = { id: 'V0', type: 'modal', private_metadata: '', state: { values: {} }, blocks: [] };
    const { harness, answer } = await changed(view, pressInView);
    expect(answer).toMatchObject({ response_action: 'update' });
    expect(thenSays(harness)).toContain('Open the thread');
  });
});

describe('a form that was opened in a channel', () => {
  it('closes, and nothing more, where the card appears there', async () => {
    const harness = harnessThatPosts();
    const { answer } = await harness.send(formIn({ from: { channel: 'C2' } }));
    expect(answer).toBeUndefined();
    expect(harness.made('views.update')).toEqual([]);
  });

  it('of another one: it stays open and says where, with a link', async () => {
    const harness = harnessThatPosts();
    const { answer } = await harness.send(formIn({ from: { channel: 'C1' } }));
    expect(formSays(answer)).toBe('On its way: “Spring launch”. Everyone in <#C2> will see it.');
    expect(thenSays(harness)).toContain(
      `On its way: “Spring launch”. Everyone in <#C2> will see it: <${PERMALINK}|open it there>.`,
    );
    expect(harness.made('chat.postEphemeral')).toEqual([]);
  });

  it('on a thread that may be closed: the same; in the open thread it closes', async () => {
    const source = { channel: 'C2', ts: '1.0' };
    const harness = harnessThatPosts();
    await harness.send(formIn({ from: { channel: 'C2' } }, { source }));
    expect(thenSays(harness)).toContain(`<${PERMALINK}|Open the thread> to see it.`);
    const inThread = harnessThatPosts();
    const { answer } = await inThread.send(formIn({ from: { channel: 'C2', threadTs: '1.0' } }, { source }));
    expect(answer).toBeUndefined();
  });

  it('while Slack is slow, or gives no link: the form says where all the same', async () => {
    const slow = createHarness();
    await slow.send(formIn({ from: { channel: 'C1' } }));
    expect(thenSays(slow)).toContain('On its way: “Spring launch”. Everyone in <#C2> will see it.');
    const linkless = harnessThatPosts({ ok: false, error: 'message_not_found' });
    await linkless.send(formIn({ from: { channel: 'C1' } }));
    expect(thenSays(linkless)).toContain('Everyone in <#C2> will see it.');
  });

  it('and where the form is closed meanwhile, what was asked for is made, and nobody reads of an error', async () => {
    const harness = harnessThatPosts();
    harness.answers['views.update'] = { ok: false, error: 'not_found' };
    const { at } = await harness.send(formIn({ from: { channel: 'C1' } }));
    expect(at - Date.parse('2026-03-02T09:00:00Z')).toBeLessThan(SLOW);
    expect(harness.generations.all()).toHaveLength(1);
    expect(harness.made('chat.postMessage')).toEqual([]);
  });
});

describe('a form that was opened where nothing can be written', () => {
  it.each([
    ['on Home', {}],
    ['in a conversation without Deckhand', { from: { channel: 'G9' }, closed: 'G9' }],
  ])('%s: says itself where it comes, with a link once there is one', async (_, display) => {
    const harness = harnessThatPosts();
    const { answer } = await harness.send(formIn(display));
    expect(formSays(answer)).toBe('On its way: “Spring launch”. Everyone in <#C2> will see it.');
    expect(thenSays(harness)).toContain(PERMALINK);
    expect(harness.made('views.publish')).toHaveLength(1);
  });
});

test('a summary of a channel without a topic is named by the channel', () => {
  const source = { kind: 'channel', channel: 'C8', since: '2023-11-13T00:00:00Z' } as const;
  const ask = anAsk({ source, prompt: 'for the board' });
  const generation = aGeneration({ ask, label: labelOf(ask), title: undefined });
  expect(acceptedTitleText(generation)).toBe('On its way: a summary of <#C8>.');
  expect(acceptedTitleText({ ...generation, title: 'June' })).toBe('On its way: “June”.');
});
