import { SlackFault } from '../fault.ts';
import { answerJson } from '../http/answer.ts';
import { readJson } from '../http/body.ts';
import type { Visit } from '../http/router.ts';
import type { ResponseTarget } from '../outgoing/response-urls.ts';
import type { Slack } from '../slack.ts';
import { deleteMessage, editMessage, postEphemeral, postMessage } from '../workspace/messages.ts';
import type { Channel, StoredMessage, Team } from '../workspace/model.ts';
import { findChannel, findMessage } from '../workspace/workspace.ts';
import { contentOf } from './call/content.ts';
import { cut } from './call/web-api.ts';

/** Handles a request to a response_url. */
export async function receiveResponse(slack: Slack, visit: Visit): Promise<void> {
  const { request, response, params } = visit;
  const rule = slack.misbehaviour.forCall('response_url');
  if (rule?.delayMs) await slack.clock.sleep(rule.delayMs);
  if (rule?.cut === 'before') return cut(visit);
  if (rule?.status) return answerJson(response, rule.status, { ok: false, error: 'fatal_error' });
  try {
    const body = await readJson(request);
    const target = slack.responseUrls.use(params.key ?? '');
    slack.calls.push({
      method: 'response_url',
      args: body,
      at: slack.clock.now(),
      team: target.team,
      status: 200,
    });
    respond(slack, target, body);
    if (rule?.cut === 'after') return cut(visit);
    answerJson(response, 200, { ok: true });
  } catch (error) {
    const fault = error instanceof SlackFault ? error : new SlackFault('invalid_payload');
    const status = ['expired_url', 'used_url'].includes(fault.code) ? 404 : 400;
    answerJson(response, status, { ok: false, error: fault.code, ...fault.details });
  }
}

/** Applies a response to a command or an interaction, from a response_url or an acknowledgement. */
export function respond(slack: Slack, target: ResponseTarget, body: Record<string, unknown>): void {
  const team = slack.workspace.teams.find((each) => each.id === target.team);
  const channel = team && findChannel(team, target.channel);
  if (!team || !channel) throw new SlackFault('channel_not_found');
  if (body.delete_original === true && target.messageTs !== undefined) {
    remove(slack, team, channel, target.messageTs);
    return;
  }
  const text = typeof body.text === 'string' ? body.text : undefined;
  const content = contentOf({ slack, team }, { text, blocks: body.blocks, attachments: body.attachments });
  const isReplacement = body.replace_original === true && target.messageTs !== undefined;
  if (isReplacement) replace(slack, team, channel, target, content);
  else post(slack, team, channel, target, body, content);
}

const ephemeralOf = (slack: Slack, channel: Channel, ts: string | undefined): StoredMessage | undefined =>
  slack.workspace.ephemerals.find((each) => each.channel === channel.id && each.message.ts === ts)?.message;

/** `delete_original`: Slack ignores the rest of the response then. No app gets an event about an ephemeral message. */
function remove(slack: Slack, team: Team, channel: Channel, ts: string): void {
  const message = findMessage(channel, ts);
  if (message) deleteMessage(slack.workspace, team, channel, message);
  const { ephemerals } = slack.workspace;
  const at = ephemerals.findIndex((each) => each.channel === channel.id && each.message.ts === ts);
  const [gone] = at < 0 ? [] : ephemerals.splice(at, 1);
  if (gone) slack.workspace.changed({ kind: 'ephemeral_deleted', team, channel, message: gone.message });
}

function replace(
  slack: Slack,
  team: Team,
  channel: Channel,
  { messageTs = '' }: ResponseTarget,
  content: ReturnType<typeof contentOf>,
): void {
  const edit = { blocks: undefined, ...content } as Partial<StoredMessage>;
  const ephemeral = ephemeralOf(slack, channel, messageTs);
  if (ephemeral) {
    Object.assign(ephemeral, edit);
    slack.workspace.changed({ kind: 'ephemeral', team, channel, message: ephemeral });
  }
  const message = findMessage(channel, messageTs);
  if (message) editMessage(slack.workspace, team, channel, message, edit);
}

function post(
  slack: Slack,
  team: Team,
  channel: Channel,
  target: ResponseTarget,
  body: Record<string, unknown>,
  content: ReturnType<typeof contentOf>,
): void {
  const thread = typeof body.thread_ts === 'string' ? body.thread_ts : undefined;
  const draft = {
    ...content,
    user: team.installation?.botUserId ?? '',
    bot: true,
    ...(thread ? { thread_ts: thread } : {}),
  };
  if (body.response_type === 'in_channel') postMessage(slack.workspace, team, channel, draft);
  else postEphemeral(slack.workspace, team, channel, { ...draft, ephemeralFor: target.user });
}
