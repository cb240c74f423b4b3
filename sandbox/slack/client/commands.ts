import { respond } from '../api/responses.ts';
import { SlackFault } from '../fault.ts';
import type { Delivered } from '../outgoing/sender.ts';
import type { Command, CommandResult } from '../protocol.ts';
import { nameInPayload } from '../shapes/channel.ts';
import type { Slack } from '../slack.ts';
import { join, leave } from '../workspace/membership.ts';
import type { Channel } from '../workspace/model.ts';
import { channelFor, joinedBy, type Me, meOf } from './me.ts';
import { encodeTyped } from './typed-text.ts';

/** Runs a slash command of Slack or the app. Commands do not exist in threads. */
export async function command(
  slack: Slack,
  { user, channel: id, text: line }: Command,
): Promise<CommandResult> {
  const me = meOf(slack, user);
  const channel = channelFor(me, id);
  const [, name = '', rest = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const own = OWN_COMMANDS[name];
  if (own) return own(me, channel, rest);
  const known = slack.manifest.features.slash_commands.find((each) => each.command === name);
  if (!known || !me.team.installation) {
    return { ok: false, error: `${name || line} is not a valid command (not_a_command)` };
  }
  return runAppCommand(me, channel, name, known.should_escape ? encodeTyped(me.team, rest, user) : rest);
}

async function runAppCommand(me: Me, channel: Channel, name: string, text: string): Promise<CommandResult> {
  const { slack, team, person } = me;
  const target = { team: team.id, channel: channel.id, user: person.id };
  const body = new URLSearchParams({
    token: 'stand-in',
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: nameInPayload(channel),
    user_id: person.id,
    user_name: person.handle,
    command: name,
    text,
    api_app_id: slack.app.id,
    is_enterprise_install: 'false',
    response_url: slack.responseUrls.issue(target),
    trigger_id: slack.triggers.issue({ team: team.id, user: person.id, channel: channel.id }),
  }).toString();
  const contentType = 'application/x-www-form-urlencoded';
  const delivered = await slack.sender.send({ kind: 'command', body, contentType });
  const error = faultOf(delivered, name) ?? answerWithAck(slack, target, delivered, name);
  return error ? { ok: false, error } : { ok: true };
}

function faultOf(delivered: Delivered, name: string): string | undefined {
  if (delivered.outcome === 'timeout') {
    return `${name} failed because the app did not respond (operation_timeout)`;
  }
  if (delivered.outcome === 'failed') return `${name} failed with the error "dispatch_failed"`;
  return delivered.status === 200
    ? undefined
    : `${name} failed with the error "http_status_${delivered.status}"`;
}

/** Applies a response in the acknowledgement: plain text, or JSON as for a response_url. */
function answerWithAck(
  slack: Slack,
  target: { team: string; channel: string; user: string },
  delivered: Delivered,
  name: string,
): string | undefined {
  if (delivered.outcome !== 'answered' || !delivered.text.trim()) return undefined;
  try {
    const isJson = delivered.contentType.includes('json');
    respond(slack, target, isJson ? JSON.parse(delivered.text) : { text: delivered.text });
    return undefined;
  } catch (error) {
    slack.log?.warn({ err: error }, 'the response to a command is invalid');
    return `${name} failed with the error "invalid_command_response"`;
  }
}

const OWN_COMMANDS: Record<string, (me: Me, channel: Channel, rest: string) => CommandResult> = {
  '/invite': ({ slack, team, person }, channel, rest) => {
    const invited = mentionedIn(encodeTyped(team, rest));
    if (invited.length === 0) return { ok: false, error: 'Name somebody to invite, e.g. /invite @Ben' };
    joinedBy({ slack, team, person }, channel.id);
    if (channel.kind !== 'channel' && channel.kind !== 'private')
      throw new SlackFault('method_not_supported_for_channel_type');
    for (const user of invited) join(slack.workspace, team, channel, user, person.id);
    return { ok: true };
  },
  '/remove': ({ slack, team, person }, channel, rest) => {
    joinedBy({ slack, team, person }, channel.id);
    for (const user of mentionedIn(encodeTyped(team, rest))) leave(slack.workspace, team, channel, user);
    return { ok: true };
  },
  '/join': ({ slack, team, person }, channel) => {
    join(slack.workspace, team, channel, person.id);
    return { ok: true };
  },
  '/archive': (me, channel) => {
    joinedBy(me, channel.id);
    channel.archived = true;
    return { ok: true };
  },
  '/leave': ({ slack, team, person }, channel) => {
    leave(slack.workspace, team, channel, person.id);
    return { ok: true };
  },
};

const mentionedIn = (text: string): string[] =>
  [...text.matchAll(/<@(U[^>|]+)/g)].map((match) => match[1] ?? '');
