import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfBlocks } from '../../sandbox/slack/blocks/check.ts';
import { faultsOfView } from '../../sandbox/slack/blocks/views.ts';
import type { Digest, DigestSettings } from '../../src/digests/digest.ts';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { createLog } from '../../src/log.ts';
import { orOlderBlocks } from '../../src/slack/bolt/calls/posts.ts';
import { digestNote } from '../../src/slack/digest/note-blocks.ts';
import { digestFeedbackForm, focusWith } from '../../src/slack/feedback/feedback.ts';
import { feedbackButtons } from '../../src/slack/kit/blocks/document-buttons.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, submission } from '../support/harness/slack-requests.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';

/** The thumbs under a result. */

const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
const thumb = (value: string) => ({ type: 'feedback_buttons', action_id: 'generation_feedback', value });

const schedule: Digest['schedule'] = { every: 'cron', line: '0 9 * * 1', zone: 'UTC' };

const digest: Digest = {
  id: 'd1',
  team: 'T1',
  owner: 'UANA',
  channel: 'C1',
  schedule,
  focus: { topics: ['decisions'], words: 'Keep it short: only what matters most.\nCustomers' },
  choices: { format: 'presentation' },
  threshold: 1,
  quiet: 'say',
  deliverTo: { kind: 'channel' },
  state: 'active',
  createdAt: new Date(0),
};

function harnessWith(given: { ofDigest?: boolean } = {}) {
  const rated: string[] = [];
  const changed: (DigestSettings | DigestSettings['focus'])[] = [];
  const base = createHarness().slack;
  const harness = createHarness({
    ratings: {
      rate: async ({ id, isDigest }, person, rating) =>
        void rated.push([id, isDigest ? 'digest' : 'document', person, rating].join(' ')),
    },
    digests: {
      ...base.digests,
      find: async (team, id) => (team === 'T1' && id === 'd1' ? digest : null),
      change: async (_team, _id, settings) => {
        changed.push(settings);
        return digest;
      },
      refocus: async (_team, _id, focus) => changed.push(focus) > 0,
    },
  });
  const { ask } = aGeneration();
  harness.generations.put(
    aGeneration({ id: 'g1', ask: ask && (given.ofDigest ? { ...ask, digest: { id: 'd1' } } : ask) }),
  );
  const said = () => harness.made('respond');
  return { harness, rated, changed, said };
}

describe('a thumb up', () => {
  it('is noted, and the person reads so', async () => {
    const { harness, rated, said } = harnessWith();
    await harness.send(press(thumb('g1 good'), ben));
    expect(rated).toEqual(['g1 document UBEN good']);
    expect(said()).toMatchObject([{ response_type: 'ephemeral', text: 'Thanks, that is noted.' }]);
  });

  it('on a result of another team, or of another private conversation, is not', async () => {
    const { harness, rated } = harnessWith();
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_private: true } };
    harness.generations.put(aGeneration({ id: 'g2', team: 'T2' }));
    await harness.send(press(thumb('g2 good')));
    await harness.send(press(thumb('g1 good'), { ...ben, channel: { id: 'C2', name: 'other' } }));
    expect(rated).toEqual([]);
  });
});

describe('a thumb down', () => {
  it('under a document offers to have it changed', async () => {
    const { harness, rated, said } = harnessWith();
    await harness.send(press(thumb('g1 poor')));
    expect(rated).toEqual(['g1 document UANA poor']);
    expect(buttonsOf(said()[0])).toEqual(['Change it…']);
  });

  it('under a digest asks whoever set it up what the next ones are to be like', async () => {
    const { harness, rated } = harnessWith({ ofDigest: true });
    await harness.send(press(thumb('g1 poor')));
    expect(rated).toEqual(['g1 digest UANA poor']);
    expect(wordsOf(harness.made('views.open')[0].view)).toContain('What should the next ones be like?');
  });

  it('of somebody else under a digest is noted, and says whom to ask', async () => {
    const { harness, said } = harnessWith({ ofDigest: true });
    await harness.send(press(thumb('g1 poor'), ben));
    expect(harness.made('views.open')).toEqual([]);
    expect(said()[0].text).toContain('<@UANA> has set this digest up');
  });
});

describe('the form under a digest', () => {
  const filled = (entries: object) => opened(digestFeedbackForm('d1'), entries as never);
  const length = (value: string) => ({
    feedback_length: { selected_option: { value, text: { type: 'plain_text', text: value } } },
  });

  it('is one that Slack takes', () => {
    expect(faultsOfView(digestFeedbackForm('d1'), 'modal')).toEqual([]);
  });

  it('writes into the digest’s own settings, and leaves the rest of them to whoever changes them meanwhile', async () => {
    const { harness, changed } = harnessWith({ ofDigest: true });
    await harness.send(submission(filled({ ...length('longer'), feedback_topics: 'Returns' })));
    expect(changed).toEqual([{ topics: ['decisions'], words: 'Customers\nGo into more detail.\nReturns' }]);
  });

  it('is refused to who may not change the digest, whatever the form holds', async () => {
    const { harness, changed } = harnessWith({ ofDigest: true });
    const user = { id: 'UBEN', name: 'ben', team_id: 'T1' };
    const { answer } = await harness.send(submission(filled(length('shorter')), { user }));
    expect(JSON.stringify(answer)).toContain('not yours to change');
    expect(changed).toEqual([]);
  });

  it('never piles up wishes for a length, however often it is used', () => {
    const used = fc.array(fc.constantFrom('shorter' as const, 'longer' as const, 'same' as const), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(used, (chosen) => {
        const words = chosen.reduce((before, each) => focusWith(before, each, ''), 'Customers');
        expect(words.split('\n').length).toBeLessThanOrEqual(2);
        expect(words).toContain('Customers');
      }),
    );
  });
});

describe('the thumbs under a note that there is no digest this time', () => {
  const noteThumb = (rating: string) => ({ ...thumb(`d1 ${rating}`), action_id: 'digest_note_feedback' });

  it('up are noted, for each note anew', async () => {
    const { harness, rated } = harnessWith();
    await harness.send(press(noteThumb('good'), ben));
    expect(rated).toEqual(['d1/1.1 digest UBEN good']);
  });

  it('down open the settings for whoever set it up; others learn whom to ask', async () => {
    const { harness, said } = harnessWith();
    await harness.send(press(noteThumb('poor'), ben));
    expect(harness.made('views.open')).toEqual([]);
    expect(said()[0].text).toContain('<@UANA> has set this digest up');
    await harness.send(press(noteThumb('poor')));
    expect(harness.made('views.update')[0].view.callback_id).toBe('digest_form');
  });

  it('count nowhere but where the digest goes', async () => {
    const { harness, rated, said } = harnessWith();
    await harness.send(press(noteThumb('poor'), { ...ben, channel: { id: 'C2', name: 'other' } }));
    expect(rated).toEqual([]);
    expect(JSON.stringify(said())).not.toContain('UANA');
  });

  it('are missing where Slack does not take them, and the note is there', async () => {
    const note = digestNote(digest, { kind: 'quiet', since: new Date(0) }, { serviceName: 'Gamma' });
    expect(faultsOfBlocks(note.blocks, 'message', '/blocks')).toEqual([]);
    const sent: string[][] = [];
    await orOlderBlocks(
      note,
      async ({ blocks }) => {
        sent.push(blocks.map(({ type }) => type));
        if (sent.length === 1) throw new PostRefused('invalid_blocks');
      },
      createLog('silent'),
    );
    expect(sent).toEqual([
      ['section', 'context', 'context_actions'],
      ['section', 'context'],
    ]);
  });
});

it('stands under what is finished, and under nothing else', () => {
  const shown = (given: Parameters<typeof aGeneration>[0]) => feedbackButtons(aGeneration(given)).length;
  expect([shown({}), shown({ state: 'failed' }), shown({ archivedAt: new Date(0) })]).toEqual([1, 0, 0]);
});
