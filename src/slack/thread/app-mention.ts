import type { MentionChoices } from '../../asks/mention-choices.ts';
import { newAsk } from '../../asks/new-ask.ts';
import { parseMention } from '../../asks/parse-mention.ts';
import type { Ask } from '../../asks/schema.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { teamOf } from '../bolt/team.ts';
import { connectionNotice } from '../connection/connection-words.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import type { Message } from '../kit/parts.ts';
import { escaped } from '../kit/text.ts';
import { elsewhereMessage, plainMessage, unclearMessage } from './mention.ts';
import { sourceReason } from './thread-problem.ts';
import type { ThreadRef } from './threads.ts';

/** Slack sends an event again for up to a day. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;

/** A mention, and how to answer it: to that person alone, once however often the event comes. */
interface Mention {
  team: string;
  person: string;
  channel: string;
  /** Where it stands; the thread it stands in, if it does. */
  ts: string;
  thread?: ThreadRef;
  words: string;
  answer(message: Message): Promise<void>;
}

/** `@Deckhand make a one-pager for execs`: in a thread it is done, with what the words say and else the defaults. */
export async function appMention(
  { event, body, context, client }: EventOf<'app_mention'>,
  slack: SlackContext,
): Promise<void> {
  if (!event.user || event.bot_id || event.user === context.botUserId) return;
  const team = teamOf(context, body);
  const { user: person, channel, ts, thread_ts: threadTs } = event;
  const answer = answerer(client, { team, channel, person, threadTs, event: body.event_id }, slack);
  const isReply = threadTs !== undefined && threadTs !== ts;
  const words = await slack.threads.plain(team, withoutMention(event.text, context.botUserId));
  await take(
    { team, person, channel, ts, words, answer, ...(isReply && { thread: { channel, ts: threadTs } }) },
    client,
    slack,
  );
}

async function take(mention: Mention, client: SlackClient, slack: SlackContext): Promise<void> {
  const { words, thread, answer } = mention;
  if (!thread) return answer(elsewhereMessage(words));
  const intent = parseMention(words);
  if (intent.kind === 'talk') return answer(unclearMessage(thread.ts));
  const ask = await askFor(mention, thread, intent.choices, slack);
  const refusal = await refusalOf(ask, client, slack);
  if (refusal) return answer(plainMessage(refusal));
  await start(ask, mention, slack);
}

async function askFor(
  { team, person, channel, words }: Mention,
  thread: ThreadRef,
  choices: MentionChoices,
  { defaults, log }: SlackContext,
): Promise<Ask> {
  const actor = { team, person };
  const usual = await defaults.forAsk({ ...actor, channel }).catch((err) => {
    log.warn({ team, err }, 'A mention is dealt with without defaults');
    return {};
  });
  const source = { kind: 'thread' as const, ...thread };
  const destination = { channel, threadTs: thread.ts };
  return newAsk({ actor, source, words, choices, defaults: usual, destination });
}

/** The first message about it is the answer: it says what was understood. The key names the mention, so that it is done once. */
async function start(ask: Ask, { team, channel, ts }: Mention, slack: SlackContext): Promise<void> {
  const { id } = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team, generation: id }, 'An ask was taken');
}

/** Why it cannot be done, as mrkdwn; undefined where nothing is known to stand in the way. */
async function refusalOf(ask: Ask, client: SlackClient, slack: SlackContext): Promise<string | undefined> {
  // A default theme that is gone is left to the service: its refusal comes with a button to choose another one.
  const { blockers, unanswered } = await slack.admit({ ...ask, theme: undefined }, {});
  const [first] = blockers;
  if (first?.part === 'connection') {
    return connectionNotice(first.blocker, await adminsToAsk({ client, team: ask.team }, slack.log), slack);
  }
  if (first?.part === 'source') {
    const { what, next } = failureCopy(sourceReason(first.blocker), escaped(slack.serviceName, 75));
    return `${what} ${next}`;
  }
  if (unanswered[0]) throw unanswered[0].error;
  return undefined;
}

interface Place {
  team: string;
  channel: string;
  person: string;
  threadTs: string | undefined;
  /** Id of the event. */
  event: string;
}

function answerer(client: SlackClient, place: Place, slack: SlackContext) {
  const { team, channel, person, threadTs, event } = place;
  return async (message: Message): Promise<void> => {
    if (!(await slack.once(team, `event:${event}`, REDELIVERED_WITHIN_MS))) return;
    await client.chat.postEphemeral({
      channel,
      user: person,
      ...message,
      ...(threadTs && { thread_ts: threadTs }),
    });
  };
}

/** The rest of the message, wherever in it Deckhand is called. */
function withoutMention(text: string, botUserId: string | undefined): string {
  return text.replaceAll(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`, 'g'), ' ').trim();
}
