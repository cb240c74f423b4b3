import { describe, expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log.ts';
import { buttonsOf, inputsOf, readable } from './read-blocks.ts';

allowErrors(/expired_trigger_id/);

const promptOf = (view: { blocks: { block_id?: string; element?: { initial_value?: string } }[] }) =>
  view.blocks.find(({ block_id }) => block_id === 'prompt')?.element?.initial_value;

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

  it('with some words, and they are in the form already', async () => {
    const harness = createHarness();
    await harness.send(command('Ten slides on R&amp;D'));
    expect(promptOf(harness.made('views.open')[0].view)).toBe('Ten slides on R&D');
  });

  it('with more words than one field holds, and finds all of them in two', async () => {
    const harness = createHarness();
    await harness.send(command('word '.repeat(700)));
    expect(inputsOf(harness.made('views.open')[0].view).slice(0, 2)).toEqual(['prompt', 'prompt_2']);
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

  it('where the service is not connected, and reads it in place of a form, with her words', async () => {
    const harness = createHarness({ connectionState: async () => 'unconnected' });
    await harness.send(command('Spring'));
    const [{ view }] = harness.made('views.update');
    expect(readable(view)).toContain('not connected to Gamma yet');
    expect(readable(view)).toContain('Spring');
    expect(inputsOf(view)).toEqual([]);
    expect(buttonsOf(view)).toEqual(['Ask an admin']);
  });

  it('where Deckhand is not in the channel, and reads how to bring it there', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(command(''));
    expect(readable(harness.made('views.update')[0].view)).toContain('/invite @Deckhand');
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
    expect(readable(answer)).toContain('`/deck recent`');
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
    expect(readable(answer)).toContain('Mine');
    expect(JSON.stringify(answer)).not.toMatch(/Ben’s|Another/);
    expect(buttonsOf(answer)[0]).toBe('Open');
  });

  it('for the list of an organisation that installed Deckhand as a whole', async () => {
    const harness = createHarness();
    harness.generations.put(aGeneration({ team: 'E1', title: 'Ours' }));
    await harness.send(
      command('recent', { is_enterprise_install: 'true', enterprise_id: 'E1', team_id: 'T9' }),
    );
    expect(readable(harness.made('respond')[0])).toContain('Ours');
  });

  it('before she made anything, and reads how to begin', async () => {
    const harness = createHarness();
    await harness.send(command('recent'));
    expect(harness.made('respond')[0].text).toContain('Type `/deck`');
  });
});
