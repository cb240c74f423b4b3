import type { KnownBlock } from '@slack/types';
import type { Actor } from '../../../actor.ts';
import { questionsIn } from '../../../asks/mention/questions.ts';
import { talkIn } from '../../../asks/mention/talk.ts';
import type { Topic } from '../../../asks/mention/topics.ts';
import type { GuestRequest } from '../../../generations/credit-requests.ts';
import { clip } from '../../../text.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import { adminsToAsk, NOT_FOR_GUESTS } from '../../bolt/permissions/roles.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { askForGuest, guestRequestText } from '../admin-requests.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
} from '../blocks/parts.ts';
import { day, escaped, serviceText } from '../blocks/text.ts';
import { whomToAsk } from './blocker-copy.ts';

/** What is kept of a guest until guests may use Deckhand. */
export interface Kept {
  /** The guest's words, as mrkdwn. */
  words: string;
  until: Date;
}

export interface NewlyKept extends Kept {
  /** Other words that were kept before, as mrkdwn. */
  replaced?: string | undefined;
}

export interface Closed {
  /** Why a person may not use Deckhand, as plain text. */
  why: string;
  /** Ids of up to three admins who can open Deckhand to guests. Empty if the person is not a guest. */
  admins: string[];
  /** What has become of the guest's request to be let in. Undefined if the guest can ask the admins. */
  request?: GuestRequest | undefined;
  /** True on Home, which has the buttons for the guest's own words and data. */
  isHome?: boolean;
  /** What the guest asked for, if it is kept. */
  kept?: NewlyKept | undefined;
}

/** Looks up the admins whom a guest can ask. @param why see `Closed` */
export async function closedTo({ client, actor }: Acting, why: string, slack: SlackContext): Promise<Closed> {
  if (why !== NOT_FOR_GUESTS) return { why, admins: [] };
  const [admins, request] = await Promise.all([
    adminsToAsk({ client, team: actor.team }, slack.log),
    slack.generations.guestRequest(actor),
  ]);
  return { why, admins, request };
}

/**
 * Answers the words of a person who may not use Deckhand. If a guest types "ask an admin", sends the admins the request.
 * @param kept the words, if they are kept until guests may use Deckhand
 */
export async function answerClosed(
  mrkdwn: string,
  acting: Acting,
  why: string,
  slack: SlackContext,
  kept?: NewlyKept,
): Promise<Message> {
  if (why === NOT_FOR_GUESTS && isPlea(mrkdwn)) {
    const text = await askForGuest(acting.actor, slack);
    return { text, blocks: [section(text), ...(kept ? context(newlyKeptText(kept)) : [])] };
  }
  return closedAnswer(mrkdwn, { ...(await closedTo(acting, why, slack)), kept }, slack);
}

/**
 * Returns the answer to a click or a shortcut of a person who may not use Deckhand. It names no admins, because looking them up can take longer
 * than the 3 s in which a modal must open.
 */
export async function refusalMessage(
  why: string,
  { actor }: Pick<Acting, 'actor'>,
  slack: Pick<SlackContext, 'generations' | 'serviceName'>,
): Promise<Message> {
  const request = why === NOT_FOR_GUESTS ? await slack.generations.guestRequest(actor) : undefined;
  return closedAnswer('', { why, admins: [], request }, slack);
}

const withoutMentions = (mrkdwn: string) => mrkdwn.replace(/<@[^>]*>/g, '').trim();

/** Returns true if a guest asks to be let in: "ask an admin", "please let me in". */
export function isPlea(mrkdwn: string): boolean {
  const words = withoutMentions(mrkdwn);
  // A plea may stand behind a complaint: "it’s two days now. Can you ask them again?"
  return ASK.test(words) || (words.length < 120 && ASK.test(words.replace(/^.*[.!?]\s+(?=\S)/s, '')));
}

const POLITELY =
  /^\W*(?:(?:ok|okay|yes|then|so|please|pls|just|hi|hello|hey|can you|could you|would you|will you|go ahead and)\W+)*/
    .source;
/** Matches "ask an admin", "please ask the admins for me", "can you ask them?", "ask Grace for me" */
const ASK_ADMIN =
  /(?:ask|tell|message|notify) (?:(?:an?|the|my|our|your|slack|workspace)\s+)*(?:admins?|owners?|them)\b(?: for (?:me|access))?(?:,? (?:please|then|to (?:allow|let|open)\b.*))?|ask\s+(?:\p{L}+\s+)?for (?:me|access)\b/u
    .source;
/** Matches "let me in", "can I get access?", "I want to use Deckhand" */
const ENTER =
  /let (?:me|us) (?:in\b(?: here| too)?|use (?:you|it|this|deckhand)\b)|(?:give|grant|get) (?:me|us) access|(?:can|could|may) (?:i|we) (?:please )?(?:get|have) access|i (?:need|want|would like|['’]d like)(?: to (?:have|get))? access|i (?:need|want|would like|['’]d like) to use (?:you|it|this|deckhand)\b|(?:lass|lasst) mich (?:bitte )?rein/
    .source;
/** Matches the reason of a plea: "let me in, I work with Elin on the photos", "I need access because I'm new" */
const REASON =
  /(?: to (?:you|it|this|deckhand))?(?:(?:[,.;!]| ?[–—-]) .{0,200}| (?:because|since|as|so) .{0,200})?/
    .source;
const PLEASE = /(?: again)?(?:,? (?:please|pls|bitte|too))?[.!? ]*$/.source;
const ASK = new RegExp(`${POLITELY}(?:${ASK_ADMIN}|(?:${ENTER})${REASON})${PLEASE}`, 'iu');

/**
 * Returns the answer to a person who may not use Deckhand: the reason, and for a guest also the admins to ask.
 * @param mrkdwn what the person typed. A guest gets answers to "help", "thanks", "why not?", "who can allow it?" and "what does it cost?"
 */
export function closedAnswer(
  mrkdwn: string,
  { why, admins, request, kept, isHome = false }: Closed,
  { serviceName }: Deployment,
): Message {
  if (why !== NOT_FOR_GUESTS) return plainMessage(why);
  const words = withoutMentions(mrkdwn);
  const inWords = kept ? undefined : answerInWords(words, request);
  if (inWords) return plainMessage(inWords);
  const talk = talkIn(words);
  const whoAllows = whomToAsk(admins, 'let guests in with *Workspace rules…* on Deckhand’s Home');
  const help = [
    `*Deckhand makes presentations, documents, web pages and social posts with ${serviceText(serviceName)}.*`,
    `It is not open to guests of this workspace, because it spends the workspace’s credits. ${whoAllows}`,
    `You can open what is posted in your conversations.${isHome ? '' : OWN_WORDS}`,
  ];
  const isHelp = talk === 'help' || talk === 'greeting' || questionsIn(words).includes('abilities');
  const text = isHelp ? help.join('\n') : `${CLOSED} ${whoAllows}`;
  const next = [...(kept ? context(newlyKeptText(kept)) : []), ...askBlocks(request)];
  return { text, blocks: [section(text), ...next] };
}

/** Returns the answer to small talk of a guest and to questions about being shut out; undefined for other words. */
function answerInWords(words: string, request: GuestRequest | undefined): string | undefined {
  const talk = talkIn(words);
  if (talk === 'thanks') return 'You’re welcome!';
  if (words !== '' && talk && ACKNOWLEDGES.has(talk))
    return request ? guestRequestText[request] : `OK. ${MAY_ASK}`;
  const opens = OPENS.exec(words);
  if (opens) return opens.groups?.own ? DOCUMENTS_STAY : MAY_OPEN;
  const about = topicOf(words);
  if (about === 'why') return BECAUSE;
  if (about === 'cost') return COST;
  if (about === 'decision') return DECIDED;
  if (about !== 'request') return undefined;
  return request ? guestRequestText[request] : `You have no open request. ${MAY_ASK}`;
}

/** Begins the answer to a guest who is shut out. */
export const CLOSED = 'Deckhand is not open to guests of this workspace.';

/** What happens to the documents of a guest who is shut out. */
export const DOCUMENTS_STAY =
  'What you have made stays where it was posted, with its files, and its links open as before. A Slack admin can change or delete it.';

/** What happens to the open cards of a guest who is shut out. */
export const CARDS_STAY = 'Cards that are still open can’t be made; *Not now* puts them away.';

/** Returns the button with which a guest asks the admins, or what has become of the request. */
export const askBlocks = (request: GuestRequest | undefined): KnownBlock[] => [
  ...(request ? context(guestRequestText[request]) : []),
  ...(request && request !== 'unanswered' ? [] : buttons(askButton)),
];

/** Returns what a guest asks about being shut out; undefined if the words ask nothing of the kind. */
function topicOf(words: string): 'why' | 'who' | 'decision' | 'cost' | 'request' | undefined {
  if (words.length <= SHORT && ANSWERED.test(words)) return 'request';
  if (WHY.test(words) && (words.length <= SHORT || WHY_NOT.test(words))) return 'why';
  if (ONLY_WHO.test(words)) return 'who';
  const [topic] = questionsIn(words);
  return topic && CLOSED_TOPICS[topic];
}

/** What questions about Deckhand mean for a guest who is shut out. */
const CLOSED_TOPICS: Partial<Record<Topic, 'why' | 'who' | 'decision' | 'cost'>> = {
  audit: 'decision',
  why: 'why',
  users: 'who',
  human: 'who',
  guests: 'who',
  cost: 'cost',
  payer: 'cost',
  limit: 'cost',
};

/** Returns true if a guest asks why they are shut out, who can let them in, what it costs, what they can open, or whether an admin has answered. */
export function asksAboutClosed(mrkdwn: string): boolean {
  const words = withoutMentions(mrkdwn);
  return topicOf(words) !== undefined || OPENS.test(words);
}

const ACKNOWLEDGES = new Set<string>(['yes', 'no', 'chat', 'remark']);
/** Matches a question whether a guest can open what others have made. */
const OPENS =
  /^\W*(?:can|may|could|am i allowed to|do) (?:i (?:still )?)?(?:open|see|read|view|download|look at|get (?:at|to)|access|reach) (?:(?<own>my )|(?:all )?(?:the |their |your |a |any |those |these ))?(?:decks?|documents?|slides|presentations?|files?|pages?|posts?|results?|things)\b/i;
const MAY_OPEN =
  'Yes: you can open what is posted in your conversations. Whether its link opens for you is set on the document’s own page.';
export const askButton = button('Ask an admin', actions.askToOpenForGuests, 'guest');
const MAY_ASK = '`ask an admin` asks the admins to let you in.';
/** Returns the words that are kept of a guest, and until when. Returns undefined if none are kept. */
export async function keptOf(
  actor: Actor,
  { keptSentences, threads }: SlackContext,
): Promise<Kept | undefined> {
  const { text, keptAt = 0 } = ((await keptSentences.of(actor)) ?? {}) as { text?: string; keptAt?: number };
  if (!text) return undefined;
  const words = escaped(clip(await threads.plain(actor.team, text), 200), 400);
  return { words, until: new Date(keptAt + keptSentences.days * DAY_MS) };
}

const DAY_MS = 86_400_000;

export const keptText = ({ words, until }: Kept): string =>
  `I keep what you asked for last, ${day(until, 'until ')}: “${words}”.`;

/** Returns what a guest reads about a sentence that is kept from now on. */
export const newlyKeptText = ({ words, until, replaced }: NewlyKept): string =>
  `I keep this ${day(until, 'until ')}: “${words}”.${replaced ? ` It replaces “${replaced}”: \`keep the old one\` brings that back.` : ''} Once guests are let in, you get a card for it in your direct messages with me. \`forget it\` deletes it.`;
const OWN_WORDS =
  ' *Leave my messages out* on Deckhand’s Home keeps your messages out of documents, and `/deck settings` sends or erases what Deckhand keeps about you.';
const BECAUSE =
  'Making documents spends this workspace’s credits, so guests can do it only once a Slack admin allows it.';
const DECIDED =
  'Slack admins decide whether guests may use Deckhand, for all guests together. If you could use it before, my message about the change says who made it.';
const COST =
  'You pay nothing yourself. Making documents spends this workspace’s credits, so a Slack admin has to allow it first.';
/** Maximum length of a text that counts as a question without a question mark, in characters. Longer texts get the general answer. */
const SHORT = 40;
/** Matches a question whether an admin has answered: "did the admin answer?", "have they decided yet?", "any answer from the admins?" */
const ANSWERED =
  /\b(?:answer|reply|response|news|word|decision|verdict|update)s?\b.{0,20}\badmins?\b|\bwhen (?:do|will) (?:i|we|they|the admins?) .*\b(?:answer|decide|hear|know|reply|respond)\b|\b(?:did|has|have) .*\b(?:admins?|they|anyone|anybody)\b.*\b(?:answer|repl|respond|decid|declin|sa[iy])/i;
/** Matches a complaint about being shut out, however long it is. */
const WHY_NOT = /^\W*(?:(?:but|and|so|ok|oh|hm+)\W+)*why (?:not|can['’]?t i|am i)\b/i;
const WHY = /^\W*(?:(?:but|and|so|ok|oh|hm+)\W+)*(?:why|how come)\b/i;
/** Matches a question about whom to ask in one word: "who?" */
const ONLY_WHO = /^\W*(?:(?:but|and|so|ok|oh|hm+)\W+)*(?:whom?|which admins?)\W*$/i;
