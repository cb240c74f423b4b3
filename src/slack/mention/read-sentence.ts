import { isOnlyAudience } from '../../asks/mention/audience.ts';
import { withShortness } from '../../asks/mention/choices.ts';
import { findEdit } from '../../asks/mention/find-edit.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { languageOfOrder, languageOfWords } from '../../asks/mention/language-of-words.ts';
import { itemNamed, nameAtEnd, searchFor } from '../../asks/mention/names.ts';
import { GLUE, withoutPhrase } from '../../asks/mention/prompt.ts';
import { type Request, withoutTextLead } from '../../asks/mention/request.ts';
import type { Talk } from '../../asks/mention/talk.ts';
import { SEARCHED, understand, type Where } from '../../asks/mention/understand.ts';
import { unreadNotes } from '../../asks/mention/unsupported.ts';
import { type Choices, newAsk } from '../../asks/new-ask.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Named } from '../../catalogue/catalogue.ts';
import { listOf } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { isChannel } from '../kit/blocks/text.ts';
import type { Sentence } from './sentence.ts';

/** What a sentence means: a request for a document (`wanted`), or talk such as thanks. `words` is the sentence as plain text. */
export type Read = { words: string } & ({ talk: Talk } | { wanted: Wanted });

/**
 * Parses a sentence, and looks up the themes and templates that it names.
 * @param where selects the rules of `understand`. Default: where the sentence was written
 * @param open the ask of the open card. If its source is a channel, a time span in the sentence is about this channel
 */
export async function readSentence(
  sentence: Sentence,
  slack: SlackContext,
  where = whereOf(sentence),
  open?: Ask,
): Promise<Read> {
  const [plain, closed] = CLOSED_CHANNEL.exec(sentence.text) ?? [];
  if (plain && closed) {
    // Parse the name as an open channel. If it is neither source nor target, it is a word, such as a hashtag.
    const text = sentence.text.replace(plain, `<#${CLOSED_ID}|${closed}>`);
    const read = await parse({ ...sentence, text }, slack, where, open);
    if ('wanted' in read) {
      const { days, isUsualPeriod, sourceChannel, target } = read.wanted;
      const isTopic = isUsualPeriod && sentence.text.includes(`about ${plain}`);
      if ((days && sourceChannel === CLOSED_ID && !isTopic) || target === CLOSED_ID)
        return { ...read, wanted: { ...read.wanted, closed } };
    }
  }
  return parse(sentence, slack, where, open);
}

/** Matches the name of a channel that the author cannot see. Slack replaces the names of other channels by `<#C123|name>`. */
const CLOSED_CHANNEL = /(?<![\p{L}\d<&#/])#((?=[\d_-]{0,80}\p{L})[\p{L}\d_-]{1,80})/u;
/** Placeholder id for a channel that the author cannot see. */
const CLOSED_ID = 'C0';

async function parse(
  sentence: Sentence,
  slack: SlackContext,
  where: Where,
  open: Ask | undefined,
): Promise<Read> {
  const { actor, thread, channel, isDirect } = sentence;
  const { text, source, target } = findChannels(sentence.text);
  const words = await slack.threads.plain(actor.team, text);
  const inChannel = !isDirect && (!thread || /\bchannel\b/i.test(text));
  const setting = {
    now: new Date(sentence.keptAt ?? slack.clock.now()),
    zone: (await slack.zoneOf(sentence)) || 'UTC',
    hasChannel: inChannel || source !== undefined || open?.source.kind === 'channel',
  };
  const read = understand(words, setting, where);
  // In a thread, a vague sentence such as "maybe something for Monday?" is about the thread if the mention begins it.
  const isAboutThread =
    thread &&
    sentence.isAddressed &&
    read.kind === 'talk' &&
    !findEdit(words.slice(0, SEARCHED)) &&
    (read.talk === 'unclear' || VAGUE[read.talk]?.test(words)) &&
    words !== '';
  const isVague = isAboutThread && read.talk !== 'unclear';
  const about = isVague ? { ...NO_CHANGE, prompt: words } : understand(words, setting, 'direct');
  const understood = isAboutThread ? about : read;
  // "And post it in #revenue" changes only the destination of the open card.
  const onlyMoves = open && target && (understood.kind === 'talk' || GLUE.test(words));
  if (understood.kind === 'talk' && !onlyMoves) return { words, talk: understood.talk };
  const request = onlyMoves ? NO_CHANGE : (understood as Request);
  const named = open ? [...request.named, ...nameAtEnd(request.prompt, true)] : request.named;
  const wanted = await resolveNames({ ...request, named }, sentence, slack);
  return {
    words,
    wanted: {
      ...wanted,
      notes: [...wanted.notes, ...(sentence.files ? [] : unreadNotes(flatText(words), thread !== undefined))],
      sourceChannel: source ?? (open?.source.kind === 'channel' ? open.source.channel : channel),
      target,
    },
  };
}

/** Patterns of vague requests in a thread. The key is the kind of talk that `understand` returns for such a request. */
const VAGUE: Partial<Record<Talk, RegExp>> = {
  question: /^maybe\b/i,
  remark: /\b(?:could|should|might|would) (?:probably |really |maybe )?(?:be|use|show|share|need|help)\b/i,
};

const NO_CHANGE: Request = {
  ...{ kind: 'make', choices: {}, prompt: '', named: [], notes: [] },
  ...{ isForPerson: false, isComplete: false, command: '' },
};

/** Returns which rules of `understand` apply to a sentence. */
export function whereOf({
  isCommand,
  isDirect,
  isAddressed,
  thread,
}: Pick<Sentence, 'isCommand' | 'isDirect' | 'isAddressed' | 'thread'>): Where {
  if (isCommand) return 'command';
  return isDirect || (isAddressed && !thread) ? 'direct' : 'channel';
}

const CHANNEL = '<#(?<id>[CG][A-Z0-9]+)(?:\\|[^>]*)?>';
const TARGET = new RegExp(
  `,? ?\\b(?:and )?(?:(?:post|put|share|send|publish|drop|deliver) (?:it|them|that|the result)? ?(?:in|to|into)|to be posted in|posted in) ${CHANNEL}|(?<=^(?:please )?(?:send|post|share)\\b.{3,120}) (?:to|into) ${CHANNEL.replace('<id>', '<to>')}|(?<=^(?:(?:please|pls|can you|could you|now) )*(?:post|share|publish|put)\\b.{0,80}\\b(?:this|it|that|thread|discussion|conversation)\\b.{0,40}) in ${CHANNEL.replace('<id>', '<in>')}|,? (?:à |zu |a |para )?(?:poster|publier|posten|publicar|poste|publie|publica) (?:dans|sur|in|en|em|no|na) ${CHANNEL.replace('<id>', '<da>')}`,
  'i',
);
/** Matches the source channel after a preposition or a verb such as "summarize": "slides of #launch", "summarize #launch". */
const SOURCE = new RegExp(
  `(?<lead>\\b(?:of|from|in|about|summari[sz]e|sum up|recap|review|condense|digest|wrap up|turn|meant|take|rather|catch (?:me|us) up on|von|aus|vom|de|du|do|da|no|na|del|dal|di|van|uit|resume|résume|riassumi|podsumuj))(?: the channel)? ${CHANNEL}`,
  'i',
);
const DAYS =
  'today|yesterday|weeks?|months?|days?|quarter|year|\\w+day|january|february|march|april|may|june|july|august|september|october|november|december';
/** Matches the source channel beside the words for some days: "#launch since Monday", "last week’s #launch". */
const DATED = new RegExp(
  `${CHANNEL}['’]?s?(?= (?:since|seit|depuis|desde|vanaf|over|from|for|during|in|of)?\\b.{0,30}\\b(?:${DAYS})\\b)|(?<=\\b(?:${DAYS})['’]?s? )${CHANNEL.replace('<id>', '<of>')}`,
  'i',
);

/**
 * Finds the channels in mrkdwn (`<#C123|launch>`): the source, whose messages are read, and the target, in which the result is posted.
 * @returns text in which "this channel" replaces the source, and the target is removed
 */
function findChannels(mrkdwn: string): { text: string; source?: string; target?: string } {
  const target = TARGET.exec(mrkdwn);
  const to = Object.values(target?.groups ?? {}).find(Boolean);
  const rest = target ? mrkdwn.replace(target[0], ' ') : mrkdwn;
  const source = SOURCE.exec(rest) ?? DATED.exec(rest);
  const { of, id = of, lead = '' } = source?.groups ?? {};
  return {
    text: source ? rest.replace(source[0], `${lead} this channel`.trim()) : rest,
    ...(id && { source: id }),
    ...(to && { target: to }),
  };
}

const NO_FOLDER = 'Guests can’t choose a folder.';
/** Maximum number of themes that a note names. */
const NAMED = 5;

type Names = { theme?: Named; template?: Named; folder?: Named };

/**
 * Looks up the named themes, templates and folders. A name that is not found stays in the prompt. For "the theme Ocean", a note says so.
 */
export async function resolveNames<R extends Pick<Request, 'named' | 'prompt' | 'choices' | 'notes'>>(
  request: R,
  asking: Acting,
  { catalogue, roleOf }: Pick<SlackContext, 'catalogue' | 'roleOf'>,
): Promise<R & { choices: Names }> {
  const { team } = asking.actor;
  let { prompt } = request;
  const hasFolder = request.named.some(({ part }) => part === 'folder');
  // The names of folders are internal, so guests neither choose nor read them.
  const isWithoutFolder = hasFolder && (await roleOf(asking)) === 'guest';
  const choices: Names = {};
  const missing: { part: keyof Names; name: string }[] = [];
  for (const named of request.named) {
    if (named.part === 'folder' && isWithoutFolder) {
      prompt = withoutPhrase(prompt, named.phrase);
      continue;
    }
    const parts = named.part === 'either' ? (['theme', 'template'] as const) : [named.part];
    for (const part of parts) {
      if (choices[part]) continue;
      const search = catalogue[`${part}s`];
      const found = itemNamed(named, (await search(team, searchFor(named))).items);
      if (found) {
        choices[part] = { id: found.item.id, name: found.item.name };
        prompt = withoutPhrase(prompt, found.phrase);
        break;
      }
      if (new RegExp(`\\b${part}\\b`, 'i').test(named.phrase)) missing.push({ part, name: named.name });
    }
  }
  // In "slides on tea with a dark theme", the patterns also find "slides on tea with a dark". Only "dark" gets a note.
  const isLonger = (name: string) => missing.some((other) => name.endsWith(` ${other.name}`));
  const unknown = missing.filter(
    ({ part, name }) => !choices[part] && !isLonger(name) && !name.toLowerCase().endsWith(` ${part}`),
  );
  // Several phrases for one theme get one note: "in the brand theme, the theme Northwind".
  const longest = unknown
    .toSorted((one, other) => other.name.length - one.name.length)
    .filter(({ part }, at, all) => all.findIndex((one) => one.part === part) === at);
  const notes = await Promise.all(
    longest.map(async ({ part, name }) => {
      const { items } = await catalogue[`${part}s`](team, '');
      const known = items.slice(0, NAMED).map((item) => item.name);
      const list =
        known.length > 0
          ? ` The ${part}s are ${listOf(known)}${items.length > NAMED ? ', and more' : ''}.`
          : '';
      return `I know no ${part} “${name}”.${list}`;
    }),
  );
  return {
    ...request,
    prompt,
    notes: [...request.notes, ...notes, ...(isWithoutFolder ? [NO_FOLDER] : [])],
    choices: { ...request.choices, ...choices },
  };
}

/** The request in a sentence, and the channels that the sentence names. */
export interface Wanted extends Omit<Request, 'kind'> {
  /** The channel whose messages are the source. Used only if `days` is set. */
  sourceChannel: string;
  /** The channel in which the result is posted, if the sentence names it. */
  target?: string | undefined;
  /** The name of the source or target channel, if the author cannot see this channel. */
  closed?: string;
}

/** Matches words that only point at the attached file: "this, " in "3 slides from this, with charts". */
const POINTS_AT_FILE =
  /^(?:(?:of|from|with|about|out of) )?(?:this|that|these|it|the (?:attached )?(?:files?|notes|pdf|csv|document)|the attachments?)(?:[,;:.]| and|(?= with\b)) */i;

/** Returns the ask for a request, with the person's defaults. Returns undefined if the request has no topic. */
export async function makeAsk(
  wanted: Wanted,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Ask | undefined> {
  const { actor, channel } = sentence;
  const source = sourceOf(wanted, sentence);
  const choices = withShortness(wanted.choices, sentence.text, source);
  const prompt = source.kind === 'file' ? wanted.prompt.replace(POINTS_AT_FILE, '') : wanted.prompt;
  if (source.kind === 'text' && (GLUE.test(prompt) || prompt === '' || isOnlyAudience(prompt)))
    return undefined;
  const defaults: Choices = await slack.defaults.forAsk({ ...actor, channel });
  // The order before a pasted text is in the same language as a rule, and the text alone may be too short to know.
  const order = withoutTextLead(sentence.text) === sentence.text ? '' : sentence.text;
  const said = async () => (await languageOfWords(prompt)) ?? languageOfWords(order);
  const language = choices.language ?? defaults.language ?? (await said()) ?? languageOfOrder(sentence.text);
  const destination = destinationOf(wanted, sentence);
  return newAsk({ actor, source, words: prompt, choices: { ...choices, language }, defaults, destination });
}

/** Returns true if the person's default *Just for me* applies, because the sentence names no destination other than its channel. */
export async function isForPersonByDefault(
  { team, person, destination }: Ask,
  { channel }: Sentence,
  { defaults }: SlackContext,
): Promise<boolean> {
  if (!isChannel(channel) || destination.channel !== channel) return false;
  return (await defaults.forAsk({ team, person, channel })).seenBy === 'me';
}

/** Returns the source of an ask: the messages of a channel, the attached files, the thread, or the typed words. */
export function sourceOf({ days, sourceChannel }: Wanted, { files, thread }: Sentence): Ask['source'] {
  if (days) {
    const { since, until } = days;
    return {
      kind: 'channel',
      channel: sourceChannel,
      since: since.toISOString(),
      until: until?.toISOString(),
    };
  }
  if (files) return { kind: 'file', files };
  return thread ? { kind: 'thread', ...thread } : { kind: 'text' };
}

/** Returns where the result is posted. A user id means that only the asker gets the result. */
export function destinationOf({ days, isForPerson, target }: Wanted, { actor, isDirect, place }: Sentence) {
  if (target) return { channel: target };
  return isForPerson || (isDirect && days) ? { channel: actor.person } : place;
}
