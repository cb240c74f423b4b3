import { NOUN } from '../../asks/mention/find-ask.ts';
import { flatText, withoutCourtesy } from '../../asks/mention/flat-text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { placeOf } from './place.ts';
import { NAMES_CHANNEL } from './question-answers.ts';
import type { Sentence } from './sentence.ts';

/** Answers sentences that search for an existing document, such as "find our deck on boots", with the list of `/deck find boots`. */

const POLITE = '(?:(?:please|can you|could you|hey|hi|ok|now|so|and) )*';
const SEEKS =
  "(?:(?:find|locate|search for|look for|look up|open)(?: me| us)?|(?:show|send|get) (?:me|us)|where(?:['’]?s| is| are)|(?:i(?:['’]m| am) )?looking for|do we have)";
/** Words that say that the document exists. "A deck" is a new document. */
const OWN = '(?:the|our|my|that|this|those|these|all|any)(?: (?:my|our|last|latest|old|existing))*';
const OF = '(?:on|about|for|of|from|called|named|titled)';
/** Words that do not stand in a name: "the right words for a letter", "the second slide". */
const NO_NAME =
  '(?:an?|the|to|for|in|as|at|with|and|or|link|url|recent|latest|newest|new|old|other|finished|first|second|third|last|next|best|right|good)';

/** Matches a search. `before` and `behind` are the words to search for: "the `boots` deck", "our deck on `winter boots`". */
const SEARCH = new RegExp(
  `^${POLITE}${SEEKS} ${OWN} (?:(?<before>(?:(?!${NO_NAME} )[\\p{L}\\p{N}’'-]+ ){1,4}?))?(?!slide\\b)(?:${NOUN}|files?|(?<thing>pitch|proposal|offer|quote)|thing|stuff|one)(?: ${OF} (?:(?:the|our|my) )?(?<behind>(?!(?:this|that|last|past|today|yesterday|these)\\b)[^,;:?!]{2,60}?))?(?:,? (?:that |which )?(?:i|we) (?:made|did|created|had)\\b[^,;:?!]{0,30})?(?: as (?:an? )?(?:pdf|pptx?|powerpoint|png))?(?: (?:again|please|now))?[?.! ]*$`,
  'iu',
);
/** Matches a search without an article: "find decks about hip belts", "search for hip belts". */
const PLAIN = new RegExp(
  `^${POLITE}(?:(?:find|search(?: for)?|look for|show me|list) (?:all )?(?:${NOUN}|files) (?:about|on|for|with|of) (?:the |our )?(?<of>[^,;:?!]{2,60}?)|search(?: for)? (?:the |our )?(?<alone>[^,;:?!]{2,60}?))[?.! ]*$`,
  'iu',
);
/** Matches "find" with one or two words, as after `/deck`: "find boots". Not "find three arguments" or "find a venue for the party". */
const FIND =
  /^(?:please )?find (?!(?:an?|the|our|my|some|any|more|new|better|good|out|me|us|it|this|that|\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b)(?<words>[\p{L}\p{N}’'-]+(?: [\p{L}\p{N}’'-]+)?)[.!?]*$/iu;

/** Matches a question whether somebody has made a document on a topic: "did Ben make a deck for Fjellsport? can I see it". */
const DID_MAKE = new RegExp(
  `^(?:(?:and|so|hey|ok)[ ,]+)*(?:did|has|have) (?!(?:i|we|you)\\b)[\\p{L}@.’'-]+(?: [\\p{L}’'-]+)? (?:already )?(?:make|made|do|done|create|created) (?:an? |the |any |some )?(?:${NOUN})(?: ${OF} (?:the |our )?(?<made>[^,;:?!]{2,60}?))\\?(?: (?:can|could|may) (?:i|we) (?:see|have|get|open) it\\??)?[?.! ]*$`,
  'iu',
);

/** Matches a search in German, French or Spanish. `rest` is the document. */
const FOREIGN =
  /^(?:(?:bitte|hallo|hey|bonjour|hola|kannst du|peux-tu|puedes)[ ,]+)*(?:wo (?:ist|sind|finde ich|liegt)|(?:find|such|zeig)e?(?: mir| uns)?|o[uù] (?:est|sont|se trouve)|(?:trouve|cherche|montre)(?:-moi)?|d[oó]nde est[aá]n?|(?:busca|encuentra|mu[eé]stra)(?:me)?) (?<rest>(?:die|das|den|der|la|le|les|el|los|las|mein\p{L}*|unser\p{L}*|ma|mon|mes|nos|mis?)\b.{3,80}?)[\s?.!]*$/iu;
const FOREIGN_THING =
  /\b(?:pr[aä]sentation(?:en)?|presentaci[oó]n(?:es)?|pr[eé]sentation|folien|dokumente?|documentos?|documents?|decks?|slides|datei|bericht|rapport|informe|diapos(?:itives)?|diapositivas)\b/giu;
const FOREIGN_SMALL =
  /(?<!\p{L})(?:die|das|den|der|dem|des|la|le|les|el|los|las|mein\p{L}*|unser\p{L}*|ma|mon|mes|nos|mis?|von|vom|zum?|zur|[uü]ber|f[uü]r|mit|de|du|d[’']|sobre|sur|heute|gestern|morgen|hoy|ayer|hier|aujourd[’']hui|letzte\p{L}*|woche|semaine|semana)(?!\p{L})/giu;
/** Matches a question whether there is something about a topic. */
const ANYTHING =
  /^(?:(?:and|so|hey|ok)[ ,]+)*(?:is there|do we have|have we(?: got)?|gibt es|haben wir|y a-t-il|hay|tenemos) (?:already |schon |d[eé]j[aà] |ya )?(?:anything|something|etwas|was|quelque chose|algo) (?:on|about|for|[uü]ber|zum?|sur|sobre) (?:the |our |die |das |la |el )?(?<words>[^,;:?!]{2,60}?)(?: (?:from|by) .{2,30})?[\s?.!]*$/iu;

/** Returns the words to search for; undefined if a sentence is no search. @param said the sentence as plain text */
export function searchIn(said: string): string | undefined {
  const text = withoutCourtesy(flatText(said));
  const short = FIND.exec(text)?.groups?.words;
  const { before, behind, thing } = SEARCH.exec(text)?.groups ?? {};
  const { rest = '' } = FOREIGN.exec(text)?.groups ?? {};
  const foreign =
    rest.search(FOREIGN_THING) >= 0 ? rest.replace(FOREIGN_THING, ' ').replace(FOREIGN_SMALL, ' ') : '';
  const { made } = DID_MAKE.exec(text)?.groups ?? {};
  const { of: about = made, alone = about } = PLAIN.exec(text)?.groups ?? {};
  const { words: topic = alone ?? foreign } = ANYTHING.exec(text)?.groups ?? {};
  return (
    short ??
    ([before?.trim(), behind].filter(Boolean).join(' ') || topic.replace(/\s+/g, ' ').trim() || thing)
  );
}

/** Matches a document of a list: "the second one as PDF". */
const OF_LIST =
  /^(?:(?:and|ok|please|send me|give me|show me)[ ,]+)*the (?:first|second|third|fourth|fifth) (?:one|document|deck)?(?: as (?:an? )?(?:pdf|pptx?|powerpoint|png)s?)?(?: please)?[.!]*$/i;

/** Answers a search, and words for a document of a list, which have a menu there. @returns false if the sentence is neither */
export async function answerSearch(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, isDirect } = sentence;
  if (
    isDirect &&
    OF_LIST.test(text) &&
    (await slack.openCards.of(actor, placeOf(sentence))).cards.length === 0
  ) {
    await sentence.answer(await slack.lists.recent(actor));
    return true;
  }
  if (sentence.text.length > LONGEST || NAMES_CHANNEL.test(sentence.text)) return false;
  const words = searchIn(await slack.threads.plain(sentence.actor.team, sentence.text));
  if (words === undefined) return false;
  await sentence.answer(await slack.lists.found(sentence, words));
  return true;
}

/** Maximum length of a search, in characters. */
const LONGEST = 150;
