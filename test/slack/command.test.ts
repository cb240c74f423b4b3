import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createConnecting, createHarness, playedSettings } from '../support/harness/slack.ts';
import { command, press } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, fieldsOf, wordsOf } from '../support/reading.ts';

allowErrors(/expired_trigger_id/);

describe('Ana types /deck', () => {
  it('alone, and the form opens with her channel in it', async () => {
    const harness = createHarness();
    expect((await harness.send(command(''))).acked).toBe(true);
    const [{ view, trigger_id }] = harness.made('views.open');
    expect(trigger_id).toBe('trigger-1');
    expect(view.title.text).toBe('Create a deck');
    expect(JSON.parse(view.private_metadata)).toMatchObject({ channel: 'C1' });
    expect(harness.made('views.update')).toEqual([]);
  });

  it('with a sentence: a card for her alone shows what was understood, and nothing is made yet', async () => {
    const harness = createHarness();
    await harness.send(command('ten slides on tea, for customers, as PDF, in Ocean'));
    const [card] = harness.made('respond');
    expect(card.response_type).toBe('ephemeral');
    expect(wordsOf(card)).toContain('“tea, for customers”');
    expect(wordsOf(card)).toContain('Presentation · 10 slides · theme Ocean · as PDF');
    expect(wordsOf(card)).toContain('Everyone in <#C1> will see it.');
    expect(buttonsOf(card)).toEqual(['Make it here', 'Just for me', 'Details…', 'Not now']);
    expect(harness.made('views.open')).toEqual([]);
    expect(harness.generations.all()).toEqual([]);

    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'text' },
      prompt: 'tea, for customers',
      slides: 10,
      theme: { id: 'ocean' },
      exportAs: 'pdf',
      destination: { channel: 'C1' },
    });
  });

  it('with a topic alone, without a verb: all of it is the prompt', async () => {
    const harness = createHarness();
    await harness.send(command('Revenue up 18% to $4.2M, churn 2.1%'));
    expect(wordsOf(harness.made('respond')[0])).toContain('“Revenue up 18% to $4.2M, churn 2.1%”');
  });

  it('with days: what was said in the channel then', async () => {
    const harness = createHarness();
    await harness.send(command('the last two weeks, for the board'));
    expect(wordsOf(harness.made('respond')[0])).toMatch(/A summary of what was said in <#C1>, for the board/);
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()[0]?.ask?.source).toMatchObject({ kind: 'channel', channel: 'C1' });
  });

  it('with channels that she names: what is said in one goes to the other', async () => {
    const harness = createHarness();
    await harness.send(command('slides of <#C7|club> since Monday, post it in <#C8|club-board>'));
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      source: { kind: 'channel', channel: 'C7' },
      destination: { channel: 'C8' },
    });
  });

  it('with words that leave the topic open, or a greeting, and reads what to say', async () => {
    const harness = createHarness();
    await harness.send(command('slides for the board'));
    await harness.send(command('hello'));
    const [open, hello] = harness.made('respond');
    expect(wordsOf(open)).toMatch(/What should it be about\?.*`\/deck our spring launch/);
    expect(buttonsOf(open)).toEqual(['Create a deck']);
    expect(wordsOf(hello)).toMatch(/What should I make\?/);
  });

  it('with a misspelt command: she is asked what she means, and one click runs it', async () => {
    const harness = createHarness();
    await harness.send(command('digest'));
    const [asked] = harness.made('respond');
    expect(wordsOf(asked)).toMatch(/Did you mean `\/deck digests`\?/);
    expect(buttonsOf(asked)).toEqual(['Yes, /deck digests', 'No, make a deck about it']);
    await harness.send(press({ action_id: 'command_meant', value: 'digests' }));
    expect(wordsOf(harness.made('respond')[1])).toMatch(/No digests yet/);
    await harness.send(press({ action_id: 'command_meant', value: 'settings' }));
    expect(harness.made('views.open')).toHaveLength(1);
    // A forged value cannot start anything.
    await harness.send(press({ action_id: 'command_meant', value: 'slides on tea' }));
    expect(harness.made('respond')).toHaveLength(2);
  });

  it('with words that wait on a card, and finds them in the fields of the form', async () => {
    const harness = createHarness();
    const value = 'six slides on our spring launch for the sales team, as PDF';
    await harness.send(press({ action_id: 'deck_create_here', value }));
    const { view } = harness.made('views.open')[0];
    const drawn = JSON.stringify(view);
    expect(drawn).toContain('"initial_value":"6"');
    expect(drawn).toContain('"initial_value":"our spring launch for the sales team"');
  });

  it('with words where Deckhand cannot post: it goes to her alone, and the card says so', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(command('slides on tea'));
    expect(wordsOf(harness.made('respond')[0])).toContain(
      "I can't post in this conversation, so only you will see it",
    );
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.generations.all()[0]?.ask?.destination).toEqual({ channel: 'UANA' });
  });

  it('with days of a private channel without Deckhand: she reads how to bring it in, with her words', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    // Slack does not list a private channel among those of a person if Deckhand is not in it.
    harness.answers['users.conversations'] = { channels: [] };
    await harness.send(command('slides of the last two weeks'));
    const answer = wordsOf(harness.made('respond')[0]);
    expect(answer).toContain("I'm not in this private channel yet. Type `/invite @Deckhand` there");
    expect(answer).toContain('slides of the last two weeks');
    expect(answer).not.toMatch(/not in <#C1>|somebody who is in/);
  });

  it('with words in a public channel without Deckhand, which joins it when she says yes', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: false, is_private: false } };
    await harness.send(command('slides on tea'));
    expect(wordsOf(harness.made('respond')[0])).toContain('Everyone in <#C1> will see it.');
    expect(harness.made('conversations.join')).toEqual([]);
    await harness.send(press({ action_id: 'proposal_make', value: 'p1' }));
    expect(harness.made('conversations.join')).toMatchObject([{ channel: 'C1' }]);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('with words where the service is not connected, and reads whom to ask, with her words', async () => {
    const harness = createHarness({ connectionState: async () => 'unconnected' });
    await harness.send(command('slides on Spring'));
    const [answer] = harness.made('respond');
    expect(wordsOf(answer)).toContain('not connected to Gamma, so');
    expect(wordsOf(answer)).toContain('slides on Spring');
    expect(buttonsOf(answer)).toEqual(['Ask an admin']);
  });

  it('and asks an admin: what came of that takes the place of the button, her words stay', async () => {
    const summaryOf = async () => ({ kind: 'none' as const, works: false });
    const remembered: object[] = [];
    const harness = createHarness({
      connectionState: async () => 'unconnected',
      connecting: createConnecting({ summaryOf }),
      whenConnected: { remember: async (_, waiting) => void remembered.push(waiting), tell: async () => {} },
    });
    await harness.send(command('slides on Spring'));
    const ask = harness
      .made('respond')[0]
      .blocks.flatMap((block: { elements?: object[] }) => block.elements ?? [])[0];
    const container = { type: 'message', message_ts: '1.1', channel_id: 'C1', is_ephemeral: true };
    await harness.send(press(ask, { container, message: undefined }));
    const answer = harness.made('respond').at(-1);
    expect(answer).toMatchObject({ replace_original: true });
    expect(wordsOf(answer)).toContain('slides on Spring');
    expect(buttonsOf(answer)).toEqual([]);
    expect(remembered).toContainEqual(expect.objectContaining({ words: 'slides on Spring', hasAsked: true }));
  });

  it('where she may connect: one press leads to the service', async () => {
    const summaryOf = async () => ({ kind: 'none' as const, works: false });
    const harness = createHarness({
      connectionState: async () => 'unconnected',
      connecting: createConnecting({ summaryOf }),
      settings: playedSettings({ whoConnects: 'everyone' }),
    });
    await harness.send(command('slides on Spring'));
    expect(JSON.stringify(harness.made('respond')[0])).toMatch(
      /"url":"https:\/\/deckhand.test\/service\/connect/,
    );
    await harness.send(command(''));
    expect(JSON.stringify(harness.made('views.update')[0])).toMatch(
      /"url":"https:\/\/deckhand.test\/service\/connect/,
    );
  });

  it('is acknowledged, and the form open, before anything slow is asked', async () => {
    const order: string[] = [];
    const harness = createHarness();
    const { answers } = harness;
    answers['conversations.info'] = () => {
      order.push('channel asked');
      return { channel: { id: 'C1', is_member: true } };
    };
    const open = answers['views.open'] as (args: Record<string, string>) => object;
    answers['views.open'] = (args) => {
      order.push('opened');
      return open(args);
    };
    await harness.send(command(''));
    expect(order).toEqual(['opened', 'channel asked']);
  });

  it('where the service is not connected, and reads it in place of a form', async () => {
    const harness = createHarness({ connectionState: async () => 'unconnected' });
    await harness.send(command(''));
    const [{ view }] = harness.made('views.update');
    expect(wordsOf(view)).toContain('not connected to Gamma, so');
    expect(fieldsOf(view)).toEqual([]);
    expect(buttonsOf(view)).toEqual(['Ask an admin']);
  });

  it('where Deckhand is not in the channel, and reads how to bring it there', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(command(''));
    expect(wordsOf(harness.made('views.update')[0].view)).toContain('/invite @Deckhand');
  });

  it('twice in one press, and Slack’s refusal of the second is no news to her', async () => {
    const harness = createHarness();
    harness.answers['views.open'] = { ok: false, error: 'exchanged_trigger_id' };
    await harness.send(command(''));
    expect(harness.made('respond')).toEqual([]);
    expect(harness.logged).toEqual([]);
  });

  it('when Slack has waited too long, and is told to try once more', async () => {
    const harness = createHarness();
    harness.answers['views.open'] = { ok: false, error: 'expired_trigger_id' };
    await harness.send(command(''));
    expect(harness.made('respond')[0]).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(harness.made('respond')[0].text).toMatch(/longer than Slack allows.*`ref-1`/);
  });
});

describe('Ana asks', () => {
  it('for help', async () => {
    const harness = createHarness();
    await harness.send(command('help'));
    const [answer] = harness.made('respond');
    expect(answer.response_type).toBe('ephemeral');
    expect(wordsOf(answer)).toContain('`/deck recent`');
    expect(harness.made('views.open')).toEqual([]);
  });

  it('for what she made lately, and sees her own alone', async () => {
    const harness = createHarness();
    harness.generations.put(aGeneration({ id: 'a', title: 'Mine' }));
    harness.generations.put(aGeneration({ id: 'b', title: 'Ben’s', person: 'UBEN' }));
    harness.generations.put(aGeneration({ id: 'c', title: 'Another team’s', team: 'T2' }));
    await harness.send(command('recent'));
    const [answer] = harness.made('respond');
    expect(answer.response_type).toBe('ephemeral');
    expect(wordsOf(answer)).toContain('Mine');
    expect(JSON.stringify(answer)).not.toMatch(/Ben’s|Another/);
    expect(buttonsOf(answer).slice(0, 2)).toEqual(['Show slides', 'Export as PowerPoint']);
  });

  it('for the list of an organisation that installed Deckhand as a whole', async () => {
    const harness = createHarness();
    harness.generations.put(aGeneration({ team: 'E1', title: 'Ours' }));
    await harness.send(
      command('recent', { is_enterprise_install: 'true', enterprise_id: 'E1', team_id: 'T9' }),
    );
    expect(wordsOf(harness.made('respond')[0])).toContain('Ours');
  });

  it('before she made anything, and reads how to begin', async () => {
    const harness = createHarness();
    await harness.send(command('recent'));
    expect(harness.made('respond')[0].text).toContain('Type `/deck`');
  });
});
