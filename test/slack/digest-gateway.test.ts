import { WebAPIPlatformError, WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { AdmissionPorts } from '../../src/asks/admission.ts';
import type { Digest } from '../../src/digests/digest.ts';
import type { SlackClients } from '../../src/slack/bolt/calls/clients.ts';
import { createDigestGateway } from '../../src/slack/digest/gateway.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { createTestLog } from '../support/log.ts';

const digest: Pick<Digest, 'team' | 'owner' | 'channel' | 'deliverTo' | 'threshold' | 'choices'> = {
  choices: { format: 'presentation' },
  team: 'T1',
  owner: 'UANA',
  channel: 'C1',
  deliverTo: { kind: 'person', person: 'UBEN' },
  threshold: 1,
};

type Connection = Awaited<ReturnType<AdmissionPorts['connectionState']>>;

type TemplateStatus = Awaited<ReturnType<AdmissionPorts['templateStatus']>>;

const never = async () => Promise.reject(new Error('not asked for a digest'));
const admissionPorts: AdmissionPorts = {
  isClosedOutside: async () => false,
  connectionState: async () => 'connected',
  themeStatus: never,
  templateStatus: never,
  folderStatus: never,
  placesOf: never,
  limitReached: never,
  budgetBlocker: never,
  readFile: never,
  conversation: never,
  isMember: never,
  isFullMember: never,
};

/** Slack with Deckhand in #launch; its calls, and how often it says that they come too early. */
function slackWith(
  {
    isPrivate = false,
    members = ['UANA'],
    busy = 0,
    channel = {},
    ben = {},
    ana = {},
    guests = 'no' as 'no' | 'yes',
    refusal = '',
    connection = 'connected' as Connection,
    template = undefined as TemplateStatus | undefined,
  },
  changes: Partial<typeof digest> = {},
) {
  let left = busy;
  const answer = (given: object) => async () => {
    if (left-- > 0) throw new WebAPIRateLimitedError(60);
    return { ok: true, ...given };
  };
  const client = {
    auth: { test: answer({ user_id: 'UBOT' }) },
    users: {
      info: async ({ user }: { user: string }) =>
        answer({ user: { id: user, team_id: 'T1', ...(user === 'UBEN' ? ben : ana) } })(),
      list: answer({
        members: [
          { id: 'UADA', team_id: 'T1', is_admin: true },
          { id: 'UBEN', team_id: 'T1' },
        ],
      }),
    },
    conversations: {
      info: refusal
        ? async () => Promise.reject(new WebAPIPlatformError({ ok: false, error: refusal }))
        : answer({ channel: { name: 'launch', is_member: true, is_private: isPrivate, ...channel } }),
      members: answer({ members }),
      history: answer({
        messages: [{ ts: String(Date.parse('2026-03-05') / 1000), user: 'UANA', text: 'Hi' }],
      }),
    },
  } as unknown as WebClient;
  const gateway = createDigestGateway({
    clients: { reads: async () => client } as unknown as SlackClients,
    admissionPorts: {
      ...admissionPorts,
      connectionState: async () => connection,
      ...(template && { templateStatus: async () => template, placesOf: async () => [] }),
    },
    settings: { ...playedSettings({ guests }) },
    historyPage: 15,
    optedOut: async () => new Set(),
    reaction: 'speak_no_evil',
    clock: createSkippingClock(),
    log: createTestLog().log,
  });
  const window = { since: new Date('2026-03-02'), until: new Date('2026-03-09') };
  const choices = { ...digest.choices, ...(template && { template: { id: 't1', name: 'Weekly' } }) };
  return () => gateway.checkChannel({ ...digest, choices, ...changes }, window, new AbortController().signal);
}

describe('before a channel is summed up', () => {
  it('it may go to somebody else where everybody may read it', async () => {
    const look = slackWith({});
    expect(await look()).toEqual({ open: true, messages: 1, name: 'launch', isPrivate: false });
  });

  it.each([true, false])('who set it up must still be in it; private: %s', async (isPrivate) => {
    const look = slackWith({ isPrivate, members: ['UBEN'] });
    expect(await look()).toEqual({ open: false, because: 'owner_left' });
  });

  it.each([
    ['a guest now', { is_restricted: true }, 'owner_guest', ['UANA', 'UADA']],
    ['deactivated', { deleted: true }, 'owner_closed', ['UADA']],
    ['of another organisation now', { team_id: 'T2' }, 'owner_closed', ['UADA']],
  ])('it is paused if its owner is %s, and the admins are told', async (_, ana, because, tell) => {
    const deliverTo = { kind: 'channel' as const };
    expect(await slackWith({ ana }, { deliverTo })()).toEqual({ open: false, because, tell });
  });

  it('goes on for a guest if an admin lets guests in', async () => {
    const look = slackWith(
      { ana: { is_restricted: true }, guests: 'yes' },
      { deliverTo: { kind: 'channel' } },
    );
    expect(await look()).toMatchObject({ open: true });
  });

  it('what is said in private goes to nobody else', async () => {
    expect(await slackWith({ isPrivate: true })()).toEqual({ open: false, because: 'private' });
  });

  it.each([
    ['a guest', { is_restricted: true }],
    ['of another organisation', { team_id: 'T2' }],
    ['gone', { deleted: true }],
  ])('it goes to somebody who is %s only where they are in the channel', async (_, ben) => {
    expect(await slackWith({ ben })()).toEqual({ open: false, because: 'recipient_left' });
    expect(await slackWith({ ben, members: ['UANA', 'UBEN'] })()).toMatchObject({ open: true });
  });

  it('its template has to be there; where the service does not say, the generation finds out', async () => {
    expect(await slackWith({ template: 'gone' })()).toEqual({ open: false, because: 'template_gone' });
    expect(await slackWith({ template: 'unknown' })()).toMatchObject({ open: true });
    expect(await slackWith({ template: 'there' })()).toMatchObject({ open: true });
  });

  it('a channel that is not said to be public is not', async () => {
    const look = slackWith({ channel: { is_private: undefined } });
    expect(await look()).toEqual({ open: false, because: 'private' });
  });

  it.each([
    ['archived', { channel: { is_archived: true, is_member: false } }],
    ['absent', { channel: { is_member: false } }],
    ['absent', { refusal: 'not_in_channel' }],
    ['gone', { refusal: 'channel_not_found' }],
    ['removed', { refusal: 'token_revoked' }],
    ['unconnected', { connection: 'expired' as const }],
  ])('the digest pauses (%s) where it could not be made: %o', async (because, given) => {
    expect(await slackWith(given)()).toEqual({ open: false, because });
  });

  it('nothing is decided by an answer that says nothing about the channel', async () => {
    await expect(slackWith({ refusal: 'internal_error' })()).rejects.toThrow('internal_error');
  });

  it('each call is made again when Slack says that it was too early', async () => {
    expect(await slackWith({ busy: 6 })()).toMatchObject({ open: true, messages: 1 });
  });
});
