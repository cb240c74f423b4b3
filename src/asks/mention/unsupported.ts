import { CARDS_LIMIT } from '../../service/options.ts';

/** Finds requests for things that Deckhand cannot make. */

const OTHER_FILES =
  /,? ?\b(?:as|in|into) (?:an? )?(?:ms |microsoft |apple )?(?:word|docx|doc(?= file)|google (?:docs?|slides)|keynote|excel|xlsx|csv|spreadsheet|video|mp4|gif|animation|html|markdown|canva|figma|prezi|epub|ebook|audio|podcast)\b(?: (?:file|doc|document|format|sheet)\b)?(?! (?:of|for) )/i;
/** Matches the beginning of a request for another kind of work: "make me a video about tents". */
const OTHER_WORK =
  /^(?:(?:please|can you|could you|i need|i want|we need|make|create|do|produce|give)(?: (?:me|us))? )*an? (?:(?:short|little|quick|nice|new) )*(?<work>video|animation|podcast|spreadsheet|excel (?:sheet|file))\b(?= (?:about|on|of|for)\b|[.!? ]*$)/i;
/** Matches "Word" in "a Word document about tea", and "Word file" at the end of "2 pages, Word file". */
const WORD_FILE =
  /,? ?\b(?:an? )?(?:ms |microsoft )?word (?:file|doc(?:ument)?)(?= ?(?:please|pls)?[.!]*$)|^(?:ms |microsoft )?word(?= ?(?:please|pls)?[.!]*$)|\b(?:ms |microsoft )?word(?= (?:docs?|documents?|files?)\b)/i;
const COUNT = /\b(?<count>\d{2,4})[- ](?:slides?|pages?|cards?)\b/i;

/** Matches a request for two file formats at once, for example "both as pptx and pdf". */
const TWO_FILES =
  /\b(?:pptx?|powerpoint|pdf|png)(?<second> (?:and|&|\+) (?:as )?(?:an? )?(?:pptx?|powerpoint|pdf|png))\b/i;

/** Matches a request to use the author's photos. With `of` ("with our photos of Rome"), they may be the topic and stay in the prompt. */
const OWN_PHOTOS =
  /,? ?\b(?:with|use|using|include|including|add|insert) (?:some of )?(?:my|our|this|these|those|(?:the|my|our) attached)(?: own)? (?:photos?|pictures?|pics?|images?)\b(?:(?<of> (?:of|from|in|at)\b)| (?:on|for|as) the (?:cover|title|front|first|last)(?: page| slide)?\b)?/i;
/** Sentence for the card if the author attaches a picture or wants to use photos. */
export const NO_PHOTOS = "I can't use your photos. I can use stock photos or generated pictures.";

/** Matches a wish for the team's own logo. */
const OWN_LOGO =
  /\b(?:put|add|use|include|insert|show|with|and|need|want|have)\b[^.!?]{0,30}\b(?:our|my|the (?:company|corporate|client)(?:['’]?s)?) logos?\b/i;
const NO_LOGO = 'I can’t add your logo. A theme or a template that has it can: say `with the theme …`.';

/** Matches a request about what people said in direct messages: "what Ana and Grace talked about in their DMs". */
const DIRECT_MESSAGES =
  /\b(?:talk(?:ed)?|said|say|discuss(?:ed)?|wrote|chat(?:ted)?|decided|messages?|conversations?)\b.{0,40}\b(?:in|from|of) (?:their|our|my|the|his|her) (?:own )?(?:dms?|direct messages?|private (?:chats?|messages?|conversations?))\b/i;
const NO_DIRECT_MESSAGES = "I can't read direct messages between people. Paste what matters.";

/** Matches a wish to read the messages of one person only: "only what Elin wrote", "just Ben's messages". */
const ONE_PERSON =
  /,? ?\b(?:but )?(?:only|just) (?:my (?:own )?(?:messages|posts)|(?:what|things|messages) (?!we\b|was\b|is\b|you\b)@?(?<who>\p{L}+)(?: \p{Lu}\p{L}+)? (?:wrote|said|posted|sent|has written|has said)|(?:the )?(?:messages|posts|answers|words|part) (?:of|from|by) @?\p{L}+(?: \p{Lu}\p{L}+)?|@?\p{L}+['’]s? (?:messages|posts|answers|words))\b/iu;
/** Matches a wish to leave out the messages of one person: "without what Kasia wrote". */
const WITHOUT_PERSON =
  /,? ?\b(?:but )?(?:leave out|without|skip|ignore|exclude|except|not) (?:(?:what|everything(?: that)?|anything(?: that)?) (?!i\b|we\b|was\b|is\b|you\b)@?\p{L}+(?: \p{Lu}\p{L}+)? (?:wrote|said|posted|sent)|(?:the )?(?:messages|posts|words) (?:of|from|by) @?\p{L}+|@?\p{L}+['’]s? (?:messages|posts|words))\b(?: (?:about|on) [^,.;]+)?|\bleave @?\p{L}+['’]s? (?:messages|posts|words) out\b/iu;
const NOT_ONE_PERSON =
  'I read all messages, so I can’t pick or leave out those of one person. Paste the messages that you want.';
/** Matches a wish for a document without names. */
const NO_NAMES =
  /\b(?:(?:no|without|leave out(?: all)?(?: the)?|remove(?: all)?(?: the)?|hide(?: the)?) names?|(?:make (?:it|this|that) |keep (?:it|this) )?anonym(?:ous|i[sz]ed?)|anonym(?:ously|isiert))\b/i;
const NAMES_ARE_READ =
  'The service reads the messages with their names. It gets your wish to leave the names out, so check the result.';

/** Matches a wish to send the result to somebody: ", and send it to Ben when ready". */
const SENDS =
  /,? (?:and |then )+(?:send|e-?mail|forward|dm|give) (?:it|them|this|the result) to (?!me\b|us\b|#|<#)@?[\p{L}.]+(?:@\S+)?(?: (?:when|once|as soon as) [\p{L}’' ]{3,20})?/iu;
const NOT_SENT = 'I can’t send it to people: pass on its link or its file.';

const FILE =
  '(?:(?!(?:as|in|into|for|to|with|and|last|past)\\b)[\\p{L}-]+ ){0,3}(?:files?|pdfs?|docs?|documents?|decks?|pptx?|powerpoints?|attachments?|csvs?|xlsx|spreadsheets?|packs?)';
const PUT_THERE =
  '(?:(?:that|which) )?(?:@?\\p{L}+ )?(?:has |have |had |was |were |just |been )*(?:posted|shared|uploaded|sent|attached)';
/**
 * Matches a file that is somewhere else in Slack: "the pdf that Mei posted", "Ben's media doc", "use the review pdf from general". It is
 * no thing to make.
 */
const EXISTING_FILE = new RegExp(
  `(?<!\\bfor )(?<![\\p{L}])(?!(?:what|let|it|that|here|there|who|how|where)['’])@?\\p{L}+['’]s ${FILE}\\b|\\b(?:the|that) ${FILE} ${PUT_THERE}\\b|\\b(?:use|using|read|take|based on|of|from|what(?:['’]?s| is| was) in) (?:the|that) ${FILE}\\b(?=[.,;:!?]|$| (?:from|in|of|and|for|as|to)\\b)`,
  'iu',
);
const FILE_NOT_READ =
  'I haven’t read that file. Attach it, or use *Turn thread into slides* on its message, and tick it there.';
/** Matches another thread as a source: "put Ana's status thread in it". */
const OTHER_THREAD =
  /(?<![\p{L}])(?!(?:what|it|that|let)['’])@?\p{L}+['’]s (?:[\p{L}-]+ ){0,2}thread\b|\b(?:the|that) (?:(?!whole\b|entire\b)[\p{L}-]+ ){1,2}thread (?:from|by|in #)|\b(?:the|that) thread (?:above|below)\b/iu;
const THREAD_HERE = /\b(?:the|that) thread (?:above|below)\b/i;
const THREAD_NOT_READ =
  'I haven’t read that other thread. Use *Turn thread into slides* on its first message, or paste what matters.';

/** Returns the sentence without files that are somewhere else in Slack, because their kind says nothing about what to make. */
export function withoutExistingFiles(text: string): string {
  return text.replace(new RegExp(EXISTING_FILE, 'giu'), 'that');
}

/**
 * Returns notes about files and threads that a sentence names and that are not read.
 * @param text the sentence on one line, to which no file is attached
 * @param isInThread true if it was written in a thread, which is "the thread above" and is read
 */
export function unreadNotes(text: string, isInThread = false): string[] {
  const isOther = OTHER_THREAD.test(text) && !(isInThread && THREAD_HERE.test(text));
  return [...(EXISTING_FILE.test(text) ? [FILE_NOT_READ] : []), ...(isOther ? [THREAD_NOT_READ] : [])];
}

export interface Unsupported {
  /** The words that request what Deckhand cannot make. They are removed from the prompt. Empty if nothing is removed. */
  phrase: string;
  /** A sentence for the proposal card, which says what is possible instead. */
  note: string;
  /** True if it is about what is read, and not about the document. */
  isOfSource?: boolean;
}

/**
 * Returns the things in a sentence that Deckhand cannot make. Each has a note that says what is possible.
 * @param text the sentence on one line
 */
export function unsupportedIn(text: string): Unsupported[] {
  const file = (OTHER_FILES.exec(text) ?? WORD_FILE.exec(text))?.[0];
  const count = COUNT.exec(text);
  const other = OTHER_WORK.exec(text);
  const second = TWO_FILES.exec(text)?.groups?.second;
  const photos = OWN_PHOTOS.exec(text);
  const sends = SENDS.exec(text)?.[0];
  const isOfDirect = DIRECT_MESSAGES.test(text);
  const person = ONE_PERSON.exec(text) ?? WITHOUT_PERSON.exec(text);
  return [
    ...(isOfDirect ? [{ phrase: '', note: NO_DIRECT_MESSAGES }] : []),
    ...(sends ? [{ phrase: sends, note: NOT_SENT }] : []),
    ...(OWN_LOGO.test(text) ? [{ phrase: '', note: NO_LOGO }] : []),
    ...(NO_NAMES.test(text) ? [{ phrase: '', note: NAMES_ARE_READ, isOfSource: true }] : []),
    ...(person ? [{ phrase: person[0], note: NOT_ONE_PERSON, isOfSource: true }] : []),
    ...(photos ? [{ phrase: photos.groups?.of ? '' : photos[0], note: NO_PHOTOS }] : []),
    ...(other
      ? [
          {
            phrase: other[0],
            note: `I can’t make a ${other.groups?.work}. I make presentations, documents, web pages, posts and pictures.`,
          },
        ]
      : []),
    ...(file
      ? [
          {
            phrase: file,
            note: `Not possible: ${file.replace(/^[, ]+/, '')}. I make PowerPoint, PDF and pictures.`,
          },
        ]
      : []),
    ...(second
      ? [
          {
            phrase: second,
            note: 'One file comes with the document. *Export* on the result makes the other.',
          },
        ]
      : []),
    ...(count && Number(count.groups?.count) > CARDS_LIMIT
      ? [{ phrase: count[0], note: `${count[0]} are too many: ${CARDS_LIMIT} is the most I can make.` }]
      : []),
  ];
}
