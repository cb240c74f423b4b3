import { findAsk } from './find-ask.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';
import { numberOf } from './numbers.ts';
import { pictureIn } from './picture.ts';
import { isAdminTopic, type Row, type Topic, table } from './question-table.ts';
import { hasMeaning, means, smallWords } from './question-words.ts';
import { mayRun, topicOfRule } from './rule-words.ts';
import { talkIn } from './talk.ts';

/**
 * Recognizes questions about Deckhand itself and orders about running it, in English, German, French and partly Spanish. slack/mention/ has
 * the answers.
 */

/** Phrases whose words alone say nothing, such as "what can you do". Each is replaced by one term of the table before the words are compared. */
const PHRASES: [RegExp, string][] = [
  [
    /^(?:(?:show|tell) (?:me|us) )?what (?:all |else |exactly |actually |really )*(?:are you|is deckhand|(?:can|could) (?:you|deckhand)|you can|deckhand can) (?:actually |also |really )?(?:able to do|do|make|good (?:at|for))\b(?: for (?:me|us))?|what (?:can|could) i do with (?:you|this|it|deckhand)|what (?:are you|is (?:this|deckhand))(?: for| about| exactly| then)*(?=[ ?!.]*$)|how are you(?: doing)?|how.?s your day(?: going)?|was (?:kannst du|kann deckhand|machst du)(?: alles)?(?: machen| tun)?|what does (?:it|this|that|deckhand) (?:do|make)(?: exactly| actually| for (?:me|us))*(?=[ ?!.]*$)|wer bist du|wie geht.?s?(?: es)?(?: dir| ihnen)?|(?:que|qu.est-ce que) (?:tu sais|tu peux|sais-tu|peux-tu|vous pouvez|pouvez-vous)(?: faire)?|qui (?:es-tu|etes-vous)|comment (?:ca va|vas-tu|allez-vous)|^ca va\b|que (?:puedes|sabes) hacer|quien eres|que tal|como estas/,
    ' ABILITIES ',
  ],
  [
    /(?<=\b(?:see|know|sehen|check|find out|tell|sieht)\b,? )(?:who|wer|which people|if (?:somebody|someone|anybody|people)|how many(?: people)?)(?: has| have)?(?: (?:meine|die|das|es) \w+)? ?(?:reads?|opens?|opened|seen|viewed|looked at|liest|gelesen hat|offnet)\b/,
    ' READERS ',
  ],
  [
    /\bwhat (?:will|is|goes|would|is going to be) ?(?:be )?(?:in|on|inside) (?!(?:the|my) cards?\b)(?=it|this|that|the)|\bwhat (?:will|would) (?:it|this|that|the \w+) look like|was (?:steht|kommt|wird) (?:da |dann )?(?:in|auf|rein|drin)/,
    ' CONTENT ',
  ],
  [
    /^how much(?: for| is| are| will| would| does| do)?(?: it| that| this| the| these)?(?: (?:one|card|deck|document|doc|page|post|thing|picture))?(?: be| cost| come to| take)?(?: then| roughly| about| in total)*(?=[ ?!.]*$)|^combien(?=[ ?!.]*$)/,
    ' MUCHONLY ',
  ],
  [/^how much (?:was|were) (?:it|that|this)\b|\ba (?:nous |m.)?coute\b/, ' did cost '],
  [
    /\b(?:see|read|find out|look at|check) what (?=(?:people|members|users|everyone|others|employees|colleagues)\b)/,
    ' READS_PEOPLE ',
  ],
  [
    /^(?:show|list|find|open|get)(?: me)? (?!(?:all|last|this|docs|slides|news|sales|themes|templates)\b)\p{L}{3,}'?s (?:documents|decks|presentations|docs)(?=[ ?!.]*$)/u,
    ' NAMES_DOCUMENTS ',
  ],
  [
    /(?<=^where )(?:is|are|do i find|can i find) (?:the|my|its) (?:(?:exported|new|finished|pdf|pptx?|powerpoint) )?(?:file|pdf|pptx?|powerpoint|download)\b/,
    ' FILE_OF ',
  ],
  [/^audit(?=[ ?!.]*$)/, 'audit log'],
  [
    /^where (?:can|do) i find what (?:i|we) (?:made|did)\b.*|^where(?: is|['’]s) (?:all )?my stuff\b.*/,
    ' FIND_OLD documents',
  ],
  [/\bhva koster (?:det|dette|den)\b/, 'what does it cost'],
  [/\bhvem betaler(?: for (?:det|dette|den))?/, 'who pays'],
  [/(?<=\b(?:cost|pays)\b.*) og (?=who\b|what\b)/, ' and '],
  [
    /^\p{L}+ (?:is leaving|leaves|left|has left|quits?|is gone)\b.*\b(?:happens?|delete|erase|stays?|gone)\b.*/u,
    'what happens if someone leaves',
  ],
  [/\bso far\b/, ' '],
  [/(?<=^who\b.*) and who (?:can'?t|cannot|may not|can not|not)\b/, ' '],
  [
    /^(?:how (?:do|can)|where (?:do|can)) (?:i|we) (?:find|see|get|open) (?:back )?(?:my|our|the) (?:(?:old|earlier|last|finished|own|recent) )?(?=(?:decks|documents|docs|slides|presentations|files)\b)|^where are (?:all )?(?:my|our) (?:(?:old|earlier|last|finished|own|recent|other) )?(?=(?:decks|documents|docs|slides|presentations|files)\b)/,
    ' FIND_OLD ',
  ],
  [/^(?:limits|rules)(?=[ ?!.]*$)/, 'show $&'],
  [/^why (?:can'?t|cannot|may i not)(?: i)?(?: \w+)?(?: \w+)?(?=[ ?!.]*$)/, ' WHY_NOT '],
  [/(?<=\b(?:who|where)\b.*) (?:at|on) \w+(?=[ ?!.]*$)/, ' '],
  [
    /\b(?:do|can) (?:you|it) (?:also |only |just )?(?:do|make|offer|support|create|write|send) (?:pptx?|power ?points?|pdfs?|pngs?|videos?|spreadsheets?|excel|keynote|google (?:slides|docs)|e-?mails?|letters|code|apps?|music|songs|animations)\b|\bcome (?:out )?(?:in|as) (?:an? )?(?:pptx?|power ?points?|pdf|word)\b|\b(?:edit|open|change|use) (?:it |this |that |them )?(?:in|with) (?:pptx?|power ?points?|keynote|google slides|word)\b|\bhow (?:do|can) (?:i|we) (?:get|have|make) (?:it |them )?(?:as )?(?:an? )?(?:pdf|pptx?|powerpoint|png)\b/,
    ' MAKES_FILES ',
  ],
];

const QUESTION =
  /\?\s*$|^(?:who|whom|whose|which|what|when|where|why|how|can|could|may|might|do|does|did|is|are|was|were|will|would|should|must|am|have|has|wer|wem|wessen|was|welche\w?|wann|wo|wie|in welche\w|warum|kann|kannst|konnen|darf|durfen|ist|sind|hat|hast|habe|gibt|muss|brauche|qui|que|quel\w*|combien|comment|ou|est|peux|peut|puis|faut|a qui|parles|quien|cual|cuanto|donde|como|puedo|puede|hay)\b/i;

/** Matches the border between two questions in one sentence, for example between "what does it cost" and "who pays?" */
const CLAUSES =
  /(?<=[?!.]) +|,? and (?=(?:what|who|when|how|where|which|is|can|may|do|does|will) )|, (?=(?:what|who|when|how|where|which|do|does) )/;

/** Maximum length of a question, in characters. */
const LONGEST = 160;
/** Maximum number of questions in a sentence that are answered. */
const MOST = 3;
/** Maximum number of words that stand for ANY. */
const MOST_ANY = 4;

/** Returns the words as the table needs them: without accents, in lower case, with straight apostrophes and single spaces. */
function plainOf(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[’‘´`]/g, "'")
    .replace(/[¿¡"“”„«»]/g, '')
    .toLowerCase()
    .replace(/\bu\b/g, 'you')
    .replace(/\b(?<word>what|who|how|when|where)s\b/g, '$<word> is')
    .replace(/\br (?=you\b)/g, 'are ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words before a person's name: "what did Ben spend?", "raise Ben to 60 credits". */
const BEFORE_NAME = new Set(
  'stop gib gebt donne can could will kann limit cap unblock let erase about block ban exclude for did has does what much by raise lower increase give set export download send get if happens when see made'.split(
    ' ',
  ),
);

/** Returns true if a word may be a person's name: it begins with "@", or it is in no class and stands before "'s" or after a word such as "for". */
function isName(word: string, words: string[]): boolean {
  const at = words.indexOf(word);
  const isSubject = at === 0 && /^(?:needs?|wants?|has|gets?)$/.test(words[1] ?? '');
  const isAfter = words[at + 1] === 's' || isSubject || BEFORE_NAME.has(words[at - 1] ?? '');
  return word.startsWith('@') || (isAfter && !hasMeaning(word));
}

/** Matches an order about who may spend: "only marketing may spend credits". */
const ONLY_SOME =
  /^only (?:the )?[\p{L} ]{2,40} (?:(?:may|can|should|must|(?:are|is|to)|be|allowed) )+(?:to )?(?:spend credits|use (?:you|deckhand|this|it)|make (?:documents|decks|slides)|ask)[\s.!]*$/iu;
/** Maximum number of words. A longer sentence says more than a question. */
const MOST_WORDS = 24;

/** @param isWhole false if the clause has further questions, so that none of them stands for ANY */
function topicOf(clause: string, isWhole = true): Topic | undefined {
  if (ONLY_SOME.test(clause)) return 'limits';
  // "How to set limits" is a topic of a document.
  if (/^how to\b/.test(clause)) return undefined;
  const said = clause.replace(LEAD, '');
  const { all: words, unknown } = wordsIn(said);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const isQuestion = QUESTION.test(said);
  const hasBreak = /[,;:]/.test(said) || /\b(?:make|create|build|draw|write) /.test(said);
  const found = table
    .filter(
      (row) =>
        (isQuestion || row.isOrder) &&
        !((hasBreak || !isWhole) && row.terms.includes('ANY')) &&
        isAbout(row, words, unknown),
    )
    .sort((one, other) => other.needed.length - one.needed.length);
  return found[0]?.topic;
}

/** Maximum number of unknown words in a clause of a question, and in an order, for the nearest row. */
const UNKNOWN = { question: 4, order: 2 };

/**
 * Returns the topic that a question is nearest to, although no row has all of its words. For questions that would get no answer otherwise,
 * so that "who can see the stuff that ben makes?" is answered.
 */
export function nearestTopic(said: string): Topic | undefined {
  const plain = plainOf(flatText(said));
  return nearest(said, 'question', () => true) ?? topicOfRule(plain, true) ?? topicByWord(plain);
}

/**
 * The last resort for a question that matches no row of the table, not even roughly: single words, and the topic that is answered if the
 * question has one of them. The first row that matches is used.
 */
const byWord: [RegExp, Topic][] = [
  [
    /\b(?:bank|customers?|clients?|outside|external\w*|outsiders|not in slack)\b.*\b(?:see|show|share|send|open)\b|\b(?:see|show|share|send|open)\b.*\b(?:bank|customers?|clients?|outside|external\w*|outsiders|not in slack)\b/,
    'outside',
  ],
  [
    /\b(?:reads?|reading|sees?|seen|keeps?|kept|stored?|stores|private|privacy|messages?|dms?|data|opt|monitor\w*|spy\w*|track\w*|servers?|safe|secure|gdpr|dsgvo|works council|betriebsrat|uberwach\w*|liest|lesen|gespeichert|writes?|types?)\b/,
    'summary',
  ],
  [/\b(?:credits?|costs?|pays?|spent|spend|price|expensive|budget|kostet|koster|zahlt|betaler)\b/, 'limit'],
  [
    /\b(?:where|find|wo|hvor)\b.*\b(?:stuff|made|old|last week|documents?|decks?|slides|things?)\b/,
    'finding',
  ],
];
const topicByWord = (plain: string) => byWord.find(([words]) => words.test(plain))?.[1];

/** Returns the topic of an order about running Deckhand that no row matches, so that it becomes neither a card nor a part of one. */
export function nearestOrder(said: string): Topic | undefined {
  const text = flatText(said);
  if (findAsk(text) || pictureIn(withoutCourtesy(text))) return undefined;
  const plain = plainOf(withoutCourtesy(text));
  const isOrder = ({ topic, isOrder }: Row) => isOrder && isAdminTopic(topic);
  const found = mayRun(plain, QUESTION.test(plain)) ? nearest(said, 'order', isOrder) : undefined;
  return found ?? topicOfRule(plain, QUESTION.test(plain));
}

function nearest(
  said: string,
  kind: keyof typeof UNKNOWN,
  isWanted: (row: Row) => boolean,
): Topic | undefined {
  const words = withoutCourtesy(flatText(said));
  if (words.length > LONGEST) return undefined;
  const [found] = plainOf(words)
    .split(CLAUSES)
    .filter((clause) => !/^how to\b/.test(clause))
    .flatMap((clause) => {
      const { all, unknown } = wordsIn(clause.replace(LEAD, ''));
      return table.filter(isWanted).flatMap((row) => {
        const others = unknown.filter((word) => !row.terms.some((term) => means(word, term)));
        const name = others.find((word) => isName(word, all));
        const isKnown = row.needed.length > 1 ? others.length <= UNKNOWN[kind] : others.length === 0;
        return isKnown && hasNeeded(row, all, name) ? [{ row, others: others.length }] : [];
      });
    })
    .sort((one, other) => one.others - other.others || other.row.needed.length - one.row.needed.length);
  return found?.row.topic;
}

function wordsIn(clause: string): { all: string[]; unknown: string[] } {
  const text = PHRASES.reduce((left, [phrase, word]) => left.replace(phrase, word), clause);
  const all = text.match(/@?[\p{L}\p{N}]+(?:_\w+)?/gu) ?? [];
  return {
    all,
    unknown: [...new Set(all.filter((word) => !smallWords.has(word) && Number.isNaN(numberOf(word))))],
  };
}

/** Returns true if a sentence has all words that a row needs, and none that it excludes. */
function hasNeeded({ needed, excluded }: Row, words: string[], name: string | undefined): boolean {
  const is = (term: string) => words.some((word) => means(word, term));
  const isSaid = (term: string) => (term === 'NAME' ? name !== undefined : is(term));
  return !excluded.some(is) && needed.every((alternatives) => alternatives.some(isSaid));
}

function isAbout(row: Row, words: string[], unknown: string[]): boolean {
  const { terms } = row;
  const others = unknown.filter((word) => !terms.some((term) => means(word, term)));
  const [name = ''] = others;
  const isNamed = others.length === 1 && terms.includes('NAME') && isName(name, words);
  if (!hasNeeded(row, words, isNamed ? name : undefined)) return false;
  return isNamed || others.length <= (terms.includes('ANY') ? MOST_ANY : 0);
}

/** Matches greetings, interjections and "can you tell me" before a question. */
const LEAD =
  /^(?:(?:hey|hi|hello|roughly|yes|yeah|sure|ja|oui|ok|okay|so|and|but|oh|well|sorry|thanks|wait|actually|also|hm+|great|that['’]?s not what i (?:asked|meant)|one (?:more )?question|quick question|(?:a )?question|before i start|by the way|btw|just (?:asking|wondering|curious)|deckhand|hallo|moin|und|aber|sag mal|(?:eine |kurze )*frage|ubrigens|ach|bonjour|salut|et|mais|alors|dis|une question|question|au fait|hola|y|pero|una pregunta)[ ,:;.!–-]+)*(?:(?:der |unser )?betriebsrat fragt[,:]? )?(?:our (?:works council|boss|legal|lawyers?|it|it department|security|data protection officer|dpo|ceo) (?:asks|is asking|wants to know)[:, ]+)?(?:(?:(?:can|could) you )?(?:please )?tell (?:me|us) (?=what|who|how|where|if)|do you know (?=what|who|how|where)|i(?:'?d| would) like to know (?=what|who|how|where)|i wonder (?=what|who|how|where)|(?:kannst du mir sagen|weisst du),? |(?:peux-tu me dire|sais-tu) )?/i;

/** Words that show that a question is about Deckhand, or about the person who asks it, and is no topic of a document. */
const ABOUT_DECKHAND =
  /\b(?:you|your|deckhand|credits?|digests?|i|me|my|it|this|that|du|dich|dir|ich|mich|mir|meine?|das|es|tu|toi|vous|je|moi|mes|ca|cela|l[ae]|mis?|eso|esto|themes?|templates?|designs|words?)\b/i;

/**
 * Returns what a sentence asks about Deckhand. Empty if it asks nothing that has an answer, or also says something else.
 * @param isCommand true after `/deck`, where a question such as "who pays?" is the topic of a document unless it names Deckhand
 */
export function questionsIn(said: string, isCommand = false): Topic[] {
  const words = withoutCourtesy(flatText(said));
  if (words === '' || words.length > LONGEST) return [];
  const whole = plainOf(words);
  const clauses = whole.split(CLAUSES);
  // ANY would take a second question for unknown words.
  const found = topicOf(whole, clauses.length === 1);
  if (isCommand && !ABOUT_DECKHAND.test(whole) && !(found && isAdminTopic(found))) return [];
  const topics = clauses.map((clause) => topicOf(clause));
  // "I don't have one" beside a question is no order.
  const isOther = (clause: string, at: number) =>
    !topics[at] &&
    !clause.endsWith('?') &&
    !SMALL_TALK.has(talkIn(clause) ?? '') &&
    wordsIn(clause).unknown.length > 0;
  // "How many credits do we have and what does a deck cost" asks two things, although all its words are about the cost.
  const [one, ...others] = new Set(topics.filter((topic) => topic !== undefined));
  const areTwo = one && others.length === 1 && !isAdminTopic(one) && !clauses.some(isOther);
  if (found && !areTwo) return [found];
  if (clauses.length < 2 || clauses.some(isOther)) return [];
  // "Summarize this? Why?" asks nothing about Deckhand.
  return [...new Set(topics.filter((topic) => topic !== undefined && topic !== 'why'))].slice(0, MOST);
}

/** Matches a question behind something else: "6 slides, and what does it cost?" */
const QUESTION_BEHIND =
  /^(?<first>.{3,200}?)(?:(?<=[.!;]) +|[.;,]? (?:and|but|also) |, )(?<question>(?:and |also |but )?(?:what|whats|how|who|can|could|is|does|do|will|when|where|which|are)\b[^?]{4,100}\??)$/i;

/** Returns the question behind an order, and what it is about: "and what does it cost" in "6 slides, and what does it cost". */
export function questionBehind(said: string): { first: string; topics: Topic[] } | undefined {
  const { first = '', question = '' } = QUESTION_BEHIND.exec(said.trim())?.groups ?? {};
  const isOrder = !QUESTION.test(first) || /^(?:can|could|would) you\b/i.test(first);
  const topics = question && isOrder ? questionsIn(question) : [];
  return topics.length > 0 ? { first: first.replace(/[ ,;]+$/, ''), topics } : undefined;
}

const SMALL_TALK = new Set(['greeting', 'thanks', 'chat', 'remark', 'question']);
