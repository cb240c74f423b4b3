import { emitLinks } from '../links/links.ts';
import type { Slack, SlackEvent } from '../slack.ts';
import type { Change } from '../workspace/changes.ts';
import { newId } from '../workspace/ids.ts';
import { isMember } from '../workspace/workspace.ts';
import { abortable } from './abortable.ts';
import type { Delivered } from './sender.ts';
import { eventsOf } from './subscriptions.ts';

/** Returns Slack's reason for sending an event again. */
const reasonOf = (delivered: Delivered): string => {
  if (delivered.outcome === 'timeout') return 'http_timeout';
  return delivered.outcome === 'failed' ? 'connection_failed' : 'http_error';
};

const isTaken = (delivered: Delivered): boolean =>
  delivered.outcome === 'answered' && delivered.status >= 200 && delivered.status < 300;

const refusesRetry = (delivered: Delivered): boolean => delivered.outcome === 'answered' && delivered.noRetry;

/** Sends the events that the manifest subscribes to on each change. Returns a function that sends other events. */
export function createEvents(slack: Slack, stopped: AbortSignal): Slack['emit'] {
  const isWanted = (name: string) =>
    slack.manifest.settings.event_subscriptions.bot_events.includes(name) && hasScope(slack, name);
  slack.workspace.onChange((change) => {
    if (change.kind === 'posted') emitLinksOf(slack, change);
    for (const { subscription, event } of eventsOf(slack, change)) {
      if (isWanted(subscription)) void deliverEvent(slack, change.team.id, event, stopped);
    }
  });
  return (teamId, event) => {
    if (isWanted(event.type)) void deliverEvent(slack, teamId, event, stopped);
  };
}

/** Sends the event about the links in a person's message. Slack sends none for messages of apps. */
function emitLinksOf(slack: Slack, { team, channel, message }: Change & { kind: 'posted' }): void {
  const { user, ts, text, thread_ts, bot, subtype } = message;
  if (bot || subtype) return;
  emitLinks(slack, team, text, {
    user,
    channel: channel.id,
    message_ts: ts,
    ...(thread_ts ? { thread_ts } : {}),
    unfurl_id: `${channel.id}.${ts}.${newId('')}`,
    source: 'conversations_history',
    is_bot_user_member: isMember(channel, team.installation?.botUserId ?? ''),
  });
}

/** Returns whether the app has the scope of an event. Without it Slack does not send the event. */
function hasScope({ manifest }: Slack, name: string): boolean {
  const needed = SCOPES_OF_EVENTS[name];
  return !needed || manifest.oauth_config.scopes.bot.includes(needed);
}

const SCOPES_OF_EVENTS: Record<string, string> = {
  app_mention: 'app_mentions:read',
  link_shared: 'links:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  'message.mpim': 'mpim:history',
};

/**
 * Sends an event. If it is not acknowledged within three seconds, sends it again after each delay, with the same event_id and
 * the headers `x-slack-retry-num` and `-reason`. Ends when `stopped` is aborted.
 */
async function deliverEvent(
  slack: Slack,
  teamId: string,
  event: SlackEvent,
  stopped: AbortSignal,
): Promise<void> {
  const body = JSON.stringify(envelope(slack, teamId, event));
  const attempt = (headers: Record<string, string>) =>
    slack.sender.send({ kind: event.type, body, contentType: 'application/json', headers });

  let delivered = await attempt({});
  for (const [at, wait] of slack.pace.redeliveries.entries()) {
    if (isTaken(delivered) || refusesRetry(delivered)) return;
    if (!(await abortable(slack.clock, wait, stopped))) return;
    const reason = reasonOf(delivered);
    delivered = await attempt({
      'x-slack-retry-num': String(at + 1),
      'x-slack-retry-reason': reason,
    });
  }
}

function envelope(slack: Slack, teamId: string, event: SlackEvent) {
  const team = slack.workspace.teams.find((each) => each.id === teamId);
  return {
    token: 'stand-in',
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: slack.app.id,
    event,
    type: 'event_callback',
    event_id: newId('Ev'),
    event_time: Math.floor(slack.clock.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: teamId,
        user_id: team?.installation?.botUserId ?? '',
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${newId('E')}`,
  };
}
