import type { Actor } from '../../actor.ts';
import type { MentionChoices } from '../../asks/mention/choices.ts';
import { parseMention } from '../../asks/mention/parse-mention.ts';
import { newAsk } from '../../asks/new-ask.ts';
import type { Ask } from '../../asks/schema.ts';
import type { SlackClient } from '../../slack-client.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery } from '../bolt/requests.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { teamOf } from '../bolt/team.ts';
import { connectionNotice, threadProblem } from '../kit/blocker-copy.ts';
import { button, buttons, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';
import type { ThreadRef } from '../kit/threads.ts';

interface Mention extends Actor {
  channel: string;
  /** `ts` of the message itself. */
  ts: string;
  /** None outside threads. */
  thread?: ThreadRef;
  /** The message in plain words, without the mention. */
  words: string;
  /** Answers that person alone, and once however often the event comes. */
  answer(message: Message): Promise<void>;
}

/** `@Deckhand make a one-pager for execs`: in a thread it is made at once, with defaults for what the words leave open. */
export async function appMention(
  { event, body, context, client }: EventOf<'app_mention'>,
  slack: SlackContext,
): Promise<void> {
  if (!event.user || event.bot_id || event.user === context.botUserId) return;
  const team = teamOf(context, body);
  const { user: person, channel, ts, thread_ts: threadTs } = event;
  const answer = answerer(client, { team, channel, person, threadTs, eventId: body.event_id }, slack);
  const isReply = threadTs !== undefined && threadTs !== ts;
  const words = await slack.threads.plain(team, withoutMention(event.text, context.botUserId));
  await handle(
    { team, person, channel, ts, words, answer, ...(isReply && { thread: { channel, ts: threadTs } }) },
    client,
    slack,
  );
}

async function handle(mention: Mention, client: SlackClient, slack: SlackContext): Promise<void> {
  const { words, thread, answer } = mention;
  if (!thread) return answer(elsewhereMessage(words));
  const intent = parseMention(words);
  if (intent.kind === 'talk') return answer(unclearMessage(thread.ts));
  const ask = await askFor(mention, thread, intent.choices, slack);
  const refusal = await refusalOf(ask, client, slack);
  if (refusal) return answer({ text: refusal, blocks: [section(refusal)] });
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

/** The generation's first message is the answer. The key names the mention, so that it is made once. */
async function start(ask: Ask, { team, channel, ts }: Mention, slack: SlackContext): Promise<void> {
  const { id } = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team, generation: id }, 'An ask was taken');
}

/** Why it cannot be made, as mrkdwn; undefined where nothing is known to stand in the way. */
async function refusalOf(ask: Ask, client: SlackClient, slack: SlackContext): Promise<string | undefined> {
  // A theme that is gone is a default here. The service refuses it, and that card has a button to choose another.
  const { blockers, unanswered } = await slack.admit({ ...ask, theme: undefined }, {});
  const [first] = blockers;
  if (first?.part === 'connection') {
    return connectionNotice(first.blocker, await adminsToAsk({ client, team: ask.team }, slack.log), slack);
  }
  if (first?.part === 'source') {
    const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
    return threadProblem(first.blocker, ask.destination, deployment);
  }
  if (unanswered[0]) throw unanswered[0].error;
  return undefined;
}

interface Place extends Actor {
  channel: string;
  threadTs: string | undefined;
  eventId: string;
}

function answerer(client: SlackClient, place: Place, slack: SlackContext) {
  const { team, channel, person, threadTs, eventId } = place;
  return async (message: Message): Promise<void> => {
    if (!(await isFirstDelivery(team, eventId, slack))) return;
    await client.chat.postEphemeral({
      channel,
      user: person,
      ...message,
      ...(threadTs && { thread_ts: threadTs }),
    });
  };
}

/** The mention may stand anywhere in the message. */
function withoutMention(text: string, botUserId: string | undefined): string {
  return text.replaceAll(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`, 'g'), ' ').trim();
}

/** Slack's limit for the value of a button, in characters. */
const VALUE = 2000;

/** For words in a thread that ask for nothing. @param thread `ts` of its first message */
function unclearMessage(thread: string): Message {
  const text =
    'To have something made of this thread, say what: `@Deckhand make a one-pager for executives`, or `@Deckhand ten slides as PDF`.';
  return {
    text,
    blocks: [section(text), ...buttons(button('Turn this thread into slides', actions.threadForm, thread))],
  };
}

/** For a mention outside a thread: nothing to read, but words to begin with. */
function elsewhereMessage(words: string): Message {
  const text =
    'Mention Deckhand inside a thread to have something made of what was said there. To make something else, fill in the form.';
  return {
    text,
    blocks: [
      section(text),
      ...buttons(button('Create a deck', actions.createHere, clip(words, VALUE) || ' ', 'primary')),
    ],
  };
}
