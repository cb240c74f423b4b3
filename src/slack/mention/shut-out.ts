import { isLikelyAmendment } from '../../asks/mention/amend.ts';
import { inPlainWords } from '../../asks/mention/card-orders.ts';
import { findAsk } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { nearestTopics, questionsIn } from '../../asks/mention/questions.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import { cardOrderIn } from '../../asks/mention/topic-model.ts';
import type { Topic } from '../../asks/mention/topics.ts';
import { SEARCHED } from '../../asks/mention/understand.ts';
import { parseCommand } from '../../asks/parse-command.ts';
import type { SlackContext } from '../bolt/context.ts';
import { NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import { guestRequestText } from '../kit/admin-requests.ts';
import { keptAbout, ownDataSection } from '../kit/blocks/own-words.ts';
import { type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import {
  answerClosed,
  askBlocks,
  asksAboutClosed,
  CARDS_STAY,
  CLOSED,
  DOCUMENTS_STAY,
  isPlea,
  keptOf,
  keptText,
  newlyKeptText,
} from '../kit/copy/closed.ts';
import {
  asksAboutKept,
  isAboutDocuments,
  isClearRequest,
  isEdit,
  keepFormer,
  keepSentence,
} from './kept-sentence.ts';
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
    ((await drop(sentence, slack)) ||
      (await answerYes(sentence, slack)) ||
      (await answerAboutKept(sentence, slack)) ||
      (await answerAboutOwn(sentence, slack)) ||
      (isAboutDocuments(sentence.text) && (await answerAboutDocuments(sentence, slack))));
  if (isAnswered) return;
  const kept = await keepSentence(given, why, slack);
  const answer = await answerClosed(sentence.text, sentence, why, slack, kept);
  if (!(await isRepeated(answer, sentence, slack))) {
    await sentence.answer(answer);
    return;
  }
  const text = `${STILL_CLOSED}${kept ? '.' : `, so I can’t do that. ${await keptAnswer(sentence, slack)}`}`;
  const [, ...blocks] = answer.blocks;
  await sentence.answer({ text, blocks: [section(text), ...blocks] });
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

const STILL_CLOSED = 'Guests still can’t use Deckhand here';

const FORGET_KEPT =
  /^(?:(?:please|ok|actually|no|and|can you|could you)[ ,]+)*(?:(?:forget|drop|delete|cancel|remove|withdraw) (?:it|that|this|my (?:last )?(?:request|ask)|the (?:request|ask))|never ?mind)(?: please)?[\s?!.]*$/i;

/** Matches an order to erase everything. The answer has the button for it. */
const FORGET_ALL =
  /^(?:(?:please|ok|actually|no|and|can you|could you)[ ,]+)*(?:forget|drop|delete|erase|remove|wipe) (?:everything|all|it all|all (?:of )?(?:it|that|this))(?: please)?[\s?!.]*$/i;

/**
 * Puts away what a guest declines: the open cards, which cannot be made, and for "forget it" also what is kept.
 * @returns false if there is nothing to put away, or the sentence declines nothing
 */
async function drop(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const isRefused = talkIn(text) === 'no';
  const isForgotten = FORGET_KEPT.test(text) || (!isRefused && cardOrderIn(text) === 'drop');
  if (!isRefused && !isForgotten) return false;
  const [{ cards }, kept] = await Promise.all([
    slack.openCards.of(actor, placeOf(sentence)),
    isForgotten ? keptOf(actor, slack) : undefined,
  ]);
  if (!kept && cards.length === 0 && isForgotten) await sentence.answer(plainMessage(NOTHING_KEPT));
  if (!kept) return cards.length > 0 ? decide('discard', cards, sentence, slack) : isForgotten;
  const forgotten = `OK, forgotten: “${kept.words}”`;
  if (cards.length === 0) await sentence.answer(plainMessage(forgotten));
  const answer: Sentence['answer'] = () =>
    sentence.answer(plainMessage(`${forgotten}. What was still open is dropped, too; nothing was spent.`));
  if (cards.length > 0) await decide('discard', cards, { ...sentence, answer }, slack);
  await slack.keptSentences.delete(actor);
  return true;
}

/** Matches words that only acknowledge what was said. */
const ONLY_OK = /^\W*(?:(?:ok|okay|k|alright|fine|sure|good|great|perfect|sounds)\W*)+$/i;

/** Answers a yes: nothing is made, and an order to erase is carried out only by its button. @returns false for other sentences */
async function answerYes(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  if (talkIn(text) !== 'yes' || ONLY_OK.test(text)) return false;
  const { unfinished } = await slack.openCards.of(actor, placeOf(sentence));
  if (unfinished !== undefined && isErasure(unfinished)) {
    await sentence.answer({ text: NOT_ERASED, blocks: [section(NOT_ERASED), ...ownButtons()] });
    return true;
  }
  const [request, kept] = await Promise.all([slack.generations.guestRequest(actor), keptOf(actor, slack)]);
  const next = request ? guestRequestText[request] : '`ask an admin` asks for access.';
  const said = `Nothing was made: guests are shut out. ${next}${kept ? ` ${keptText(kept)} ${FORGET_IT}` : ''}`;
  await sentence.answer(plainMessage(said));
  return true;
}

const NOT_ERASED = 'Not erased yet: press *Erase it*.';

/** Returns true for an order to erase what is kept of the guest. */
const isErasure = (text: string) => FORGET_ALL.test(text) || questionsIn(text).includes('erase');

/** Returns the buttons with which a guest gets and erases what is kept. */
function ownButtons() {
  const [, ...own] = ownDataSection('shut out');
  return own;
}

/** Answers a guest about documents that they have made. @returns false if they have made none */
async function answerAboutDocuments(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor } = sentence;
  const made = await slack.generations.recent(actor.team, actor.person, 1);
  if (made.length === 0) return false;
  const request = await slack.generations.guestRequest(actor);
  const text = parseCommand(sentence.text).kind === 'find' ? `${CLOSED} ${DOCUMENTS_STAY}` : DOCUMENTS_STAY;
  await sentence.answer({ text, blocks: [section(text), ...askBlocks(request)] });
  return true;
}

/**
 * Answers a guest about the kept sentence, and about changes: "what did I ask for?", "keep the old one", "make the title bigger".
 * @returns false if the sentence is about something else
 */
async function answerAboutKept(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  if (talkIn(text) === 'thanks' || parseCommand(text).kind === 'find') return false;
  const again = await keepFormer(actor, text, slack);
  if (again) {
    await sentence.answer(
      plainMessage(again.replaced ? newlyKeptText(again) : `${keptText(again)} ${FORGET_IT}`),
    );
    return true;
  }
  const isOrdered = isEdit(text) && questionsIn(text).length === 0;
  const isChange =
    isOrdered ||
    (text.length < SHORT && isLikelyAmendment(ruleText(inPlainWords(text, false))) && !findAsk(text));
  const isCards = cardOrderIn(text) === 'openCards';
  if (!isChange && !asksAboutKept(text)) return false;
  const kept = await keptOf(actor, slack);
  if (isChange && !kept && !isOrdered) return false;
  if (!kept && !isChange && !isCards && (await answerAboutDocuments(sentence, slack))) return true;
  const said = [
    ...(isOrdered ? [NO_CHANGES] : []),
    ...(kept || !isChange ? [kept ? `${keptText(kept)} ${FORGET_IT}` : NOTHING_KEPT] : []),
    ...(isChange && kept ? ['Once guests are let in, you get its card, which you can change then.'] : []),
    ...(/\bcards?\b/i.test(text) ? [CARDS_STAY] : []),
  ].join(' ');
  await sentence.answer(plainMessage(said));
  return true;
}

/** Returns what is kept of a guest, or that nothing is. */
async function keptAnswer({ actor }: Sentence, slack: SlackContext): Promise<string> {
  const kept = await keptOf(actor, slack);
  return kept ? `${keptText(kept)} ${FORGET_IT}` : NOTHING_KEPT;
}

const NO_CHANGES = 'Documents can’t be changed while guests are shut out, and stay where they are.';

/** Maximum length of a change of what is kept, in characters. */
const SHORT = 60;
const NOTHING_KEPT = 'I keep no request of yours.';
const FORGET_IT = '`forget it` deletes it.';

const DIGESTS_WAIT =
  'Your digests make nothing while guests are shut out: they pause at their next run. A Slack admin can delete them with `/deck digests`, and *Erase it* in `/deck settings` deletes them, too.';

/** Questions of a guest about what is kept, and orders to erase it. */
const OWN_DATA: Topic[] = ['known', 'erase'];
/** Topics that are answered also for people who may not use Deckhand, because documents may use their messages. */
const FOR_EVERYBODY: Topic[] = [
  ...OWN_DATA,
  ...(['attached', 'photos', 'usedMine'] as const),
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
  const isAboutRequest = found.includes('data') && OF_REQUEST.test(text) && (await keptOf(actor, slack));
  const isOwn =
    isAboutRequest ||
    FORGET_ALL.test(text) ||
    (found.length > 0 && found.every((one) => OWN_DATA.includes(one)));
  if (!isOwn) {
    const isForAll = found.length > 0 && found.every((topic) => FOR_EVERYBODY.includes(topic));
    if (isForAll) await answerTopics(found, { cards: [], open: undefined }, sentence, slack);
    return isForAll;
  }
  const about = await keptAbout(actor, slack);
  const answer = [await keptAnswer(sentence, slack), ...(isAboutRequest ? [] : [about])]
    .filter(Boolean)
    .join(' ');
  await sentence.answer({ text: answer, blocks: [section(answer), ...ownButtons()] });
  // A "yes" after this erases nothing.
  if (isErasure(text)) await slack.openCards.addUnfinished(actor, placeOf(sentence), text);
  return true;
}

/** Matches words for what a guest has asked for. */
const OF_REQUEST = /\b(?:requests?|ask(?:ed)?|orders?|what i (?:asked|wanted|wrote)|it|this)\b/i;
