import { isLikelyAmendment } from '../../asks/mention/amend.ts';
import { inPlainWords } from '../../asks/mention/card-orders.ts';
import { findAsk } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { nearestTopics, questionsIn } from '../../asks/mention/questions.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import type { Topic } from '../../asks/mention/topics.ts';
import { SEARCHED } from '../../asks/mention/understand.ts';
import type { SlackContext } from '../bolt/context.ts';
import { NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import { ownDataSection } from '../kit/blocks/own-words.ts';
import { type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { day } from '../kit/blocks/text.ts';
import {
  answerClosed,
  askBlocks,
  asksAboutClosed,
  CLOSED,
  DOCUMENTS_STAY,
  isPlea,
  type Kept,
} from '../kit/copy/closed.ts';
import { isAboutDocuments, isClearRequest, keepSentence, keptOf } from './kept-sentence.ts';
import { decide } from './open-card/decide-card.ts';
import { placeOf } from './place.ts';
import { answerTopics } from './question-answers.ts';
import type { Sentence } from './sentence.ts';

/** Answers sentences of people who may not use Deckhand. */

/**
 * Answers a sentence of a person who may not use Deckhand. Guests get answers about their own words and data, and what they ask for is kept.
 * @param why the reason why the person may not use Deckhand, as plain text
 */
export async function refuseSentence(given: Sentence, why: string, slack: SlackContext): Promise<void> {
  const sentence = { ...given, text: given.text.slice(0, SEARCHED) };
  const isAnswered =
    why === NOT_FOR_GUESTS &&
    !isClearRequest(given, slack) &&
    ((await dropCard(sentence, slack)) ||
      (await answerAboutKept(sentence, slack)) ||
      (await answerAboutOwn(sentence, slack)) ||
      (isAboutDocuments(sentence.text) && (await answerAboutDocuments(sentence, slack))));
  if (isAnswered) return;
  const kept = await keepSentence(given, why, slack);
  const answer = await answerClosed(sentence.text, sentence, why, slack, kept);
  await sentence.answer((await isRepeated(answer, sentence, slack)) ? shortened(answer) : answer);
}

/** How long a guest is not told again in full that guests are shut out, in milliseconds. */
const TOLD_FOR_MS = 10 * 60_000;

/** Returns true for an answer that the guest has read a moment ago in the same direct messages, unless they ask for it. */
async function isRepeated({ text }: Message, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { team, person } = sentence.actor;
  if (!sentence.isDirect || sentence.isCommand || sentence.isAgain) return false;
  if (!text.startsWith(CLOSED) || asksAboutClosed(sentence.text)) return false;
  return !(await slack.once(team, `told-closed:${person}`, TOLD_FOR_MS));
}

/** Returns the answer without its first sentences. */
function shortened({ blocks: [, ...blocks] }: Message): Message {
  return { text: STILL_CLOSED, blocks: [section(STILL_CLOSED), ...blocks] };
}

const STILL_CLOSED = 'Still not open to guests.';

const ABOUT_KEPT =
  /^(?:(?:so|and|ok|hi|hey|hm+|but)[ ,]+)*(?:what (?:did|have) i ask(?:ed)?(?: you)?(?: for)?|(?:where|what)(?:['’]?s| is| are| about| happened (?:to|with)) (?:my|the) (?:request|ask|card|deck|slides)|where are you (?:at )?with (?:my|the) \p{L}+|do you still (?:have|keep|know|remember) (?:my|the|what i) (?:request|ask|words|asked(?: for)?)|(?:is|are) (?:my|the) (?:request|ask|card|slides|deck) (?:still )?(?:there|kept|open|waiting|done|ready))[\s?!.]*$/iu;
const FORGET_KEPT =
  /^(?:(?:please|ok|actually|no|and|can you|could you)[ ,]+)*(?:(?:forget|drop|delete|cancel|remove|withdraw) (?:it|that|this|my (?:last )?(?:request|ask)|the (?:request|ask))|never ?mind)(?: please)?[\s?!.]*$/i;

/** Matches an order to erase everything. The answer has the button for it. */
const FORGET_ALL =
  /^(?:(?:please|ok|actually|no|and|can you|could you)[ ,]+)*(?:forget|drop|delete|erase|remove|wipe) (?:everything|all|it all|all (?:of )?(?:it|that|this))(?: please)?[\s?!.]*$/i;

/** Puts the guest's newest open card away if they decline it, as *Not now* does. @returns false if they decline none */
async function dropCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  if (talkIn(text) !== 'no' && !FORGET_KEPT.test(text)) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  return cards.length > 0 && decide('discard', cards.slice(-1), sentence, slack);
}

/** Answers a guest about documents that they have made. @returns false if they have made none */
async function answerAboutDocuments(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const made = await slack.generations.recent(actor.team, actor.person, 1);
  if (made.length === 0) return false;
  const request = await slack.generations.guestRequest(actor);
  await sentence.answer({
    text: DOCUMENTS_STAY,
    blocks: [section(DOCUMENTS_STAY), ...askBlocks(request)],
  });
  return true;
}

/**
 * Answers a guest about the kept sentence: "what did I ask for?", "forget it".
 * @returns false if the sentence is about something else
 */
async function answerAboutKept(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const isForgotten = FORGET_KEPT.test(text);
  const isChange =
    text.length < SHORT && isLikelyAmendment(ruleText(inPlainWords(text, false))) && !findAsk(text);
  if (!isForgotten && !isChange && !ABOUT_KEPT.test(text)) return false;
  const kept = await keptOf(actor, slack);
  if (isChange && !kept) return false;
  if (!kept && !isForgotten && (await answerAboutDocuments(sentence, slack))) return true;
  if (kept && isForgotten) await slack.keptSentences.delete(actor);
  await sentence.answer(
    plainMessage(
      !kept
        ? NOTHING_KEPT
        : isForgotten
          ? `OK, forgotten: “${kept.words}”`
          : `${keptText(kept)} Once guests are let in, you get its card, which you can change then.`,
    ),
  );
  return true;
}

/** Maximum length of a change of what is kept, in characters. */
const SHORT = 60;
const NOTHING_KEPT = 'I keep no request of yours.';

const keptText = ({ words, until }: Kept) =>
  `I keep what you asked for last, ${day(until, 'until ')}: “${words}”. \`forget it\` deletes it.`;

const DIGESTS_WAIT =
  'Your digests make nothing while guests are shut out: they pause at their next run. A Slack admin can delete them with `/deck digests`, and *Erase it* in `/deck settings` deletes them, too.';

/** Questions of a guest about what is kept, and orders to erase it. */
const OWN_DATA: Topic[] = ['known', 'erase'];
/** Topics that are answered also for people who may not use Deckhand, because documents may use their messages. */
const FOR_EVERYBODY: Topic[] = [
  ...OWN_DATA,
  ...(['reads', 'words', 'data', 'training', 'optOut', 'gdpr', 'tokens', 'admins'] as const),
];

/**
 * Answers a guest's question about their own words and data.
 * @returns false if the sentence is about something else
 */
async function answerAboutOwn(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, isCommand } = sentence;
  if (/\bdigests?\b/i.test(text) && text.length < 100) {
    const own = await slack.digests.ownedBy(actor.team, actor.person);
    if (own.length > 0) await sentence.answer(plainMessage(DIGESTS_WAIT));
    if (own.length > 0) return true;
  }
  if (asksAboutClosed(text) || isPlea(text)) return false;
  const asked = questionsIn(text, isCommand);
  const near =
    asked.length === 0 ? nearestTopics(text).find((topic) => FOR_EVERYBODY.includes(topic)) : undefined;
  // A guest who asks "who can see that?" means their own words, because nothing is made for them.
  const found = [...asked, ...(near ? [near] : [])].map((topic) => (topic === 'audience' ? 'words' : topic));
  if (!FORGET_ALL.test(text) && !(found.length > 0 && found.every((topic) => OWN_DATA.includes(topic)))) {
    const isOwn = found.length > 0 && found.every((topic) => FOR_EVERYBODY.includes(topic));
    if (isOwn) await answerTopics(found, { cards: [], open: undefined }, sentence, slack);
    return isOwn;
  }
  const [kept, { documents = [], digests = [] }] = await Promise.all([
    keptOf(actor, slack),
    slack.ownData.export(actor, { rows: 1, prompts: 0 }),
  ]);
  // A guest who was let in before may have documents and digests.
  const others = [
    ...(documents.length > 0 ? ['the titles and links of your documents'] : []),
    ...(digests.length > 0 ? ['your digests'] : []),
  ].join(', and ');
  const said = kept ? keptText(kept) : NOTHING_KEPT;
  const answer = others ? `${said} Of earlier, I keep ${others}.` : said;
  const [, ...own] = ownDataSection('shut out');
  await sentence.answer({ text: answer, blocks: [section(answer), ...own] });
  return true;
}
