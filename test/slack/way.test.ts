import { describe, expect, it } from 'vitest';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, type Harness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';

/** Whoever asks for something that appears elsewhere is told where, in the place that they look at. */

const SLOW = 10_000;
const PERMALINK = 'https://northwind.slack.test/archives/C2/p11';

type Display = Parameters<typeof deckModal>[1];

const formIn = (display: Partial<Display>, entries: object = {}) => {
  const form = { ...askForm.initial, prompt: { texts: ['Spring launch'], joins: [] }, channel: 'C2' };
  const drawn = deckModal({ ...form, ...entries }, { more: true, ...display }, { serviceName: 'Gamma' });
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

const lines = (harness: Harness) => harness.made('chat.postEphemeral');

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

  it('on the first message, whose thread may be closed: a line says where to see it', async () => {
    const { harness, answer } = await changed({});
    expect(answer).toBeUndefined();
    expect(lines(harness)).toMatchObject([{ channel: 'C1', user: 'UANA' }]);
    expect(lines(harness)[0].text).toMatch(
      /^Deckhand took on your change of “Harbour plan”\. <.*\|Open the thread> to see it\.$/,
    );
  });

  it('in the open thread: nothing, since it appears there', async () => {
    const { harness, answer } = await changed({ message: { type: 'message', ts: '1.2', thread_ts: '1.1' } });
    expect(answer).toBeUndefined();
    expect(lines(harness)).toEqual([]);
  });

  it('in a view: the form itself says it', async () => {
    const view = { id: 'V0', type: 'modal', private_metadata: '', state: { values: {} }, blocks: [] };
    const { harness, answer } = await changed(view, pressInView);
    expect(answer).toMatchObject({ response_action: 'update' });
    expect(lines(harness)).toEqual([]);
    expect(wordsOf(harness.made('views.update').at(-1)?.view)).toContain('Open the thread');
  });
});

describe('a form that was opened in a channel', () => {
  it('closes, and nothing more, where the card appears there', async () => {
    const harness = harnessThatPosts();
    const { answer } = await harness.send(formIn({ from: { channel: 'C2' } }));
    expect(answer).toBeUndefined();
    expect(lines(harness)).toEqual([]);
  });

  it('of another one: a line with a link beside what the person looks at', async () => {
    const harness = harnessThatPosts();
    await harness.send(formIn({ from: { channel: 'C1' } }));
    expect(lines(harness)).toMatchObject([{ channel: 'C1', user: 'UANA' }]);
    expect(lines(harness)[0].text).toBe(
      `Deckhand took on “Spring launch”. It comes into <#C2>: <${PERMALINK}|see it there>.`,
    );
  });

  it('on a thread that may be closed: the same; in the open thread nothing', async () => {
    const source = { channel: 'C2', ts: '1.0' };
    const harness = harnessThatPosts();
    await harness.send(formIn({ from: { channel: 'C2' } }, { source }));
    expect(lines(harness)[0].text).toContain(`<${PERMALINK}|Open the thread> to see it.`);
    const inThread = harnessThatPosts();
    await inThread.send(formIn({ from: { channel: 'C2', threadTs: '1.0' } }, { source }));
    expect(lines(inThread)).toEqual([]);
  });

  it('sent twice: one line', async () => {
    const harness = harnessThatPosts();
    const body = formIn({ from: { channel: 'C1' } });
    await Promise.all([harness.send(body), harness.send(body)]);
    expect(lines(harness)).toHaveLength(1);
  });

  it('while Slack is slow, or gives no link: the line comes all the same', async () => {
    const slow = createHarness();
    await slow.send(formIn({ from: { channel: 'C1' } }));
    expect(lines(slow)[0].text).toBe('Deckhand took on “Spring launch”. It comes into <#C2>.');
    const linkless = harnessThatPosts({ ok: false, error: 'message_not_found' });
    await linkless.send(formIn({ from: { channel: 'C1' } }));
    expect(lines(linkless)[0].text).toContain('It comes into <#C2>.');
  });

  it('and where the line is refused, what was asked for is made, and nobody reads of an error', async () => {
    const harness = harnessThatPosts();
    harness.answers['chat.postEphemeral'] = { ok: false, error: 'user_not_in_channel' };
    const { answer, at } = await harness.send(formIn({ from: { channel: 'C1' } }));
    expect(answer).toBeUndefined();
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
    const { view } = answer as { view: { blocks: unknown[] } };
    expect(wordsOf(view.blocks)).toBe('Deckhand took on “Spring launch”. It comes into <#C2>.');
    expect(wordsOf(harness.made('views.update')[0].view)).toContain(PERMALINK);
    expect(lines(harness)).toEqual([]);
    expect(harness.made('views.publish')).toHaveLength(1);
  });
});
