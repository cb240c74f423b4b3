import type { Actor } from '../../actor.ts';
import { itemNamed, searchFor } from '../../asks/mention/names.ts';
import { withoutPhrase } from '../../asks/mention/prompt.ts';
import { type Request, understand, understandCommand } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Named } from '../../catalogue/catalogue.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { ConnectCard, SlackContext } from '../bolt/context.ts';
import { helpMessage } from '../kit/help.ts';
import type { Message } from '../kit/parts.ts';
import type { ThreadRef } from '../kit/threads.ts';
import { withWords } from '../kit/typed-words.ts';
import { abilitiesMessage, proposalMessage, topicMessage, unclearMessage } from './cards.ts';
import { referencesIn } from './references.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** Words to Deckhand: a mention, a direct message, or what stands behind `/deck`. */
export interface Sentence {
  actor: Actor;
  client: SlackClient;
  /** Mrkdwn, without the mention. */
  text: string;
  channel: string;
  isDirect: boolean;
  /** Behind the command all words ask for something, also where Deckhand cannot post. */
  isCommand?: boolean;
  /** The thread that it was said in, outside direct messages. */
  thread?: ThreadRef;
  /** A text file that came with it. */
  file?: { id: string; name: string };
  /** Where the result goes, unless the sentence says otherwise. */
  place: Ask['destination'];
  /** Names it, where Slack does: dealt with again after a crash, it has the same proposal. */
  id?: string;
  /** Answers that person alone, and once however often the event comes. @returns where the answer stands */
  answer(message: Message): Promise<ConnectCard | undefined>;
}

/** Shows what a sentence was understood as, for a yes; or answers it. Nothing is spent here. */
export async function answerSentence(sentence: Sentence, slack: SlackContext): Promise<void> {
  const { actor, client, answer, thread, channel, isDirect } = sentence;
  const { text, source, target } = referencesIn(sentence.text);
  const words = await slack.threads.plain(actor.team, text);
  const inChannel = !isDirect && (!thread || /\bchannel\b/i.test(text));
  const setting = {
    now: new Date(slack.clock.now()),
    zone: await zoneOf(client, actor, slack),
    hasChannel: inChannel || source !== undefined,
  };
  const understood = (sentence.isCommand ? understandCommand : understand)(words, setting);
  if (understood.kind !== 'make') {
    const short = () => (thread ? unclearMessage(thread.ts) : abilitiesMessage(words, slack));
    await answer(understood.kind === 'help' ? helpMessage(slack) : short());
    return;
  }
  const request = await withNames(understood, actor.team, slack);
  const ask = await askFor(request, { ...sentence, source: source ?? channel, target }, slack);
  if (!ask) {
    await answer(topicMessage(words, sentence));
    return;
  }
  const { postable, closed } = await whereItCanGo(ask, sentence, slack);
  // An answer in a direct message stays, and what was typed there stands above it.
  const shown = sentence.isCommand ? { words } : { isLasting: isDirect };
  const refusal = await refusalOf(postable, sentence, slack, 'later', shown);
  if (refusal) await answerRefusal(sentence, refusal, slack, words);
  else {
    const isHere = isDirect && !sentence.isCommand;
    await answer(
      proposalMessage(postable, await slack.proposals.save(postable, { origin: sentence.id }), {
        closed,
        isHere,
      }),
    );
  }
}

/** Says why nothing is made. That nothing is connected is out of date once it is. @param words those typed */
export async function answerRefusal(
  { actor, isCommand, answer }: Sentence,
  { message, isUnconnected }: Refusal,
  slack: SlackContext,
  words = '',
): Promise<void> {
  const card = await answer(isCommand ? withWords(message, words) : message);
  if (!card || !isUnconnected) return;
  const holdsWords = card.kind === 'message' || card.kind === 'seen';
  const answered = holdsWords && words ? { ...card, words } : card;
  await slack.connectCards.remember(actor.team, answered);
}

/** A command can be typed where Deckhand cannot post. What is made there goes to the person alone. */
async function whereItCanGo(ask: Ask, { isCommand, place }: Sentence, slack: SlackContext) {
  const isOwnPlace = ask.destination.channel === place.channel;
  if (!isCommand || !isOwnPlace) return { postable: ask };
  const { blockers } = await slack.admit({ ...ask, theme: undefined }, { joining: 'later' });
  const isClosed = blockers.some(({ part }) => part === 'destination');
  if (!isClosed) return { postable: ask };
  return { postable: { ...ask, destination: { channel: ask.person } }, closed: place.channel };
}

/** The time zone of who wrote it; UTC where Slack does not say. */
async function zoneOf(client: SlackClient, { person }: Actor, { log }: SlackContext): Promise<string> {
  try {
    return (await client.users.info({ user: person })).user?.tz || 'UTC';
  } catch (err) {
    log.warn({ err }, 'Slack did not say in which time zone somebody is');
    return 'UTC';
  }
}

/** Looks up themes and templates by name. A name that the team does not have stays in the prompt. */
export async function withNames<R extends Pick<Request, 'named' | 'prompt' | 'choices'>>(
  request: R,
  team: string,
  { catalogue }: SlackContext,
): Promise<R & { choices: { theme?: Named; template?: Named } }> {
  let { prompt } = request;
  const choices: { theme?: Named; template?: Named } = {};
  for (const named of request.named) {
    const { part } = named;
    if (choices[part]) continue;
    const search = part === 'theme' ? catalogue.themes : catalogue.templates;
    const found = itemNamed(named, (await search(team, searchFor(named))).items);
    if (!found) continue;
    choices[part] = { id: found.item.id, name: found.item.name };
    prompt = withoutPhrase(prompt, found.phrase);
  }
  return { ...request, prompt, choices: { ...request.choices, ...choices } };
}

interface Wanted extends Sentence {
  source: string;
  target: string | undefined;
}

/** The ask that the words make with the defaults there; undefined where they do not say what it is about. */
async function askFor(request: Request, wanted: Wanted, slack: SlackContext): Promise<Ask | undefined> {
  const { prompt, choices } = request;
  const source = sourceOf(request, wanted);
  if (source.kind === 'text' && prompt === '') return undefined;
  const defaults = await defaultsOf(wanted.actor, wanted.channel, slack);
  const destination = destinationOf(request, wanted);
  return newAsk({ actor: wanted.actor, source, words: prompt, choices, defaults, destination });
}

/** What people usually choose there; nothing where that cannot be read now. */
export function defaultsOf(actor: Actor, channel: string, { defaults, log }: SlackContext) {
  return defaults.forAsk({ ...actor, channel }).catch((err) => {
    log.warn({ team: actor.team, err }, 'A sentence is dealt with without defaults');
    return {};
  });
}

function sourceOf({ days }: Request, { source, file, thread }: Wanted): Ask['source'] {
  if (days) {
    const { since, until } = days;
    return { kind: 'channel', channel: source, since: since.toISOString(), until: until?.toISOString() };
  }
  if (file) return { kind: 'file', fileId: file.id, name: file.name };
  return thread ? { kind: 'thread', ...thread } : { kind: 'text' };
}

/** Private talk may go to its channel or to that person, whom Slack names by id and not by the conversation. */
function destinationOf({ days, isForPerson }: Request, { actor, target, isDirect, place }: Wanted) {
  if (target) return { channel: target };
  return isForPerson || (isDirect && days) ? { channel: actor.person } : place;
}
