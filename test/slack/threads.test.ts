import { describe, expect, it } from 'vitest';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { threadFacts } from '../../src/slack/deck/modal.ts';
import { failureCopy } from '../../src/slack/kit/copy/failure-copy.ts';
import { CACHED_FOR_MS } from '../../src/slack/kit/lookups/memberships.ts';
import type { ThreadPreview } from '../../src/sources/preview.ts';
import { SourceProblem, type SourceReason } from '../../src/sources/problem.ts';
import { createHarness } from '../support/harness/slack.ts';
import { event, opened, pressInView, submission } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

allowErrors(/ECONNRESET/);

const usable: NonNullable<ThreadPreview['usable']> = {
  messages: 1,
  people: 1,
  from: Date.parse('2026-03-02T09:00:00Z'),
  to: Date.parse('2026-03-02T09:00:00Z'),
  excluded: { marked: 0, optedOut: 0 },
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

/** A harness in which threads are as told. */
function harnessWith(threads: Partial<SlackContext['threads']>, given: Partial<SlackContext> = {}) {
  const harness = createHarness(given);
  Object.assign(harness.slack.threads, threads);
  return harness;
}

/** What is wrong with the thread itself. */
const refuse = (reason: SourceReason) => async () => {
  throw new SourceProblem(reason, 'no');
};

/** Slack's answers where the thread is of a conversation that may not be used. */
const refusals: Partial<Record<SourceReason, object>> = {
  not_in_channel: { 'conversations.info': { channel: { is_member: false } } },
  channel_archived: { 'conversations.info': { channel: { is_member: false, is_archived: true } } },
  not_a_member: { 'users.conversations': { channels: [] } },
};

describe('Ana picks the shortcut on a reply', () => {
  it('and the form opens before anything is looked up, on the whole thread', async () => {
    const asked: unknown[] = [];
    const harness = harnessWith({
      preview: async (team, thread) => {
        asked.push(team, thread, harness.made('views.open').length);
        return { name: 'Spring launch', usable };
      },
    });
    await harness.send(shortcut());
    expect(asked).toEqual(['T1', { channel: 'C1', ts: '1.1' }, 1]);
    const view = harness.made('views.update').at(-1)?.view;
    expect(wordsOf(view)).toContain('*1 message* by 1 person');
    expect(view.title.text).toBe('Turn thread into slides');
    const fields = view.blocks.map(({ block_id }: { block_id?: string }) => block_id);
    expect(fields).toContain('theme');
    expect(fields).not.toContain('channel');
    expect(fields).not.toContain('file');
  });

  it('while Slack lets nobody look, and can ask all the same', async () => {
    const harness = harnessWith({ preview: async () => ({ name: '' }) });
    await harness.send(shortcut());
    const view = harness.made('views.update').at(-1)?.view;
    expect(wordsOf(view)).toContain('look at this thread again in a minute');
    await harness.send(submission(opened(view)));
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('where something goes wrong, and reads a reference', async () => {
    const harness = harnessWith({
      preview: async () => {
        throw new Error('ECONNRESET');
      },
    });
    await harness.send(shortcut());
    expect(wordsOf(harness.made('views.update').at(-1)?.view)).toMatch(/try once more.*ref-1/);
    expect(harness.logged.join()).toContain('ref-1');
  });

  it.each<SourceReason>([
    'thread_gone',
    'thread_empty',
    'not_in_channel',
    'channel_archived',
    'not_a_member',
  ])('where it cannot be used (%s), and reads why and what to do', async (reason) => {
    const harness = harnessWith({ preview: refuse(reason) });
    Object.assign(harness.answers, refusals[reason]);
    await harness.send(shortcut());
    const { what, next } = failureCopy(reason, 'Gamma', { optOutReaction: 'speak_no_evil' });
    expect(wordsOf(harness.made('views.update').at(-1)?.view)).toContain(`${what} ${next}`);
  });

  it('between two people, where nobody can bring Deckhand in, and reads what can be done instead', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(shortcut({ channel: { id: 'D1', name: 'directmessage' } }));
    const said = wordsOf(harness.made('views.update').at(-1)?.view);
    expect(said).toContain("I can't read direct messages between people. Paste what matters into `/deck`");
    expect(said).not.toContain('/invite');
  });
});

describe('the form on a thread', () => {
  async function formOf({ isPrivate = false } = {}) {
    const harness = harnessWith({ preview: async () => ({ name: 'Spring launch', usable }) });
    const channel = { id: 'C1', is_member: true, is_private: isPrivate };
    harness.answers['conversations.info'] = { channel };
    await harness.send(shortcut());
    return { harness, view: harness.made('views.update').at(-1)?.view };
  }

  it('needs no words, and goes back into the thread', async () => {
    const { harness, view } = await formOf();
    const { answer } = await harness.send(submission(opened(view)));
    expect(answer).toBeUndefined();
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'thread', channel: 'C1', ts: '1.1', name: 'Spring launch' },
      destination: { channel: 'C1', threadTs: '1.1' },
    });
  });

  it('keeps its thread and what is known of it when it is drawn again', async () => {
    const { harness, view } = await formOf({ isPrivate: true });
    await harness.send(pressInView({ action_id: 'deck_more_options', value: 'toggle' }, opened(view)));
    const again = harness.made('views.update').at(-1)?.view;
    expect(wordsOf(again)).toContain('This conversation is private');
    expect(again.title.text).toBe('Turn thread into slides');
    await harness.send(submission(opened(again)));
    expect(harness.generations.all()[0]?.ask).toMatchObject({ source: { ts: '1.1' } });
  });

  it('begins with no access for others where it is private', async () => {
    const { harness, view } = await formOf({ isPrivate: true });
    await harness.send(submission(opened(view)));
    expect(harness.generations.all()[0]?.ask?.sharing).toEqual({
      workspaceAccess: 'noAccess',
      externalAccess: 'noAccess',
    });
  });

  it('is refused where the person may not use the thread, whatever the form says', async () => {
    const { harness, view } = await formOf();
    Object.assign(harness.answers, refusals.not_a_member);
    await harness.slack.clock.sleep(CACHED_FOR_MS + 1);
    const { answer } = await harness.send(submission(opened(view)));
    expect(JSON.stringify(answer)).toMatch(/Only somebody who is in a conversation/);
    expect(harness.generations.all()).toEqual([]);
  });
});

describe('Ana wants none of her words used', () => {
  const home = { type: 'home', id: 'V1', hash: 'h', blocks: [], state: { values: {} } };
  const shown = (harness: ReturnType<typeof createHarness>) =>
    wordsOf(harness.made('views.publish').at(-1)?.view);

  it('says so on Home, and takes it back', async () => {
    const harness = createHarness();
    await harness.send(pressInView({ action_id: 'words_opt_out', value: 'home' }, home));
    expect(shown(harness)).toContain('*left out*');
    expect(await harness.slack.optOuts.has('T1', 'UANA')).toBe(true);
    await harness.send(pressInView({ action_id: 'words_opt_in', value: 'home' }, home));
    expect(shown(harness)).toContain('Leave my messages out');
    expect(await harness.slack.optOuts.has('T1', 'UANA')).toBe(false);
  });
});

it.each([
  [2, '*5 messages* by 3 people (2 left out, their authors opted out)'],
  [0, '*5 messages* by 3 people ·'],
])(
  'the card for the days of a channel counts what is used; %i messages are left out',
  async (optedOut, text) => {
    const { harness, say } = talkTo();
    harness.slack.threads.countDays = async () => ({ messages: 5, people: 3, optedOut, isWhole: true });
    expect(await say('slides of the last week', 'channel')).toMatchObject({ kind: 'card' });
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain(text);
  },
);

describe('what the form says of a thread', () => {
  const say = (changes: object, isPrivate = false) =>
    wordsOf({ blocks: threadFacts({ isPrivate, usable: { ...usable, ...changes } }) });

  it('counts', () => {
    const text = say({
      messages: 1204,
      people: 3,
      to: usable.to + 60_000,
      excluded: { marked: 2, optedOut: 1 },
      files: 4,
    });
    expect(text).toMatch(/\*1,204 messages\* by 3 people, <!date[^>]+from .+<!date[^>]+to /);
    expect(text).toContain(
      'Left out: 2 messages marked not to be used and 1 message of people who opted out.',
    );
    expect(text).toContain('4 files are only named: what is in them stays in Slack.');
  });

  it('names the day once where all was said in one sitting', () => {
    const from = usable.from;
    const hours = (count: number) => say({ from, to: from + count * 60 * 60_000 });
    expect(hours(1)).toMatch(/\^from \{day_divider_pretty\} at \{time\}\|.+\^to \{time\}\|/);
    expect(hours(30)).toMatch(/\^to \{day_divider_pretty\} at \{time\}\|/);
  });

  it('does not claim to know what it has not seen', () => {
    const text = say({ isWhole: false, files: 1, excluded: { marked: 1, optedOut: 0 } });
    expect(text).toContain('Left out so far: 1 message');
    expect(text).toContain('1 file is only named so far');
    expect(text).toContain('The rest is read once you press Create');
  });
});

describe('a mention', () => {
  const mention = (text: string, given: object = {}) =>
    event({ type: 'app_mention', user: 'UANA', channel: 'C1', ts: '3.3', thread_ts: '1.1', text, ...given });

  it('takes the defaults for what its words do not say', async () => {
    const harness = createHarness();
    harness.slack.defaults.forAsk = async () => ({
      theme: { id: 'ocean', name: 'Ocean' },
      format: 'document',
      exportAs: 'png',
      tone: 'calm',
    });
    await harness.send(mention('<@UBOT> make slides in German for execs'));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      format: 'presentation',
      theme: { id: 'ocean' },
      exportAs: 'png',
      tone: 'calm',
      language: 'de',
      prompt: 'make slides in German for execs',
    });
  });

  it('of an app asks for nothing', async () => {
    const harness = createHarness();
    await harness.send(mention('<@UBOT> make slides', { bot_id: 'B2', user: 'UOTHER' }));
    expect(harness.generations.all()).toEqual([]);
    expect(harness.calls).toEqual([]);
  });

  it('that comes again, even as another event, makes nothing twice', async () => {
    const harness = createHarness();
    await harness.send(mention('<@UBOT> make slides'));
    await harness.send(mention('<@UBOT> make slides'));
    await harness.send({ ...mention('<@UBOT> make slides'), event_id: 'Ev2' });
    // After a crash, an event that was partly handled is handled again.
    await harness.send(mention('<@UBOT> make slides'), { isAgain: true });
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('is answered once, and for the one person', async () => {
    const harness = createHarness({ connectionState: async () => 'unconnected' });
    await harness.send(mention('<@UBOT> make slides'));
    await harness.send(mention('<@UBOT> make slides'));
    expect(harness.made('chat.postEphemeral')).toMatchObject([
      { user: 'UANA', channel: 'C1', thread_ts: '1.1' },
    ]);
    expect(harness.made('chat.postEphemeral')[0].text).toContain('not connected to Gamma');
  });
});

describe('an order in a thread with a file that would not be read', () => {
  const files = [{ id: 'F1', name: 'prices.pdf' }];
  const ORDER = 'one slide with a chart of this, in english';

  it('gets a card that says so, and a yes makes it', async () => {
    const { say, harness } = talkTo();
    harness.slack.threads.filesInThread = async () => files;
    expect(await say(ORDER, 'thread')).toMatchObject({ kind: 'card', ask: { source: { kind: 'thread' } } });
    expect(wordsOf(harness.made('chat.postEphemeral').at(-1))).toContain(
      '1 file in the thread is not read. To have it read, choose it in *Turn thread into slides*.',
    );
    expect(await say('yes', 'thread')).toMatchObject({ kind: 'made' });
  });

  it.each(['none', 'unknown'])('is carried out at once if there is %s', async (what) => {
    const { say, harness } = talkTo();
    harness.slack.threads.filesInThread = async () => {
      if (what === 'unknown') throw new SourceProblem('thread_gone', 'no');
      return [];
    };
    expect(await say(ORDER, 'thread')).toMatchObject({ kind: 'made' });
  });
});
