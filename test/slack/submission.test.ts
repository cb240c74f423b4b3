import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { type AskForm, askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { splitPrompt } from '../../src/slack/kit/ask-fields/prompt.ts';
import { createHarness, type Given } from '../support/harness/slack.ts';
import { opened, submission } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/connection refused/);

const form: AskForm = { ...askForm.initial, prompt: { texts: ['Spring launch'], joins: [] }, channel: 'C1' };
const drawn = (given: Partial<AskForm> = {}, entries = {}) =>
  opened(deckModal({ ...form, ...given }, { more: true }), entries);
const notes = { files: [{ id: 'F1', name: 'notes.md', size: 100 }] };
const never = () => new Promise<never>(() => {});

async function submit(view: object, given: Given = {}) {
  const harness = createHarness(given);
  const { answer, at } = await harness.send(submission(view));
  return { harness, at, errors: (answer as { errors?: Record<string, string> } | undefined)?.errors };
}

describe('Ana sends the form in', () => {
  it('and the ask is taken before the form closes', async () => {
    const { harness, errors } = await submit(drawn({ theme: { id: 'ocean', name: 'Ocean' } }));
    expect(errors).toBeUndefined();
    expect(harness.generations.all()).toMatchObject([
      { team: 'T1', person: 'UANA', channel: 'C1', ask: { prompt: 'Spring launch', exportAs: 'pptx' } },
    ]);
  });

  it.each<[string, Partial<AskForm>, number | undefined]>([
    ['Spring launch, 6 slides', {}, 6],
    ['Spring launch, 6 slides', { slides: '4' }, 4],
    ['Spring launch', {}, undefined],
    ['the 5 pages that we lost', {}, undefined],
  ])('“%s” sets the number of slides if the form has none', async (words, entries, slides) => {
    const { harness } = await submit(drawn({ prompt: splitPrompt(words), ...entries }));
    expect(harness.generations.all()[0]?.ask).toMatchObject({ prompt: words });
    expect(harness.generations.all()[0]?.ask?.slides).toBe(slides);
  });

  it('twice, and it is taken once', async () => {
    const harness = createHarness();
    await Promise.all([harness.send(submission(drawn())), harness.send(submission(drawn()))]);
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('with a file instead of a prompt', async () => {
    const { harness } = await submit(drawn({ prompt: { texts: [''], joins: [] } }, { file: notes }));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      prompt: '',
      source: { kind: 'file', files: [{ id: 'F1', name: 'notes.md' }] },
    });
  });

  it('with more words than fit beside a file, and reads by how much', async () => {
    const { harness, errors } = await submit(
      drawn({ prompt: splitPrompt('a'.repeat(5_000)), tone: 'Warm' }, { file: notes }),
    );
    expect(errors).toEqual({
      prompt: expect.stringMatching(/^Shorten the tone and your words by \d+ characters in all: Gamma takes/),
    });
    expect(harness.generations.all()).toEqual([]);
  });

  it('empty, and nothing outside is asked', async () => {
    const { harness, errors } = await submit(drawn({ prompt: { texts: [''], joins: [] } }));
    expect(errors?.prompt).toMatch(/attach a file/);
    expect(harness.calls).toEqual([]);
    expect(harness.generations.all()).toEqual([]);
  });

  it('when the database is down, and the form stays with a reference', async () => {
    const harness = createHarness();
    harness.slack.generations.start = async () => {
      throw new Error('connection refused');
    };
    const { answer } = await harness.send(submission(drawn()));
    expect(JSON.stringify(answer)).toMatch(/Nothing was spent.*ref-1/);
    expect(harness.logged.join()).toContain('ref-1');
    expect(harness.logged.join()).not.toContain('Spring launch');
  });
});

describe('what only a look outside can tell is said at its field', () => {
  const refused = async (view: object, given: Given, answer?: object) => {
    const harness = createHarness(given);
    if (answer) harness.answers['conversations.info'] = answer;
    const result = await harness.send(submission(view));
    expect(harness.generations.all()).toEqual([]);
    return (result.answer as { errors: Record<string, string> }).errors;
  };
  const catalogue = (themeStatus: Catalogue['themeStatus']) => ({
    catalogue: { ...createHarness().slack.catalogue, themeStatus },
  });
  const withTheme = drawn({ theme: { id: 'gone', name: 'Gone' } });

  it('a service that is not connected', async () => {
    expect((await refused(drawn(), { connectionState: async () => 'unconnected' })).prompt).toMatch(
      /^Deckhand is not connected to Gamma, so/,
    );
  });

  it.each([
    ['too_much_under_way', /as much for this workspace .* Nothing was spent/],
    ['asks_under_way', /as much under way as one person may .* Nothing was spent/],
    ['asks_per_hour', /as much as one person may in an hour\. Nothing was spent/],
  ] as const)('a limit of asks that is reached: %s', async (limit, sentence) => {
    const harness = createHarness();
    harness.generations.limitReached = async ({ team, person }) =>
      team === 'T1' && person === 'UANA' ? limit : undefined;
    const { answer } = await harness.send(submission(drawn()));
    expect(JSON.stringify(answer)).toMatch(sentence);
    expect(harness.generations.all()).toEqual([]);
  });

  it('a theme that was deleted meanwhile', async () => {
    expect(
      (
        await refused(
          withTheme,
          catalogue(async () => 'gone'),
        )
      ).theme,
    ).toMatch(/no longer exists/);
  });

  it('a channel that Deckhand is not in', async () => {
    const absent = { channel: { id: 'C1', is_member: false } };
    expect((await refused(drawn(), {}, absent)).channel).toMatch(/\/invite @Deckhand/);
  });

  it('a conversation between other people', async () => {
    const errors = await refused(drawn({ channel: 'D9' }), {}, { ok: false, error: 'channel_not_found' });
    expect(errors.channel).toMatch(/your own conversation with Deckhand/);
  });

  it('an archived channel', async () => {
    const archived = { channel: { id: 'C1', is_member: true, is_archived: true } };
    expect((await refused(drawn(), {}, archived)).channel).toMatch(/archived/);
  });

  it.each([
    ['too long', { text: 'a'.repeat(400_001) }, /400,001 characters; 400,000 fit/],
    ['blank', { text: ' \n ' }, /no text/],
    ['something else than text', { fault: 'file_wrong_type' as const }, /not a file that Deckhand reads/],
    ['scanned', { fault: 'file_scanned' as const }, /pictures of its pages/],
    ['locked', { fault: 'file_locked' as const }, /password/],
  ])('a file that is %s', async (_, read, sentence) => {
    const errors = await refused(drawn({}, { file: notes }), { readFile: async () => read });
    expect(errors.file).toMatch(sentence);
  });

  it('a file that cannot be read', async () => {
    const readFile = async () => {
      throw new Error('file_deleted');
    };
    expect((await refused(drawn({}, { file: notes }), { readFile })).file).toMatch(/could not read/);
  });
});

describe('a direct message in “Post in”', () => {
  const source = { channel: 'C1', since: '2026-03-01T00:00:00Z' };
  const isShown = ({ channel }: Record<string, string>) =>
    channel === 'D9'
      ? { ok: false, error: 'channel_not_found' }
      : { channel: { id: channel, is_member: true, is_private: channel === 'C1', is_im: channel === 'D1' } };
  async function postIn(channel: string, given: Partial<AskForm>) {
    const harness = createHarness();
    harness.answers['conversations.info'] = isShown;
    const { answer } = await harness.send(submission(drawn({ ...given, channel })));
    return { errors: (answer as { errors?: Record<string, string> } | undefined)?.errors, harness };
  }

  it.each([
    ['of words', {}],
    ['about days of a channel', { source }],
  ])('between two people is refused in words, in an ask %s', async (_, given) => {
    const { errors, harness } = await postIn('D9', given);
    expect(errors?.channel).toMatch(/^Deckhand cannot post in this conversation/);
    expect(harness.generations.all()).toEqual([]);
  });

  it('with Deckhand gets what was said in a private channel', async () => {
    const { errors, harness } = await postIn('D1', { source });
    expect(errors).toBeUndefined();
    expect(harness.generations.all()).toMatchObject([{ ask: { destination: { channel: 'UANA' } } }]);
  });
});

describe('what cannot be told in time does not stand in the way', () => {
  it('a service, a theme and a file that do not answer', async () => {
    const { catalogue } = createHarness().slack;
    const { harness, errors, at } = await submit(drawn({ theme: { id: 'x', name: 'X' } }, { file: notes }), {
      connectionState: never,
      readFile: never,
      catalogue: { ...catalogue, themeStatus: never },
    });
    expect(errors).toBeUndefined();
    expect(harness.generations.all()).toHaveLength(1);
    // Slack's 3 s, less the time that writing the ask down may take.
    expect(at - Date.parse('2026-03-02T09:00:00Z')).toBeLessThan(2500);
  });
});

describe('a check of what Ana may read or post that does not finish is not taken for a yes', () => {
  const submitWhileSlackIsDown = async (given: Partial<AskForm>) => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'internal_error' };
    const { answer } = await harness.send(submission(drawn(given)));
    expect(harness.generations.all()).toEqual([]);
    return (answer as { errors: Record<string, string> }).errors;
  };

  it('the channel to post in', async () => {
    expect((await submitWhileSlackIsDown({})).channel).toMatch(/did not say in time .*Nothing was spent/);
  });

  it('the thread to read', async () => {
    const source = { kind: 'thread' as const, channel: 'C1', ts: '1.5' };
    expect((await submitWhileSlackIsDown({ source })).prompt).toMatch(/did not say in time/);
  });
});
