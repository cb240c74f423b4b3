import { describe, expect, it } from 'vitest';
import {
  type AdmissionPorts,
  type Conversation,
  createAdmission,
  type Intended,
  orToDirectMessage,
} from '../../src/asks/admission.ts';
import { excessOf } from '../../src/asks/request-text.ts';
import { type Ask, askSchema } from '../../src/asks/schema.ts';
import { agentRequest, templateRequest, textRequest } from '../../src/generations/work/request.ts';
import { generationInput } from '../../src/service/routes/generations.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createTestLog } from '../support/log.ts';

const open: Conversation = { name: 'launch', isPrivate: false, isArchived: false, hasDeckhand: true };

/** Creates an admission that finds no blockers, unless other ports are given. */
function admissionWith(given: Partial<AdmissionPorts> = {}, onRefused: (blocker: string) => void = () => {}) {
  const ports: AdmissionPorts = {
    isClosedOutside: async () => false,
    connectionState: async () => 'connected',
    themeStatus: async () => 'there',
    templateStatus: async () => 'there',
    folderStatus: async () => 'there',
    placesOf: async () => [],
    limitReached: async () => undefined,
    budgetBlocker: async () => undefined,
    conversation: async () => open,
    isMember: async () => true,
    isFullMember: async () => true,
    readFile: async () => ({ text: 'Some notes' }),
    ...given,
  };
  return createAdmission(ports, { clock: createSkippingClock(), log: createTestLog().log, onRefused });
}

const ana = { team: 'T1', person: 'UANA' };

it.each<[string, Partial<AdmissionPorts>, string[]]>([
  ['nothing', {}, []],
  ['the connection', { connectionState: async () => 'key_refused' }, ['key_refused']],
  [
    'the connection, and the destination',
    { connectionState: async () => 'expired', conversation: async () => 'channel_gone' },
    ['expired'],
  ],
  ['the destination', { conversation: async () => 'channel_gone' }, ['destination']],
  [
    'a check that fails',
    { connectionState: async () => Promise.reject(new Error('no answer')) },
    ['unanswered'],
  ],
])('reports once for the metrics what blocks an ask: %s', async (_, ports, blockers) => {
  const refused: string[] = [];
  await admissionWith(ports, (blocker) => refused.push(blocker))(text, {});
  expect(refused).toEqual(blockers);
});

const text: Intended = { ...ana, source: { kind: 'text' }, destination: { channel: 'C1' } };
const file: Intended = { ...text, source: { kind: 'file', files: [{ id: 'F1', name: 'plan.md' }] } };
const thread: Intended = { ...text, source: { kind: 'thread', channel: 'C1' } };
const themed: Intended = { ...text, theme: { id: 'ocean', name: 'Ocean' } };
const limits = { withinMs: 1000 };
const FILE = { kind: 'file' as const, files: [{ id: 'F1', name: 'plan.md' }] };
const HERE = { channel: 'C1' };

describe('an ask without blockers', () => {
  it.each([
    ['text as the source', text],
    ['a file as the source', file],
    ['a thread as the source and the destination', thread],
    ['a theme', themed],
    ['no destination yet', { ...text, destination: undefined }],
  ])('%s', async (_, intended) => {
    expect(await admissionWith()(intended, limits)).toMatchObject({ blockers: [], unanswered: [] });
  });

  it('returns the conversation that is the source', async () => {
    expect((await admissionWith()(thread, limits)).conversation).toEqual(open);
    expect((await admissionWith()(text, limits)).conversation).toBeUndefined();
  });
});

describe('blockers', () => {
  const found = async (intended: Intended, given: Partial<AdmissionPorts>) =>
    (await admissionWith(given)(intended, limits)).blockers.map(({ part, blocker }) => `${part} ${blocker}`);
  const conversation = (changes: Partial<Conversation>) => ({
    conversation: async () => ({ ...open, ...changes }),
  });

  it.each(['unconnected', 'expired', 'key_refused'] as const)('the connection is %s', async (state) => {
    expect(await found(text, { connectionState: async () => state })).toEqual([`connection ${state}`]);
  });

  it('thorough work does not allow a web page, or a theme with a template', async () => {
    const thorough = { ...text, work: { kind: 'agent' as const } };
    const template = { id: 't1', name: 'Pitch' };
    expect(await found({ ...thorough, format: 'webpage' }, {})).toEqual(['work no_thorough_webpage']);
    expect(await found({ ...thorough, ...themed, work: thorough.work, template }, {})).toEqual([
      'work theme_beside_template',
    ]);
    expect(await found({ ...thorough, format: 'webpage', template }, {})).toEqual([]);
    expect(await found({ ...text, work: { kind: 'document' }, format: 'webpage' }, {})).toEqual([]);
  });

  it('the team has reached its limit of running generations; only a whole ask is blocked', async () => {
    const full = { limitReached: async () => 'too_much_under_way' as const };
    expect(await found({ ...text, work: { kind: 'document' } }, full)).toEqual(['work too_much_under_way']);
    // Without `work`: a form that opens, or a digest that is set up.
    expect(await found(text, full)).toEqual([]);
  });

  it('a deleted theme is a blocker; an unknown status is not', async () => {
    expect(await found(themed, { themeStatus: async () => 'gone' })).toEqual(['theme theme_gone']);
    expect(await found(themed, { themeStatus: async () => 'unknown' })).toEqual([]);
    expect(await found(text, { themeStatus: async () => 'gone' })).toEqual([]);
  });

  describe('a template', () => {
    const like = (id: string): Intended => ({ ...text, template: { id, name: 'Pitch' } });
    const closed = ['template template_closed'];
    /** A document that a person asked for, which is not a template of the workspace. */
    const document = (person: string, channel: string): Partial<AdmissionPorts> => ({
      templateStatus: async () => 'gone',
      placesOf: async (_, docId) => (docId === 'doc1' ? [{ person, channel }] : []),
    });
    const secret = (members: string[]): Partial<AdmissionPorts> => ({
      ...conversation({ isPrivate: true }),
      isMember: async (_team, channel, person) => channel === 'C1' || members.includes(person),
    });

    it('is blocked if neither the workspace nor the team has it', async () => {
      expect(await found(like('t1'), {})).toEqual([]);
      expect(await found(like('t1'), { templateStatus: async () => 'gone' })).toEqual(closed);
    });

    it('is blocked if it is a document of another person in a conversation that the actor cannot open', async () => {
      expect(await found(like('doc1'), { ...document('UBEN', 'C9'), ...secret(['UBEN']) })).toEqual(closed);
      expect(await found(like('doc1'), document('UBEN', 'UBEN'))).toEqual(closed);
      const gone = { conversation: async (_: string, id: string) => (id === 'C9' ? 'channel_gone' : open) };
      expect(await found(like('doc1'), { ...document('UBEN', 'C9'), ...gone } as never)).toEqual(closed);
    });

    it('is allowed if it is a document of the actor, or in a conversation that the actor can open', async () => {
      const service = { templateStatus: async () => Promise.reject(new Error('not asked')) };
      const toAna = { ...like('doc1'), destination: { channel: 'UANA' } };
      expect(await found(toAna, { ...document('UANA', 'C9'), ...secret([]), ...service })).toEqual([]);
      expect(await found(toAna, { ...document('UBEN', 'C9'), ...secret(['UANA']) })).toEqual([]);
      expect(await found(like('doc1'), document('UBEN', 'C9'))).toEqual([]);
    });

    it('of a private conversation may be used there and for the actor alone, and nowhere else', async () => {
      const made = {
        ...document('UANA', 'C9'),
        ...conversation({ isPrivate: true }),
        isMember: async () => true,
      };
      const to = (channel: string) => found({ ...like('doc1'), destination: { channel } }, made);
      expect(await to('C2')).toEqual(['template template_private']);
      expect(await to('C9')).toEqual([]);
      expect(await to('UANA')).toEqual([]);
      const posted = {
        ...document('UANA', 'C9'),
        conversation: async () => open,
        placesOf: async () => [
          { person: 'UANA', channel: 'UANA' },
          { person: 'UANA', channel: 'C3' },
        ],
      };
      expect(await found({ ...like('doc1'), destination: { channel: 'C2' } }, posted)).toEqual([]);
    });

    it('is unanswered, not blocked, if the service does not answer', async () => {
      const admit = admissionWith({ templateStatus: async () => 'unknown' });
      const { blockers, unanswered } = await admit(like('t1'), limits);
      expect([blockers, unanswered.map(({ part }) => part)]).toEqual([[], ['template']]);
    });
  });

  it('a deleted folder is a blocker; an unknown status is not', async () => {
    const filed: Intended = { ...text, folder: { id: 'f1', name: 'Launches' } };
    expect(await found(filed, { folderStatus: async () => 'gone' })).toEqual(['folder folder_gone']);
    expect(await found(filed, { folderStatus: async () => 'unknown' })).toEqual([]);
  });

  it.each([
    ['is archived', { isArchived: true, hasDeckhand: false }, 'channel_archived'],
    ['Deckhand is not in', { hasDeckhand: false }, 'not_in_channel'],
  ])('a channel that %s, as destination and as source', async (_, changes, blocker) => {
    expect(await found(text, conversation(changes))).toEqual([`destination ${blocker}`]);
    expect(await found(thread, conversation(changes))).toEqual([`source ${blocker}`]);
  });

  it('a conversation that Slack does not show, even if the call for its members fails', async () => {
    const isMember = async () => Promise.reject(new Error('channel_not_found'));
    expect(await found(thread, { conversation: async () => 'channel_gone', isMember })).toEqual([
      'source channel_gone',
    ]);
  });

  it('a direct message to the actor has no blockers', async () => {
    const given = conversation({ hasDeckhand: false });
    expect(await found({ ...text, destination: { channel: 'UANA' } }, given)).toEqual([]);
  });

  it('an actor who is not in the source conversation', async () => {
    expect(await found(thread, { isMember: async () => false })).toEqual(['source not_a_member']);
  });

  it('a private source with another destination than the source or the owner of the ask', async () => {
    const secret = conversation({ isPrivate: true });
    const to = (channel: string, owner?: string): Intended => ({
      ...thread,
      destination: { channel },
      ...(owner && { owner }),
    });
    expect(await found(to('UBEN'), secret)).toEqual(['source private_elsewhere']);
    expect(await found(to('UBEN'), {})).toEqual([]);
    expect(await found(to('UANA'), secret)).toEqual([]);
    expect(await found(to('UBEN', 'UBEN'), secret)).toEqual([]);
    expect(await found(to('UANA', 'UBEN'), secret)).toEqual(['source private_elsewhere']);
  });

  it('a destination that the actor cannot open, even if a forged form names its id', async () => {
    const out = { isMember: async () => false };
    const secret = conversation({ isPrivate: true });
    expect(await found(text, { ...secret, ...out })).toEqual(['destination not_a_member']);
    expect(await found(text, secret)).toEqual([]);
    // Full members can open a public channel that they are not in.
    expect(await found(text, out)).toEqual([]);
    expect(await found(text, { ...out, isFullMember: async () => false })).toEqual([
      'destination not_a_member',
    ]);
    expect(await found({ ...text, destination: { channel: 'UBEN' } }, {})).toEqual([
      'destination not_a_member',
    ]);
    expect(await found({ ...text, destination: { channel: 'UANA' } }, {})).toEqual([]);
  });

  it('a recipient who cannot open the source channel', async () => {
    const toBen: Intended = { ...thread, destination: { channel: 'UBEN' } };
    const among = (...people: string[]) => ({
      isMember: async (_team: string, _channel: string, person: string) => people.includes(person),
      isFullMember: async () => false,
    });
    expect(await found(toBen, among('UANA'))).toEqual(['source recipient_outside']);
    expect(await found(toBen, among('UANA', 'UBEN'))).toEqual([]);
  });

  it('a failed check of the role is unanswered, not a yes', async () => {
    const isFullMember = async () => Promise.reject(new Error('slow'));
    const admission = await admissionWith({ isFullMember })(text, limits);
    expect(admission.unanswered.map(({ part }) => part)).toEqual(['destination']);
  });

  it.each([
    ['empty', async () => ({ text: ' \n' }), 'source_empty'],
    ['locked', async () => ({ fault: 'file_locked' as const }), 'file_locked'],
    ['too long', async () => ({ text: 'a'.repeat(400_001) }), 'source_too_long'],
    ['not readable', async () => Promise.reject(new Error('file_deleted')), 'source_unreadable'],
  ])('a file that is %s', async (_, readFile, blocker) => {
    expect(await found(file, { readFile })).toEqual([`source ${blocker}`]);
  });

  it('a file is counted together with all that is sent in the same field', async () => {
    const template = { id: 't1', name: 'Pitch' };
    // With a template, the words have no limit of their own.
    const whole = { ...file, template, prompt: 'b'.repeat(6_000), work: { kind: 'document' as const } };
    const lengthOf = async (length: number) =>
      (await admissionWith({ readFile: async () => ({ text: 'a'.repeat(length) }) })(whole, limits)).blockers;
    const [blocker] = await lengthOf(400_000);
    expect(blocker).toMatchObject({ blocker: 'source_too_long', characters: 400_000 });
    const fit = blocker?.blocker === 'source_too_long' ? blocker.fit : 0;
    expect(fit).toBeGreaterThan(393_000);
    expect(await lengthOf(fit + 1)).toHaveLength(1);
    expect(await lengthOf(fit)).toEqual([]);
    const text = 'a'.repeat(fit);
    expect(
      templateRequest({ ...anAsk(), ...whole, source: FILE, destination: HERE }, text).prompt,
    ).toHaveLength(400_000);
  });

  it('kept sections are counted with the line breaks between them', async () => {
    const sections = (length: number) => `# One\n${'a'.repeat(length - 12)}\n# Two`;
    const kept = { ...file, sections: 'kept' as const, work: { kind: 'document' as const } };
    const given = (length: number) => ({ readFile: async () => ({ text: sections(length) }) });
    // A line of --- between two empty ones is six characters longer than the line break that was there.
    expect(await found(kept, given(399_994))).toEqual([]);
    expect(await found(kept, given(399_995))).toEqual(['source source_too_long']);
    expect(await found({ ...kept, sections: 'free' }, given(400_000))).toEqual([]);
    const ask = { ...anAsk(), ...kept, source: FILE, destination: HERE };
    expect(textRequest(ask, sections(399_994)).inputText).toHaveLength(400_000);
  });

  it.each<[string, Partial<Ask>, string[]]>([
    [
      'a thread, with audience and tone',
      {
        source: { kind: 'thread', channel: 'C1', ts: '1.1' },
        audience: 'a'.repeat(500),
        tone: 't'.repeat(500),
      },
      ['the audience', 'the tone', 'your words'],
    ],
    ['a file', { source: FILE }, ['your words']],
  ])(
    'words beside %s are counted together, and one character too many is said',
    async (_, given, counted) => {
      const ask = (length: number) => anAsk({ ...given, prompt: 'w'.repeat(length) });
      const fit = 5_000 - (excessOf(ask(5_000))?.characters ?? 0);
      expect((await admissionWith()(ask(fit), limits)).blockers).toEqual([]);
      const request = generationInput.parse(textRequest(ask(fit), 'x'));
      expect(request.additionalInstructions).toHaveLength(5_000);
      const tooLong = { part: 'words', blocker: 'words_too_long', characters: 1, counted };
      expect((await admissionWith()(ask(fit + 1), limits)).blockers).toEqual([tooLong]);
    },
  );

  it('the image style of a thorough document is counted with its title', async () => {
    const ask = (style: number) =>
      anAsk({ work: { kind: 'agent' }, title: 'Q3', images: { style: 's'.repeat(style) } });
    const facts = 'Keep names, figures, dates and links exactly as they are written.';
    const fit = 5_000 - `${facts}\nTitle: Q3\nStyle of the images: `.length;
    expect((await admissionWith()(ask(fit), limits)).blockers).toEqual([]);
    expect(agentRequest(ask(fit), 'x').additionalInstructions).toMatch(new RegExp(`s{${fit}}$`));
    expect((await admissionWith()(ask(5_000), limits)).blockers).toMatchObject([
      { blocker: 'words_too_long', characters: 5_000 - fit, counted: ['the title', 'the image style'] },
    ]);
  });

  it('all blockers are returned, those of the connection first', async () => {
    const given = {
      ...conversation({ hasDeckhand: false }),
      connectionState: async () => 'expired' as const,
    };
    expect(await found({ ...themed, ...thread }, given)).toEqual([
      'connection expired',
      'source not_in_channel',
    ]);
  });
});

describe('checks without an answer', () => {
  const never = () => new Promise<never>(() => {});
  const broken = async () => Promise.reject(new Error('ECONNRESET'));

  it.each([
    ['a timeout', never],
    ['an error', broken],
  ])('%s makes the part unanswered, not blocked', async (_, port) => {
    const admit = admissionWith({
      connectionState: port,
      themeStatus: port,
      conversation: port,
      readFile: port,
    });
    const { blockers, unanswered } = await admit({ ...themed, source: thread.source }, limits);
    expect(blockers).toEqual([]);
    expect(unanswered.map(({ part }) => part)).toEqual(['connection', 'theme', 'source']);
  });

  it('an error of the membership check makes the source unanswered', async () => {
    const { blockers, unanswered } = await admissionWith({ isMember: broken })(thread, limits);
    expect(blockers).toEqual([]);
    expect(unanswered).toMatchObject([{ part: 'source' }]);
  });

  it('an aborted signal rejects the admission', async () => {
    const admit = admissionWith({ connectionState: broken });
    await expect(admit(text, { signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow(
      'stopping',
    );
  });
});

describe('an ask whose destination Deckhand cannot post to goes to the direct messages of the actor', () => {
  const to = (destination: { channel: string; threadTs?: string }, source: object = { kind: 'text' }) =>
    askSchema.parse({ ...ana, source, prompt: 'tea', destination });
  const days = { kind: 'channel', channel: 'C2', since: '2026-03-02T00:00:00.000Z' };
  const closedExcept = (changes: Partial<Conversation>): Partial<AdmissionPorts> => ({
    conversation: async (_, channel) => (channel === 'C2' ? { ...open, ...changes } : 'channel_gone'),
  });

  it.each([
    ['text', to({ channel: 'C1' }), {}],
    ['days of a public channel', to({ channel: 'C1' }, days), {}],
    ['days of a private channel', to({ channel: 'C1' }, days), { isPrivate: true }],
    ['days of an archived channel', to({ channel: 'C1' }, days), { isArchived: true }],
  ])('%s: the remaining blockers are those of an admission of the new ask', async (_, asked, source) => {
    const admit = admissionWith(closedExcept(source));
    const { ask, admission, isRedirected } = orToDirectMessage(asked, await admit(asked, limits));
    expect(isRedirected).toBe(true);
    expect(ask).toEqual({ ...asked, destination: { channel: 'UANA' } });
    expect(admission.blockers).toEqual((await admit(ask, limits)).blockers);
  });

  it('is not redirected if Deckhand can post', async () => {
    const asked = to({ channel: 'C1', threadTs: '1.1' });
    expect(orToDirectMessage(asked, await admissionWith()(asked, limits))).toMatchObject({
      ask: asked,
      isRedirected: false,
    });
  });
});

describe('in an organisation, a public channel is open to its members only, because it may be of another workspace', () => {
  const memberOf = (...members: string[]): Partial<AdmissionPorts> => ({
    isMember: async (_team, _channel, person) => members.includes(person),
    templateStatus: async () => 'gone',
    placesOf: async () => [{ person: 'UBEN', channel: 'C9' }],
  });
  const found = async (intended: Intended, members: string[]) =>
    (await admissionWith(memberOf(...members))({ ...intended, team: 'E1' }, limits)).blockers.map(
      ({ blocker }) => blocker,
    );

  it('as destination', async () => {
    expect(await found(text, [])).toEqual(['not_a_member']);
    expect(await found(text, ['UANA'])).toEqual([]);
  });

  it('as the place of a document that is used as a template', async () => {
    const like = { ...text, destination: { channel: 'UANA' }, template: { id: 'doc1', name: 'Pitch' } };
    expect(await found(like, [])).toEqual(['template_closed']);
    expect(await found(like, ['UANA'])).toEqual([]);
  });

  it('for the recipient of a digest', async () => {
    const toBen: Intended = { ...thread, destination: { channel: 'UBEN' } };
    expect(await found(toBen, ['UANA'])).toEqual(['recipient_outside']);
    expect(await found(toBen, ['UANA', 'UBEN'])).toEqual([]);
  });
});

it('with membersOnly the actor must be a member even of a public channel', async () => {
  const admit = admissionWith({ isMember: async () => false });
  const { blockers } = await admit(text, { ...limits, membersOnly: true });
  expect(blockers).toEqual([{ part: 'destination', blocker: 'not_a_member' }]);
  expect((await admit(text, limits)).blockers).toEqual([]);
});
