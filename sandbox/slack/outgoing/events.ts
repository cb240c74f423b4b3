import type { Slack, SlackEvent } from '../slack.ts';
import { newId } from '../workspace/ids.ts';
import { abortable } from './abortable.ts';
import type { Delivered } from './sender.ts';
import { eventsOf } from './subscriptions.ts';

/** Slack's words for why it sends an event again. */
const reasonOf = (delivered: Delivered): string => {
  if (delivered.outcome === 'timeout') return 'http_timeout';
  return delivered.outcome === 'failed' ? 'connection_failed' : 'http_error';
};

const isTaken = (delivered: Delivered): boolean =>
  delivered.outcome === 'answered' && delivered.status >= 200 && delivered.status < 300;

const refusesRetry = (delivered: Delivered): boolean => delivered.outcome === 'answered' && delivered.noRetry;

/** Sends what the manifest subscribes to, made of every change; returns how to send an event by hand. */
export function createEvents(slack: Slack, stopped: AbortSignal): Slack['emit'] {
  const isWanted = (name: string) =>
    slack.manifest.settings.event_subscriptions.bot_events.includes(name) && mayHear(slack, name);
  slack.workspace.onChange((change) => {
    for (const { subscription, event } of eventsOf(slack, change)) {
      if (isWanted(subscription)) void deliverEvent(slack, change.team.id, event, stopped);
    }
  });
  return (teamId, event) => {
    if (isWanted(event.type)) void deliverEvent(slack, teamId, event, stopped);
  };
}

/** Events without the scope for what they tell are not sent, however they are subscribed to. */
function mayHear({ manifest }: Slack, name: string): boolean {
  const needed = SCOPES_OF_EVENTS[name];
  return !needed || needed.some((scope) => manifest.oauth_config.scopes.bot.includes(scope));
}

const SCOPES_OF_EVENTS: Record<string, string[]> = {
  app_mention: ['app_mentions:read'],
  file_shared: ['files:read'],
  member_joined_channel: ['channels:read', 'groups:read'],
  member_left_channel: ['channels:read', 'groups:read'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  'message.mpim': ['mpim:history'],
  reaction_added: ['reactions:read'],
  reaction_removed: ['reactions:read'],
};

/**
 * Sends one event and, where it is not taken within three seconds, sends it again: the same event_id, with
 * `x-slack-retry-num` and `-reason`. Ends when it is taken, when the waits are used up or when `stopped` fires.
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
    slack.log?.debug({ event: event.type, reason, retry: at + 1 }, 'event is sent again');
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
