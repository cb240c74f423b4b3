import { createHmac } from 'node:crypto';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Harness } from './harness.ts';

/** The app as a sender needs it. */
type App = Pick<Harness, 'appUrl' | 'env'>;

/** Sends an interaction, signed as Slack does, with any payload. */
export function sendSigned(harness: App, payload: object): Promise<{ status: number; body: unknown }> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return sendBody(harness, body, 'application/x-www-form-urlencoded');
}

interface Sender {
  person: string;
  team?: string;
}

/** Sends an interaction as anybody of any team, though their client would never send it. */
export function sendAs(harness: App, { person, team = 'T0SMALL' }: Sender, payload: object) {
  return sendSigned(harness, {
    team: { id: team, domain: 'small' },
    user: { id: person, team_id: team },
    api_app_id: 'A0',
    token: '',
    trigger_id: `${Math.random()}.1`,
    is_enterprise_install: false,
    enterprise: null,
    ...payload,
  });
}

/** Presses a button in a message, though this person's client does not show it. */
export function pressAs(harness: App, person: { id: string }, action: object, { channel, ts }: Message) {
  return sendAs(
    harness,
    { person: person.id },
    {
      type: 'block_actions',
      actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', ...action }],
      channel: { id: channel, name: 'x' },
      message: { type: 'message', ts },
      container: { type: 'message', message_ts: ts, channel_id: channel },
      view: { id: 'V1', type: 'modal', private_metadata: '', state: { values: {} } },
    },
  );
}

/** An event of a team, as Slack tells it. @param at seconds since the epoch */
export function sendSignedEvent(harness: Harness, team: string, event: object, at: number) {
  const envelope = {
    type: 'event_callback',
    team_id: team,
    api_app_id: 'A0',
    event_id: `Ev${at}`,
    event_time: at,
  };
  return sendBody(harness, JSON.stringify({ ...envelope, event }), 'application/json');
}

/** Any body at all, signed. */
export async function sendBody(
  harness: App,
  body: string,
  contentType: string,
): Promise<{ status: number; body: unknown }> {
  const at = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', harness.env.SLACK_SIGNING_SECRET ?? '').update(`v0:${at}:${body}`);
  const response = await fetch(`${harness.appUrl()}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${mac.digest('hex')}`,
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text || null };
}
