import { describe, expect, it } from 'vitest';
import type { Generation } from '../../src/generations/generation.ts';
import { anotherButton } from '../../src/slack/kit/blocks/document-buttons.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { fieldsOf, wordsOf } from '../support/reading.ts';

/** "Another like this" on a result. */

const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
const { ask } = aGeneration();
const made = (given: Partial<NonNullable<Generation['ask']>>) => ({ ask: ask && { ...ask, ...given } });
const thread = { kind: 'thread' as const, channel: 'C1', ts: '1.1' };
const week = {
  kind: 'channel' as const,
  channel: 'C1',
  since: '2026-03-02T00:00:00.000Z',
  until: '2026-03-09T00:00:00.000Z',
};

async function pressed(given: Partial<Generation> = {}, who: object = {}, members = ['UANA', 'UBEN']) {
  const harness = createHarness();
  const generation = aGeneration(given);
  harness.generations.put(generation);
  harness.answers['users.conversations'] = ({ user }) => ({
    channels: members.includes(user ?? '') ? [{ id: 'C1' }] : [],
  });
  await harness.send(press({ action_id: 'document_another', value: generation.id }, who));
  const view = [...harness.made('views.open'), ...harness.made('views.update')].at(-1)?.view;
  const create = (entries: object) => harness.send(submission(opened(view, entries), who));
  const last = () => harness.generations.all().find(({ id }) => id !== generation.id)?.ask;
  return { harness, view, create, last };
}

describe('Another like this', () => {
  it('is a form with the document as its template, and one sentence is enough', async () => {
    const { view, create, last } = await pressed();
    expect(wordsOf(view)).toContain('The same look as “Spring launch in Lisbon”');
    expect(fieldsOf(view)).toEqual(expect.arrayContaining(['prompt', 'template', 'theme']));
    await create({ prompt: 'Autumn launch' });
    expect(last()).toMatchObject({
      prompt: 'Autumn launch',
      source: { kind: 'text' },
      template: { id: 'doc-1', name: 'Spring launch in Lisbon' },
      theme: { id: 'ocean' },
      destination: { channel: 'C1' },
    });
    // The template has the number of slides, also if the document was changed since it was asked for.
    expect(last()).not.toHaveProperty('slides');
  });

  it('from text instead: the same format, theme and file', async () => {
    const { harness, view } = await pressed(made({ format: 'document', exportAs: 'pdf' }));
    const text = {
      start_from: { selected_option: { value: 'text', text: { type: 'plain_text', text: 'x' } } },
    };
    const change = { type: 'radio_buttons', action_id: 'start_from' };
    await harness.send(pressInView(change, opened(view, { prompt: 'Autumn', ...text })));
    await harness.send(submission(opened(harness.made('views.update').at(-1)?.view)));
    expect(harness.generations.all().map((each) => each.ask)).toContainEqual(
      expect.objectContaining({
        prompt: 'Autumn',
        format: 'document',
        theme: { id: 'ocean', name: 'Ocean' },
        exportAs: 'pdf',
      }),
    );
  });

  it('is for everybody who sees it, and brings none of the words and readers of who asked', async () => {
    const sharing = { recipients: ['board@northwind.example'], externalAccess: 'edit' as const };
    const { create, last } = await pressed(made({ title: 'For the board', sharing }), ben);
    await create({ prompt: 'Autumn launch' });
    expect(last()).toMatchObject({ person: 'UBEN', prompt: 'Autumn launch' });
    for (const key of ['title', 'sharing']) expect(last()).not.toHaveProperty(key);
  });

  it('of a thread is of the thread as it is now', async () => {
    const { create, last } = await pressed(made({ source: thread }), ben);
    await create({});
    expect(last()).toMatchObject({
      person: 'UBEN',
      source: thread,
      template: { id: 'doc-1' },
      destination: { channel: 'C1', threadTs: '1.1' },
    });
  });

  it('of a private thread is open to nobody else, as always', async () => {
    const harness = createHarness();
    const generation = aGeneration(made({ source: thread, sharing: { externalAccess: 'edit' } }));
    harness.generations.put(generation);
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: true, is_private: true } };
    await harness.send(press({ action_id: 'document_another', value: generation.id }));
    await harness.send(submission(opened(harness.made('views.update').at(-1)?.view)));
    expect(harness.generations.all().map((each) => each.ask?.sharing)).toContainEqual({
      workspaceAccess: 'noAccess',
      externalAccess: 'noAccess',
    });
  });

  it('of a week of a channel is of the days since, in the look of last time', async () => {
    const { view, create, last } = await pressed(made({ source: week, digest: { id: 'd1' } }));
    expect(wordsOf(view)).toMatch(/What was said in <#C1> <!date.*from.*goes into it\./);
    await create({});
    expect(last()).toMatchObject({
      source: { kind: 'channel', channel: 'C1', since: '2026-03-09T00:00:00.000Z' },
      template: { id: 'doc-1' },
    });
    expect(last()).not.toHaveProperty('digest');
  });

  it.each([
    ['a thread', thread],
    ['days of a channel', week],
  ])('of %s is not for somebody who is not in the conversation', async (_, source) => {
    const { harness, view } = await pressed(made({ source }), ben, ['UANA']);
    const said = [wordsOf(view ?? { blocks: [] }), ...harness.made('respond').map(({ text }) => text)].join();
    expect(said).toMatch(/Only somebody who is in a conversation/);
    expect(fieldsOf(view ?? { blocks: [] })).toEqual([]);
  });

  it('says that what was chosen is deleted by now, and follows the document', async () => {
    const { view, create, last } = await pressed({ ask: null });
    expect(wordsOf(view)).toMatch(/What was chosen for it has been deleted/);
    await create({ prompt: 'Autumn launch' });
    expect(last()).toMatchObject({ template: { id: 'doc-1' } });
  });

  it('has no document of several pages for a template', async () => {
    const { create, last } = await pressed(made({ format: 'webpage', sections: 'kept' }));
    await create({ prompt: 'Autumn launch' });
    expect(last()).toMatchObject({ prompt: 'Autumn launch', format: 'webpage' });
    expect(last()).not.toHaveProperty('template');
  });

  it('has no archived document for a template', async () => {
    const { create, last } = await pressed({ archivedAt: new Date() });
    await create({ prompt: 'Autumn launch' });
    expect(last()).toMatchObject({ theme: { id: 'ocean' }, slides: 10 });
    expect(last()).not.toHaveProperty('template');
  });

  it('from the view of a document goes on top of it, and into the document’s own channel', async () => {
    const harness = createHarness();
    harness.generations.put(aGeneration({ channel: 'C7' }));
    harness.answers['views.push'] = harness.answers['views.open'] ?? {};
    const view = { id: 'V0', type: 'modal', private_metadata: '', state: { values: {} }, blocks: [] };
    await harness.send(pressInView({ action_id: 'document_another', value: aGeneration({}).id }, view));
    const drawn = harness.made('views.push')[0]?.view;
    await harness.send(submission(opened(drawn, { prompt: 'Autumn launch' })));
    const asks = harness.generations.all().map(({ ask }) => ask);
    expect(asks).toContainEqual(
      expect.objectContaining({ prompt: 'Autumn launch', destination: { channel: 'C7' } }),
    );
  });

  it('is offered for documents that were made, and not for changes, deleted ones or failures', () => {
    const offered = (given: Partial<Generation>) => anotherButton(aGeneration(given)) !== undefined;
    expect([offered({}), offered({ work: 'agent' })]).toEqual([true, true]);
    for (const given of [
      { work: 'edit' as const },
      { state: 'failed' as const },
      { deletedAt: new Date() },
      { docId: undefined },
    ]) {
      expect(offered(given as Partial<Generation>)).toBe(false);
    }
  });
});
