import { NOUN } from './find-ask.ts';

/**
 * Recognizes orders and questions about running Deckhand: "turn off guests", "show usage for November". The order of the words does not
 * matter, but every word must be known, so "usage of the shop in November as slides" stays an ask.
 */

export type AdminTopic = 'guests' | 'limits' | 'usage' | 'rules' | 'audit' | 'connection' | 'erasePerson';

const MONTHS = `january february march april may june july august september october november december`;

/**
 * In each row: the topic, and lists of words, separated by "+". A sentence needs a word of each list, and may otherwise contain only words of
 * `SMALL` and, with NAME, one person's name, which "NAME?" does not require. The first row that matches is used.
 */
const table = `
audit = audit + log logs trail history
audit = who + changed raised lowered removed turned set + limit limits rule rules guests
connection = change switch + account connection
connection = turn switch uninstall remove + off yourself deckhand you + yourself deckhand you
connection = disconnect reconnect connect connected disconnected
guests = guest guests + turn let allow open block lock enable disable forbid stop permit close use allowed see
limits = limit limits + set change raise lower increase decrease remove edit give add exceed NAME?
limits = limit + credits
limits = give + credits + NAME
limits = block ban exclude + NAME
limits = give allow + credits + everyone everybody people person
limits = limits + what which show list are
limits = raise lower increase give set + credits + to more NAME?
rules = share sharing + outside external externally customers + stop forbid prevent allow can members people
usage = usage
usage = what much many credits + spent spend spends + we + ${MONTHS}
usage = who + spent spends spend uses + most
usage = what much many credits + spent spend spends + team workspace everyone everybody
usage = what much many credits + spent spend spends + NAME
rules = rule rules + set change edit what which show list
erasePerson = erase delete remove forget + data everything all about + NAME
erasePerson = erase + person
erasePerson = erase + NAME`
  .trim()
  .split('\n')
  .map((row) => {
    const [topic = '', lists = ''] = row.split(' = ');
    const [, name] = / (NAME\??)$/.exec(lists) ?? [];
    const groups = lists.replace(/(?: \+)? NAME\??$/, '').split(' + ');
    return { topic: topic as AdminTopic, name, groups: groups.map((list) => list.split(' ')) };
  });

const SMALL = new Set(
  `please pls can could should may how what which who when where do does did is are was were has have be i you we me us the a an to for of in on
  off out this that these there here now want need would like show see tell give get any all deckhand workspace team slack everyone everybody with by
  from and not last month week year today so far per person whole entire single each channel also credits use using again ${MONTHS}`.split(
    /\s+/,
  ),
);
/** Words before a person's name: "what did Ben spend?", "raise Ben to 60 credits". */
const BEFORE_NAME = new Set(
  'erase about block ban exclude for did has does what much by raise lower increase give set'.split(' '),
);
/** Matches words that are no person's name. "How much has it spent?" is about a document. */
const NO_NAME = new RegExp(`^(?:it|they|he|she|them|its|my|our|your|${NOUN}|files?)$`, 'i');

/** Matches an order about who may spend: "only marketing may spend credits". */
const ONLY_SOME =
  /^only (?:the )?[\p{L} ]{2,40} (?:may|can|should|(?:are|is) allowed to) (?:spend credits|use (?:you|deckhand|this|it)|make (?:documents|decks|slides)|ask)[\s.!]*$/iu;
/** Maximum number of words. A longer sentence says more than such an order. */
const MOST_WORDS = 12;

/** Returns what an order or a question about running Deckhand is about. @param text without accents, on one line */
export function adminTopicIn(text: string): AdminTopic | undefined {
  const words = text.toLowerCase().match(/@?[\p{L}\p{N}][\p{L}\p{N}._'-]*/gu) ?? [];
  // "How to set limits" is a topic.
  if (words.length > MOST_WORDS || /^how to\b/i.test(text)) return undefined;
  if (ONLY_SOME.test(text)) return 'limits';
  return table.find(({ groups, name }) => {
    const isKnown = (word: string) =>
      SMALL.has(word) || /^\d+$/.test(word) || groups.some((group) => group.includes(word));
    const others = words.filter((word) => !isKnown(word));
    const isNamed = others.length === 1 && isName(others[0], words);
    return (
      (isNamed ? name !== undefined : others.length === 0 && name !== 'NAME') &&
      groups.every((group) => words.some((word) => group.includes(word)))
    );
  })?.topic;
}

const topics: ReadonlySet<string> = new Set(table.map(({ topic }) => topic));
export const isAdminTopic = (topic: string): topic is AdminTopic => topics.has(topic);

/** Returns true for a word that stands where a person's name does: "Ben's limit", "for Ben", "@ben". */
function isName(word = '', words: string[]): boolean {
  const before = words[words.indexOf(word) - 1] ?? '';
  return !NO_NAME.test(word) && (/^@|'s$/.test(word) || BEFORE_NAME.has(before));
}
