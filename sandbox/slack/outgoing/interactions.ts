import { nameInPayload } from '../shapes/channel.ts';
import { messageForApp } from '../shapes/message.ts';
import type { Slack } from '../slack.ts';
import type { Channel, Person, StoredMessage, StoredView, Team } from '../workspace/model.ts';
import type { Delivered } from './sender.ts';

const TURNED_OFF: Delivered = { outcome: 'failed', cause: 'interactivity is off in the manifest' };

/** Sends an interaction of a person with blocks, views or shortcuts to the app. */
export function sendInteraction(
  slack: Slack,
  team: Team,
  person: Person,
  payload: { type: string; [field: string]: unknown },
): Promise<Delivered> {
  if (!slack.manifest.settings.interactivity.is_enabled) return Promise.resolve(TURNED_OFF);
  const whole = { ...payload, ...who(slack, team, person) };
  const body = new URLSearchParams({ payload: JSON.stringify(whole) }).toString();
  return slack.sender.send({
    kind: payload.type,
    body,
    contentType: 'application/x-www-form-urlencoded',
  });
}

const who = (slack: Slack, team: Team, person: Person) => ({
  token: 'stand-in',
  api_app_id: slack.app.id,
  team: { id: team.id, domain: team.domain },
  enterprise: null,
  is_enterprise_install: false,
  user: { id: person.id, username: person.handle, name: person.handle, team_id: team.id },
});

const channelInPayload = (channel: Channel) => ({ id: channel.id, name: nameInPayload(channel) });

/** Returns the message of a pressed block. For ephemeral messages Slack sends only their place. */
export function containerOfMessage(slack: Slack, team: Team, channel: Channel, message: StoredMessage) {
  const isEphemeral = message.ephemeralFor !== undefined;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(message.thread_ts ? { thread_ts: message.thread_ts } : {}),
    },
    channel: channelInPayload(channel),
    ...(isEphemeral ? {} : { message: messageForApp(slack, team, channel, message) }),
  };
}

export const containerOfView = (view: StoredView) => ({
  container: { type: 'view', view_id: view.id },
  view,
});
