import { describe, expect, it } from 'vitest';
import {
  type AdmissionPorts,
  type Conversation,
  createAdmission,
  type Intended,
} from '../../src/asks/admission.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const open: Conversation = { name: 'launch', isPrivate: false, isArchived: false, hasDeckhand: true };

/** Admission where nothing stands in the way, unless given. */
function admissionWith(given: Partial<AdmissionPorts> = {}) {
  const ports: AdmissionPorts = {
    connectionState: async () => 'connected',
    themeStatus: async () => 'there',
    templateStatus: async () => 'there',
    folderStatus: async () => 'there',
    placesOf: async () => [],
    hasRoom: async () => true,
    conversation: async () => open,
    isMember: async () => true,
    isFullMember: async () => true,
    readFile: async () => 'Some notes',
    ...given,
  };
  return createAdmission(ports, { clock: createSkippingClock(), log: createTestLog().log });
}

const ana = { team: 'T1', person: 'UANA' };
const text: Intended = { ...ana, source: { kind: 'text' }, destination: { channel: 'C1' } };
const file: Intended = { ...text, source: { kind: 'file', fileId: 'F1' } };
const thread: Intended = { ...text, source: { kind: 'thread', channel: 'C1' } };
const themed: Intended = { ...text, theme: { id: 'ocean', name: 'Ocean' } };
const limits = { withinMs: 1000 };

describe('what may be made', () => {
  it.each([
    ['of words', text],
    ['of a file', file],
    ['of a thread, back into it', thread],
    ['with a theme', themed],
    ['for a form that has yet to ask where', { ...text, destination: undefined }],
  ])('%s', async (_, intended) => {
    expect(await admissionWith()(intended, limits)).toMatchObject({ blockers: [], unanswered: [] });
  });

  it('comes with what Slack says of the conversation that it is made of', async () => {
    expect((await admissionWith()(thread, limits)).conversation).toEqual(open);
    expect((await admissionWith()(text, limits)).conversation).toBeUndefined();
  });
});

describe('what stands in the way', () => {
  const found = async (intended: Intended, given: Partial<AdmissionPorts>) =>
    (await admissionWith(given)(intended, limits)).blockers.map(({ part, blocker }) => `${part} ${blocker}`);
  const conversation = (changes: Partial<Conversation>) => ({
    conversation: async () => ({ ...open, ...changes }),
  });

  it.each(['unconnected', 'expired', 'key_refused'] as const)('a connection that is %s', async (state) => {
    expect(await found(text, { connectionState: async () => state })).toEqual([`connection ${state}`]);
  });

  it('thoroughly: a web page, and a theme beside a template', async () => {
    const thorough = { ...text, work: { kind: 'agent' as const } };
    const template = { id: 't1', name: 'Pitch' };
    expect(await found({ ...thorough, format: 'webpage' }, {})).toEqual(['work no_thorough_webpage']);
    expect(await found({ ...thorough, ...themed, work: thorough.work, template }, {})).toEqual([
      'work theme_beside_template',
    ]);
    expect(await found({ ...thorough, format: 'webpage', template }, {})).toEqual([]);
    expect(await found({ ...text, work: { kind: 'document' }, format: 'webpage' }, {})).toEqual([]);
  });

  it('as much of the team under way as may be, for what is to begin now', async () => {
    const full = { hasRoom: async () => false };
    expect(await found({ ...text, work: { kind: 'document' } }, full)).toEqual(['work too_much_under_way']);
    // A form that opens, or a digest that is set up.
    expect(await found(text, full)).toEqual([]);
  });

  it('a theme that is gone, and not one that nobody knows of', async () => {
    expect(await found(themed, { themeStatus: async () => 'gone' })).toEqual(['theme theme_gone']);
    expect(await found(themed, { themeStatus: async () => 'unknown' })).toEqual([]);
    expect(await found(text, { themeStatus: async () => 'gone' })).toEqual([]);
  });

  describe('a template', () => {
    const like = (id: string): Intended => ({ ...text, template: { id, name: 'Pitch' } });
    const closed = ['template template_closed'];
    /** A document that was made for somebody, and is none of the workspace's templates. */
    const document = (person: string, channel: string): Partial<AdmissionPorts> => ({
      templateStatus: async () => 'gone',
      placesOf: async (_, docId) => (docId === 'doc1' ? [{ person, channel }] : []),
    });
    const secret = (members: string[]): Partial<AdmissionPorts> => ({
      ...conversation({ isPrivate: true }),
      isMember: async (_team, channel, person) => channel === 'C1' || members.includes(person),
    });

    it('that the workspace does not have, and that nothing was made under', async () => {
      expect(await found(like('t1'), {})).toEqual([]);
      expect(await found(like('t1'), { templateStatus: async () => 'gone' })).toEqual(closed);
    });

    it('that is a document of somebody else, where the actor is not', async () => {
      expect(await found(like('doc1'), { ...document('UBEN', 'C9'), ...secret(['UBEN']) })).toEqual(closed);
      expect(await found(like('doc1'), document('UBEN', 'UBEN'))).toEqual(closed);
      const gone = { conversation: async (_: string, id: string) => (id === 'C9' ? 'channel_gone' : open) };
      expect(await found(like('doc1'), { ...document('UBEN', 'C9'), ...gone } as never)).toEqual(closed);
    });

    it('and not one that is the actor’s own, stands where they are, or in a channel that is open to them', async () => {
      const service = { templateStatus: async () => Promise.reject(new Error('not asked')) };
      expect(await found(like('doc1'), { ...document('UANA', 'C9'), ...secret([]), ...service })).toEqual([]);
      expect(await found(like('doc1'), { ...document('UBEN', 'C9'), ...secret(['UANA']) })).toEqual([]);
      expect(await found(like('doc1'), document('UBEN', 'C9'))).toEqual([]);
    });

    it('nor one that nobody can speak of, which is for its surface to refuse', async () => {
      const admit = admissionWith({ templateStatus: async () => 'unknown' });
      const { blockers, unanswered } = await admit(like('t1'), limits);
      expect([blockers, unanswered.map(({ part }) => part)]).toEqual([[], ['template']]);
    });
  });

  it('a folder that is gone, and not one that nobody knows of', async () => {
    const filed: Intended = { ...text, folder: { id: 'f1', name: 'Launches' } };
    expect(await found(filed, { folderStatus: async () => 'gone' })).toEqual(['folder folder_gone']);
    expect(await found(filed, { folderStatus: async () => 'unknown' })).toEqual([]);
  });

  it.each([
    ['is archived', { isArchived: true, hasDeckhand: false }, 'channel_archived'],
    ['Deckhand is not in', { hasDeckhand: false }, 'not_in_channel'],
  ])('a channel that %s, to post in and to read', async (_, changes, blocker) => {
    expect(await found(text, conversation(changes))).toEqual([`destination ${blocker}`]);
    expect(await found(thread, conversation(changes))).toEqual([`source ${blocker}`]);
  });

  it('a conversation that Slack does not show, whatever it says of its members', async () => {
    const isMember = async () => Promise.reject(new Error('channel_not_found'));
    expect(await found(thread, { conversation: async () => 'channel_gone', isMember })).toEqual([
      'source channel_gone',
    ]);
  });

  it('nothing about a place, where the person gets it by direct message', async () => {
    const given = conversation({ hasDeckhand: false });
    expect(await found({ ...text, destination: { channel: 'UANA' } }, given)).toEqual([]);
  });

  it('an actor who is not in the conversation', async () => {
    expect(await found(thread, { isMember: async () => false })).toEqual(['source not_a_member']);
  });

  it('private talk that is to go elsewhere, but not to who it is made for', async () => {
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

  it('a place that is closed to the actor, however its id was come by', async () => {
    const out = { isMember: async () => false };
    const secret = conversation({ isPrivate: true });
    expect(await found(text, { ...secret, ...out })).toEqual(['destination not_a_member']);
    expect(await found(text, secret)).toEqual([]);
    // A public channel is open to full members, whether or not they are in it.
    expect(await found(text, out)).toEqual([]);
    expect(await found(text, { ...out, isFullMember: async () => false })).toEqual([
      'destination not_a_member',
    ]);
    expect(await found({ ...text, destination: { channel: 'UBEN' } }, {})).toEqual([
      'destination not_a_member',
    ]);
    expect(await found({ ...text, destination: { channel: 'UANA' } }, {})).toEqual([]);
  });

  it('somebody who gets it, and cannot open the channel that it is made of', async () => {
    const toBen: Intended = { ...thread, destination: { channel: 'UBEN' } };
    const among = (...people: string[]) => ({
      isMember: async (_team: string, _channel: string, person: string) => people.includes(person),
      isFullMember: async () => false,
    });
    expect(await found(toBen, among('UANA'))).toEqual(['source recipient_outside']);
    expect(await found(toBen, among('UANA', 'UBEN'))).toEqual([]);
  });

  it('nothing that Slack does not say is taken for a yes', async () => {
    const isFullMember = async () => Promise.reject(new Error('slow'));
    const admission = await admissionWith({ isFullMember })(text, limits);
    expect(admission.unanswered.map(({ part }) => part)).toEqual(['destination']);
  });

  it.each([
    ['blank', async () => ' \n', 'source_empty'],
    ['no text', async () => 'PK\0', 'source_not_text'],
    ['too long', async () => 'a'.repeat(400_001), 'source_too_long'],
    ['out of reach', async () => Promise.reject(new Error('file_deleted')), 'source_unreadable'],
  ])('a file that is %s', async (_, readFile, blocker) => {
    expect(await found(file, { readFile })).toEqual([`source ${blocker}`]);
  });

  it('all of it at once, the connection first', async () => {
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

describe('what nobody can say', () => {
  const never = () => new Promise<never>(() => {});
  const broken = async () => Promise.reject(new Error('ECONNRESET'));

  it.each([
    ['in time', never],
    ['at all', broken],
  ])('%s is told apart from what stands in the way', async (_, port) => {
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

  it('about the members leaves it open who may read', async () => {
    const { blockers, unanswered } = await admissionWith({ isMember: broken })(thread, limits);
    expect(blockers).toEqual([]);
    expect(unanswered).toMatchObject([{ part: 'source' }]);
  });

  it('ends with whoever asks', async () => {
    const admit = admissionWith({ connectionState: broken });
    await expect(admit(text, { signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow(
      'stopping',
    );
  });
});
