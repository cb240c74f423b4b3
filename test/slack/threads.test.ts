import { describe, expect, it } from 'vitest';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { failureWords } from '../../src/slack/result/failure-words.ts';
import { threadFacts } from '../../src/slack/thread/thread-facts.ts';
import type { ThreadLook } from '../../src/sources/look.ts';
import { SourceProblem, type SourceReason } from '../../src/sources/problem.ts';
import { createHouse, event, opened, pressInView, submission } from './house.ts';
import { readable } from './read-blocks.ts';

const usable: NonNullable<ThreadLook['usable']> = {
  messages: 1,
  people: 1,
  from: Date.parse('2026-03-02T09:00:00Z'),
  to: Date.parse('2026-03-02T09:00:00Z'),
  leftOut: { marked: 0, optedOut: 0, asks: 0 },
  files: 0,
  isWhole: true,
};

const shortcut = (given: object = {}) => ({
  type: 'message_action',
  callback_id: 'thread_to_slides',
  user: { id: 'UANA', team_id: 'T1' },
  channel: { id: 'C1', name: 'spring' },
  message: { type: 'message', ts: '2.2', thread_ts: '1.1', text: 'a reply' },
  message_ts: '2.2',
  trigger_id: 'trigger-1',
  response_url: 'https://hooks.slack.test/respond',
  ...given,
});

/** A house in which threads are as told. */
function houseWith(threads: Partial<SlackContext['threads']>, given: Partial<SlackContext> = {}) {
  const house = createHouse(given);
  Object.assign(house.slack.threads, threads);
  return house;
}

const refuse = (reason: SourceReason) => async () => {
  throw new SourceProblem(reason, 'no');
};

describe('Ana picks the shortcut on a reply', () => {
  it('and the form opens before anything is looked up, on the whole thread', async () => {
    const asked: unknown[] = [];
    const house = houseWith({
      look: async (asker, thread) => {
        asked.push(asker, thread, house.made('views.open').length);
        return { isPrivate: false, name: 'Spring launch', usable };
      },
    });
    await house.send(shortcut());
    expect(asked).toEqual([{ team: 'T1', person: 'UANA' }, { channel: 'C1', ts: '1.1' }, 1]);
    const view = house.made('views.update').at(-1)?.view;
    expect(readable(view)).toContain('*1 message* by 1 person');
    expect(view.title.text).toBe('Turn thread into slides');
    const fields = view.blocks.map(({ block_id }: { block_id?: string }) => block_id);
    expect(fields).toContain('audience');
    expect(fields).not.toContain('channel');
    expect(fields).not.toContain('file');
  });

  it('while Slack lets nobody look, and can ask all the same', async () => {
    const house = houseWith({ look: async () => ({ isPrivate: false, name: '' }) });
    await house.send(shortcut());
    const view = house.made('views.update').at(-1)?.view;
    expect(readable(view)).toContain('look at this thread again in a minute');
    await house.send(submission(opened(view)));
    expect(house.generations.all()).toHaveLength(1);
  });

  it('where something goes wrong, and reads a reference', async () => {
    const house = houseWith({
      look: async () => {
        throw new Error('ECONNRESET');
      },
    });
    await house.send(shortcut());
    expect(readable(house.made('views.update').at(-1)?.view)).toMatch(/try once more.*ref-1/);
    expect(house.logged.join()).toContain('ref-1');
  });

  it.each<SourceReason>([
    'thread_gone',
    'thread_empty',
    'not_in_channel',
    'channel_archived',
    'not_a_member',
  ])('where it cannot be used (%s), and reads why and what to do', async (reason) => {
    const house = houseWith({ look: refuse(reason) });
    await house.send(shortcut());
    const { what, next } = failureWords(reason, 'Gamma', 'speak_no_evil');
    expect(readable(house.made('views.update').at(-1)?.view)).toContain(`${what} ${next}`);
  });

  it('between two people, where nobody can bring Deckhand in, and reads what can be done instead', async () => {
    const house = houseWith({ look: refuse('not_in_channel') });
    await house.send(shortcut({ channel: { id: 'D1', name: 'directmessage' } }));
    const said = readable(house.made('views.update').at(-1)?.view);
    expect(said).toContain('paste what matters into `/deck`');
    expect(said).not.toContain('/invite');
  });
});

describe('the form on a thread', () => {
  async function formOf(look: Partial<ThreadLook & { isPrivate: boolean }> = {}) {
    const house = houseWith({
      look: async () => ({ isPrivate: false, name: 'Spring launch', usable, ...look }),
    });
    await house.send(shortcut());
    return { house, view: house.made('views.update').at(-1)?.view };
  }

  it('needs no words, and goes back into the thread', async () => {
    const { house, view } = await formOf();
    const { answer } = await house.send(submission(opened(view)));
    expect(answer).toBeUndefined();
    expect(house.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'thread', channel: 'C1', ts: '1.1', name: 'Spring launch' },
      destination: { channel: 'C1', threadTs: '1.1' },
    });
  });

  it('keeps its thread and what is known of it when it is drawn again', async () => {
    const { house, view } = await formOf({ isPrivate: true });
    await house.send(pressInView({ action_id: 'deck_more_options', value: 'toggle' }, opened(view)));
    const again = house.made('views.update').at(-1)?.view;
    expect(readable(again)).toContain('This conversation is private');
    expect(again.title.text).toBe('Turn thread into slides');
    await house.send(submission(opened(again)));
    expect(house.generations.all()[0]?.ask).toMatchObject({ source: { ts: '1.1' } });
  });

  it('begins with no access for others where it is private', async () => {
    const { house, view } = await formOf({ isPrivate: true });
    await house.send(submission(opened(view)));
    expect(house.generations.all()[0]?.ask?.sharing).toEqual({
      workspaceAccess: 'noAccess',
      externalAccess: 'noAccess',
    });
  });

  it('is refused where the person may not use the thread, whatever the form says', async () => {
    const { house, view } = await formOf();
    house.slack.threads.check = refuse('not_a_member');
    const { answer } = await house.send(submission(opened(view)));
    expect(JSON.stringify(answer)).toMatch(/Only somebody who is in a conversation/);
    expect(house.generations.all()).toEqual([]);
  });
});

describe('Ana wants none of her words used', () => {
  const home = { type: 'home', id: 'V1', hash: 'h', blocks: [], state: { values: {} } };
  const shown = (house: ReturnType<typeof createHouse>) => readable(house.made('views.publish').at(-1)?.view);

  it('says so on Home, and takes it back', async () => {
    const house = createHouse();
    await house.send(pressInView({ action_id: 'words_opt_out', value: 'home' }, home));
    expect(shown(house)).toContain('*left out*');
    expect(await house.slack.optOuts.has('T1', 'UANA')).toBe(true);
    await house.send(pressInView({ action_id: 'words_opt_in', value: 'home' }, home));
    expect(shown(house)).toContain('Leave my messages out');
    expect(await house.slack.optOuts.has('T1', 'UANA')).toBe(false);
  });
});

describe('what the form says of a thread', () => {
  const say = (changes: object, isPrivate = false) =>
    readable({ blocks: threadFacts({ isPrivate, usable: { ...usable, ...changes } }) });

  it('counts', () => {
    const text = say({
      messages: 1204,
      people: 3,
      to: usable.to + 60_000,
      leftOut: { marked: 2, optedOut: 1, asks: 1 },
      files: 4,
    });
    expect(text).toMatch(/\*1,204 messages\* by 3 people, from <!date.+ to <!date/);
    expect(text).toContain(
      'Left out: 2 messages marked not to be used, 1 message of people who opted out and 1 message that asks Deckhand for something.',
    );
    expect(text).toContain('4 files are only named: what is in them stays in Slack.');
  });

  it('does not claim to know what it has not seen', () => {
    const text = say({ isWhole: false, files: 1, leftOut: { marked: 1, optedOut: 0, asks: 0 } });
    expect(text).toContain('Left out so far: 1 message');
    expect(text).toContain('1 file is only named so far');
    expect(text).toContain('The rest is read once you press Create');
  });
});

describe('a mention', () => {
  const mention = (text: string, given: object = {}) =>
    event({ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', thread_ts: '1.1', text, ...given });

  it('takes the defaults for what its words do not say', async () => {
    const house = createHouse();
    house.slack.defaults.forAsk = async () => ({
      theme: { id: 'ocean', name: 'Ocean' },
      format: 'document',
      exportAs: 'png',
      tone: 'calm',
    });
    await house.send(mention('<@UBOT> make slides in German for execs'));
    expect(house.generations.all()[0]?.ask).toMatchObject({
      format: 'presentation',
      theme: { id: 'ocean' },
      exportAs: 'png',
      tone: 'calm',
      language: 'de',
      audience: 'execs',
      prompt: 'make slides in German for execs',
    });
  });

  it('of an app is no wish', async () => {
    const house = createHouse();
    await house.send(mention('<@UBOT> make slides', { bot_id: 'B2', user: 'UOTHER' }));
    expect(house.generations.all()).toEqual([]);
    expect(house.calls).toEqual([]);
  });

  it('that comes again, even as another event, makes nothing twice', async () => {
    const house = createHouse();
    await house.send(mention('<@UBOT> make slides'));
    await house.send(mention('<@UBOT> make slides'));
    await house.send({ ...mention('<@UBOT> make slides'), event_id: 'Ev2' });
    expect(house.generations.all()).toHaveLength(1);
  });

  it('is answered once, and for the one person', async () => {
    const house = createHouse({ connectionState: async () => 'unconnected' });
    await house.send(mention('<@UBOT> make slides'));
    await house.send(mention('<@UBOT> make slides'));
    expect(house.made('chat.postEphemeral')).toMatchObject([
      { user: 'UANA', channel: 'C1', thread_ts: '1.1' },
    ]);
    expect(house.made('chat.postEphemeral')[0].text).toContain('not connected to Gamma');
  });
});
