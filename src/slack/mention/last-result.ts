import { amend } from '../../asks/mention/amend.ts';
import { isOnlyAudience } from '../../asks/mention/audience.ts';
import { withSame } from '../../asks/mention/card-orders.ts';
import { exportIn, findChoices } from '../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../asks/mention/find-ask.ts';
import { copyIn, findCorrection, findEdit, isAsNew, ORIGINAL } from '../../asks/mention/find-edit.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { GLUE } from '../../asks/mention/prompt.ts';
import { isUndo, talkLead } from '../../asks/mention/topic-model.ts';
import { isPlainTalk } from '../../asks/mention/understand.ts';
import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages } from '../../asks/sections.ts';
import type { Generation } from '../../generations/generation.ts';
import { TITLE_LIMIT } from '../../service/options.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { admitCard } from './admit-card.ts';
import { type DocumentName, documentName, existing } from './document-name.ts';
import { openChange, whichDocument } from './document-orders.ts';
import { answerAboutDocument, isAboutAccess, isAboutDocument, SEARCHED } from './document-questions.ts';
import { withoutExcepted } from './name-words.ts';
import { orderIn } from './open-card/card-words.ts';
import { placesOf } from './open-card/change-card.ts';
import { decide } from './open-card/decide-card.ts';
import { lastOf } from './open-card/older-card.ts';
import { placeOf } from './place.ts';
import { ADDS, proposeChangeOf } from './propose-change.ts';
import { answerTopics } from './question-answers.ts';
import { type Read, readSentence } from './read-sentence.ts';
import { propose, type Sentence } from './sentence.ts';
import { answerTalk } from './talk-answers.ts';

/** Answers sentences about the person's last result in this conversation or in their direct messages. */

/** Matches a request to repeat the last ask: "now the same as slides", "do it again, without hashtags". */
const SAME =
  /,? ?\b(?:(?:of |about |on |with )?(?:exactly )?(?:the same|(?<=^(?:(?:and|now|ok|okay|please|then) )*)(?:same|again(?=,? (?:but|as|in|for|with|without)\b)))(?: (?:thing|one|topic|content|again))?(?=$|[,.!?]| (?:as|but|in|for|with|without|please|only|and)\b)|(?:make|do) (?:it|that|this) (?:again|once more)|again the same|(?:make |do |give me |i need |and |also )*an? (?:other |\p{L}+ )?version(?= (?:in|for|as)\b)|(?:(?:make|do|create|try|give me) )?(?:another|one more) (?:one|version)(?: of (?:it|this|that)|(?! of\b))(?:,? but)?|(?:mach |fais |haz )?(?:das gleiche|dasselbe|la m[eê]me chose|lo mismo)(?=$|[,.!?]| (?:nochmal|noch mal|encore|auf|in|als|f[uü]r|aber|ohne|mit|bitte|en|comme|pour|mais|sans|avec|como|para|pero|sin|con)\b))(?!\p{L}),?/iu;

/**
 * Answers a sentence about the last ask or document with a proposal card: "now the same as slides" proposes the ask again, and in a direct
 * message, "make it friendlier" proposes a change of the document.
 * @returns false if the sentence is not about the last ask or the last document
 */
export async function answerAboutLast(given: Sentence, slack: SlackContext): Promise<boolean> {
  const order = orderIn(given.text);
  const asNew = isAsNew(given.text) ? await openChange(given, slack) : undefined;
  if (asNew && !asNew.document) {
    await given.answer(plainMessage(ONLY_OWN));
    return true;
  }
  const recent = given.isDirect
    ? await slack.generations.recent(given.actor.team, given.actor.person, SEARCHED)
    : [];
  const name = documentName(order, recent);
  const wish = copyWish(order, name);
  const asked = asNew
    ? `the same, but ${asNew.ask.prompt.replaceAll('\n', '; ')}`
    : withSame(wish ?? (SAME.test(order) ? order.replace(KEEP, '') : order));
  const sentence = { ...given, text: asked };
  const { isDirect, isCommand, text } = sentence;
  if (text.search(SAME) > SAME_WITHIN || (!SAME.test(text) && text.length > LONGEST)) return false;
  const isCopy = wish !== undefined;
  const open = asNew ?? (isCopy || SAME.test(order) ? await openChange(given, slack) : undefined);
  const refused = asNew ?? (/^\s*no\b/i.test(given.text) ? open : undefined);
  const below = isCopy ? await ownBelow(given, slack) : undefined;
  const found = open?.document ?? below ?? (await lastOf(sentence, slack));
  // After a picture, "make the deck shorter" is about a document.
  const format = formatOf(OF_KIND.exec(order)?.groups?.kind ?? '');
  const named = name?.document ?? existing(recent).find(({ ask }) => format && ask?.format === format);
  const newest = found?.work === 'image' ? (named ?? found) : found;
  const last = isCopy ? await documentToCopy(given, newest, slack) : newest;
  if (last === 'unknown') {
    await sentence.answer(await whichDocument(sentence, slack));
    return true;
  }
  if (!last) return false;
  const read = await readSentence(sentence, slack);
  const isSame = SAME.test(read.words);
  const isNew = isJustMade(isCopy ? last : (found ?? last), slack);
  if (isDirect && isUndo(order)) {
    await answerTopics(['undo'], { cards: [] }, sentence, slack);
    return true;
  }
  if (isDirect && !isSame) {
    const ofPicture = isNew && last.work === 'image' && isPlainWish(read) ? read.words : undefined;
    const found = isNew || format ? findCorrection(read.words, false) : findEdit(read.words);
    const edit = ofPicture ?? (isAboutAccess(read.words) ? undefined : found);
    const meant = edit ? await documentMeant(edit, last, slack) : last;
    if (meant === 'unknown' || (edit && /<https?:/.test(given.text))) {
      const ofLast = ` To change the last one, “${titleOf(last)}”, say it of \`it\`, for example \`make it shorter\`.`;
      await sentence.answer(await whichDocument(sentence, slack, ofLast));
      return true;
    }
    if (edit && (meant.state === 'stopped' || meant.state === 'failed')) {
      const what = meant.state === 'stopped' ? 'was stopped' : 'was not made';
      const text = `“${titleOf(meant)}” ${what}, so there is nothing to change. To have it made with a change, say for example \`the same, but shorter\`.`;
      await sentence.answer(plainMessage(text));
      return true;
    }
    if (edit && meant.work === 'image') {
      const made = await slack.generations.askOf(last.team, last.id);
      if (!made) return false;
      const again = { ...made, prompt: `${made.prompt}\n${edit}`, digest: undefined };
      const said = { words: read.words, notes: [NEW_PICTURE] };
      await propose(again, await admitCard(again, sentence, slack), said, sentence, slack);
      return true;
    }
    if (edit) return proposeChangeOf(meant, edit, sentence, slack);
    if (isAboutDocument(read.words)) {
      const found = await documentMeant(read.words, last, slack);
      const document = found === 'unknown' ? last : found;
      const isAbout = isNew || (document !== last && isAboutAccess(read.words));
      if (isAbout && (await answerAboutDocument(read.words, document, sentence))) return true;
    }
    if (text.length > SHORT) return false;
  }
  if (isNew && !isCommand && isChat(read, sentence)) {
    const isThanks = THANKS.test(read.words);
    if (isThanks) await answerTalk('thanks', read.words, sentence, slack);
    else await sentence.answer(plainMessage(notUnderstood(last)));
    return true;
  }
  if (
    !SAME.test(read.words) &&
    !((isDirect || (isNew && (isCommand || sentence.isAddressed))) && isOnlyChoices(read))
  )
    return false;
  const again = await askAgain(last, slack);
  if (!again) return false;
  const { ask: made, note } = again;
  // In a thread, keep only the topic of the last order. Words such as "make a one-pager" may contradict the new ask.
  const first = sentence.thread && (await readSentence({ ...sentence, text: made.prompt }, slack, 'command'));
  const topic = first && 'wanted' in first ? first.wanted.prompt : made.prompt;
  const ask = topic === '' && made.source.kind === 'text' ? made : { ...made, prompt: topic };
  const words = orderIn(read.words).replace(SAME, ' ').replace(APPROVAL, '');
  const rest = await readSentence({ ...sentence, text: words.trim() }, slack, 'direct', ask);
  // Take the target channel from `read`, because the words that were parsed for `rest` no longer contain it.
  const target = 'wanted' in read ? read.wanted.target : undefined;
  const wanted = 'wanted' in rest ? { ...rest.wanted, target } : undefined;
  const whole = wanted ? { ...amend(ask, words.trim(), wanted), ...placesOf(ask, wanted, sentence) } : ask;
  // A post has no length of its own.
  if (whole.format === 'social' && ask.format !== 'social' && whole.slides === ask.slides)
    whole.slides = undefined;
  const copy = note ? copyOf(last, ask, whole) : undefined;
  const notes = [...(wanted?.notes ?? []), ...(note && !copy ? [note] : [])];
  const said = { words: read.words, notes };
  if (refused) await decide('forget', [refused.card], given, slack);
  await propose(copy ?? whole, await admitCard(copy ?? whole, sentence, slack), said, given, slack);
  return true;
}

/** Returns the document of the thread in which the sentence was written, if its author asked for this document. Its age does not matter. */
async function ownBelow(sentence: Sentence, { generations }: SlackContext): Promise<Generation | undefined> {
  const { actor } = sentence;
  const { channel, threadTs: ts } = placeOf(sentence);
  const below = ts ? await generations.documentIn(actor.team, { channel, ts }) : undefined;
  return below?.person === actor.person ? below : undefined;
}

/** Matches that the document stays as it is, which it does: "the same in English, keep the German". */
const KEEP = new RegExp(
  `[,.;]? (?:but |and )?(?:please )?(?:keep|leave) ${ORIGINAL}(?: please)?[.! ]*$|,? (?:aber )?das \\p{L}+ behalten[.! ]*$`,
  'iu',
);

/** Matches, anywhere in a sentence, that a document stays as it is: "keep the English one, a German copy". */
const KEEPS = new RegExp(`\\b(?:keep|leave) ${ORIGINAL}`, 'iu');

const LEAD = '^(?:(?:and|now|ok|please|pls|can you|could you)[ ,]+)*';
const THING = '(?<thing>(?:an? )?(?:[\\p{L}-]+ ){0,2}[\\p{L}-]+?)';
const BEHIND = '(?<rest>(?:,| for| in| with| please| pls).*)?[.!? ]*$';
/**
 * Match an order to make a document again as another kind. The sentence has "the deck" in place of a name: "make the deck an Instagram post,
 * square", "slides from the deck", "the deck as slides".
 */
const AS_OTHER = [
  `${LEAD}(?:make|turn|convert) (?:it|this|that|(?:the|my|our) [^,.;:?!]{2,40}?)(?: into| to)? ${THING}${BEHIND}`,
  `${LEAD}(?:(?:make|create|write|do|give me|i need|i want)(?: me)? )?${THING} (?:from|of|out of) (?:the|my|our) deck${BEHIND}`,
  `${LEAD}(?:the|my|our) deck as ${THING}${BEHIND}`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Returns the language that a sentence with "the deck" only adds: "in German" for "mach mir den deck auf Deutsch bitte". */
function languageFor(plain: string): string | undefined {
  const text = ruleText(plain);
  const { choices, phrases } = findChoices(text, '');
  const rest = phrases.reduce((left, phrase) => left.replace(phrase, ' '), text).replace(ASKS_FOR, ' ');
  return choices.language && rest.trim() === '' ? phrases.join(' ').trim() : undefined;
}
const ASKS_FOR =
  /(?<!\p{L})(?:(?:the|my|our|den|das|die|dem|le|la|el) deck|make|mach|me|mir|uns|moi|give|gib|i need|i want|and|now|please|pls|bitte|svp|can you|too|auch)(?!\p{L})|[.,!?]/giu;

/** Matches a document that is taken as a model: "another like the deck, but for consumers", "copy the deck and make it for schools". */
const LIKE_NAMED = new RegExp(
  `${LEAD}(?:(?:make |create )?(?:another|one more)(?: one)? like|(?:make a copy|a copy) of|copy|duplicate) (?:the|my|our) deck(?:,? (?:and|but)(?: make it| change it| now)? (?<rest>.{3,200}?))?[.! ]*$`,
  'iu',
);
/** Matches the document that is repeated: "the same as the deck, but for June". */
const AS_NAMED = /(?<=\bsame(?: thing)?) (?:as|like|of) (?:the|my|our) deck\b/i;

/**
 * Returns a wish for a copy of a document, in another language or as another kind, as such: "the same in Norwegian". Undefined for other
 * sentences.
 */
function copyWish(text: string, name: DocumentName | undefined): string | undefined {
  const { language, rest } = copyIn(text) ?? {};
  if (language) return `the same in ${language}${rest}`;
  const isNamed = name?.document !== undefined && name.isClear;
  if (isNamed && AS_NAMED.test(name.plain)) return name.plain.replace(AS_NAMED, '').replace(KEEP, '');
  const inOther = isNamed ? languageFor(name.plain) : undefined;
  if (inOther) return `the same ${inOther}`;
  const [whole, ...ofNamed] = AS_OTHER.map((pattern) => pattern.exec(isNamed ? name.plain : text)?.groups);
  const like = isNamed ? LIKE_NAMED.exec(name.plain)?.groups : undefined;
  if (like) return like.rest ? `the same, but ${like.rest}` : 'the same';
  const found = whole ?? (isNamed ? ofNamed.find(Boolean) : undefined);
  const { thing = '', rest: behind = '' } = found ?? {};
  const kind = thing.replace(/^an? /i, '');
  return formatOf(kind) && exportIn('', kind) === undefined ? `the same as ${thing}${behind}` : undefined;
}

const ONLY_OWN =
  'I can make a new one only from a document of yours. The change is as before; *no* drops it.';

/** Returns true for a few words that no rule understood: "warmer, and a bit darker". */
const isPlainWish = (read: Read): boolean =>
  'wanted' in read &&
  isPlainTalk(read.wanted) &&
  read.words.length <= 60 &&
  !NAMES_TOPIC.test(read.words) &&
  !OTHER_THING.test(read.words);
const NAMES_TOPIC = /^(?:our|the|my|an?|how|why|what|about|on)\b/i;
/** Matches words about something else than a picture. */
const OTHER_THING =
  /\b(?:translate|private|share|delete|digest|slides|deck|page|document|post)\b|\bof\b.*[:%]/i;
const NEW_PICTURE = 'A picture can’t be changed, so this draws a new one.';

/** Matches the kind of document that a change names: "rename the report to Deadlines". */
const OF_KIND = new RegExp(`\\bthe (?<kind>${NOUN})\\b(?! of\\b)`, 'i');

/** Matches the document to which something is added. */
const INTO = / (?:to|into|in) (?:the|my|our) .+$/i;

/**
 * Returns the document that a change is about. This is the last one, unless the sentence names the title or the kind of another one, such as
 * "shorten my offer".
 * @returns `unknown` if the sentence names a document, and none of the person's documents has this name
 */
async function documentMeant(
  edit: string,
  last: Generation,
  { generations }: SlackContext,
): Promise<Generation | 'unknown'> {
  // In "add a section about the repair desk", the words to add name no document.
  const into = ADDS.test(edit) ? (INTO.exec(edit)?.[0] ?? '') : undefined;
  const naming = into ?? edit;
  const recent = await generations.recent(last.team, last.person, SEARCHED);
  // Of several titles with the same words, the one of the last document is meant.
  const name = documentName(naming, [...recent.filter(({ docId }) => docId === last.docId), ...recent]);
  if (name?.document?.docId === last.docId) return last;
  const others = existing(recent).filter(({ docId }) => docId !== last.docId);
  if (name && (name.isClear || into) && others.length > 0) return name.document ?? 'unknown';
  const format = formatOf(OF_KIND.exec(withoutExcepted(naming))?.groups?.kind ?? '');
  const isOfLast = last.work !== 'image' && last.ask?.format === format;
  if (!format || isOfLast) return last;
  return others.find(({ ask }) => ask?.format === format) ?? last;
}

/** Matches a copy of a document that is named, or is of another kind: "German copy of the holiday deck", "… of the brochure". */
const COPY_OF =
  /\b(?:copy|version) of (?:the|my|our) (?!(?:whole )?(?:deck|slides|presentation|document|doc|file|page|post|result|original|last)\b)/i;

/**
 * Returns the document that a copy is wanted of: the one that the sentence names, or else the last one.
 * @returns `unknown` if the sentence names another document, and the person has none with this name or of this kind
 */
async function documentToCopy(
  { actor, text }: Sentence,
  last: Generation | undefined,
  slack: SlackContext,
): Promise<Generation | 'unknown' | undefined> {
  // "Keep the English one" names no other document.
  const said = text.replace(KEEPS, '');
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const name = recent.length > 0 && documentName(said, [...(last ? [last] : []), ...recent]);
  if (name) return name.document ?? 'unknown';
  const meant = last && (await documentMeant(said, last, slack));
  if (!meant || meant === 'unknown' || !COPY_OF.test(said)) return meant;
  return meant.ask?.format === formatOf(OF_KIND.exec(said)?.groups?.kind ?? '') ? meant : 'unknown';
}

/** Maximum characters before `SAME`. Behind more words, "the same" belongs to a new request: "slides on tents … and a post for the same". */
const SAME_WITHIN = 60;
/** Maximum characters of a correction of the last result. A longer text is a new request unless it matches `SAME`. */
const LONGEST = 1000;
/** Maximum characters of a remark about the last result, or of choices for it. */
const SHORT = 80;
const APPROVAL = /^(?:(?:great|nice|perfect|cool|super|thanks|oh)[ ,.!]+)+/i;

/** Returns true if a sentence is probably a remark, or is for a colleague: "Kofi, I'm trying your mobile now". */
function isChat(read: Read, { text }: Sentence): boolean {
  const isRequest = SAME.test(text) || ORDER.test(text) || /[\d:?\n]|\b(?:link|url|file)\b/i.test(text);
  return !isRequest && 'wanted' in read && isPlainTalk(read.wanted) && talkLead(read.words) > 0;
}

/** Matches thanks and praise. */
const THANKS =
  /\b(?:thank\p{L}*|thx|ty|cheers|merci|danke|great|good|nice|perfect|lovely|love|like|likes|loves|wow|cool|awesome|happy|brilliant|super|amazing|helpful)\b/iu;

/** Says that a sentence after a result was taken neither as a change nor as a new request. */
const notUnderstood = (last: Generation) =>
  `I took that as a remark, so nothing was made. To change “${titleOf(last)}”, say for example \`make the title shorter\`; for something new, begin with \`slides on …\`.`;

function isJustMade({ createdAt, updatedAt }: Generation, { clock }: SlackContext): boolean {
  return clock.now() - Math.max(createdAt.getTime(), updatedAt.getTime()) < JUST_MADE_MS;
}

/** Milliseconds after a result within which Deckhand takes a remark or a correction to be about this result. */
const JUST_MADE_MS = 10 * 60_000;

/** Returns true if a sentence only names options such as a language ("in German") and requests nothing new. */
function isOnlyChoices(read: Read): boolean {
  if (!('wanted' in read) || read.wanted.days || ORDER.test(read.words)) return false;
  const prompt = read.wanted.prompt.replace(APPROVAL, '');
  return prompt === '' || isOnlyAudience(prompt) || GLUE.test(prompt);
}

/** Matches a sentence that requests something new, although it names no topic: "make a deck". */
const ORDER =
  /\b(?:make(?! (?:it|that|this|them)\b)|create|need|want|write|prepare|build)\b|^(?:a|an|some) /i;

const WITHOUT_CHANGES = 'It starts from what the document was made of, without your changes.';

/**
 * Returns a generation's ask, to repeat it. If this ask would not repeat the document, `note` says why: its typed text was deleted, and the
 * title takes its place, or the document was changed since.
 */
async function askAgain(
  last: Generation,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<{ ask: Ask; note?: string } | undefined> {
  const made = await generations.askOf(last.team, last.id);
  if (made?.work.kind === 'edit') {
    // For a change, use the ask of the changed document.
    const { docId } = made.work.document;
    const recent = await generations.recent(last.team, last.person, SEARCHED);
    const first = recent.find((one) => one.docId === docId && one.work !== 'edit');
    const again = first && (await askAgain(first, { generations }));
    return again && { note: WITHOUT_CHANGES, ...again };
  }
  if (!made) return undefined;
  // The last ask may come from a digest. The new ask comes from a person, so it has no digest.
  const ask = { ...made, digest: undefined };
  if (ask.prompt || ask.source.kind !== 'text') return { ask };
  return {
    ask: { ...ask, prompt: ask.title ?? titleOf(last), wishes: undefined },
    note: 'I deleted your text when the document was done, so this starts from its title.',
  };
}

/**
 * Returns an ask that uses the last document as its template, because the ask would not repeat it (`askAgain`). Returns undefined if that
 * is not possible, for example for another format.
 */
function copyOf(last: Generation, ask: Ask, wanted: Ask): Ask | undefined {
  const { docId, archivedAt, slideTitles = [] } = last;
  const isOther =
    wanted.format !== ask.format ||
    wanted.slides !== ask.slides ||
    wanted.work.kind !== 'document' ||
    wanted.source !== ask.source;
  // What was said in a private channel stays there. Admission checks this for templates by the conversations in which they were posted.
  const isOfOther = 'channel' in ask.source && ask.source.channel !== last.channel;
  if (!docId || archivedAt || isOther || isOfOther || isKeptAsPages(ask)) return undefined;
  const [, ...changes] = wanted.prompt.split('\n');
  return {
    ...wanted,
    source: { kind: 'text' },
    template: { id: docId, name: titleOf(last) },
    title: wanted.title ?? ((last.title || last.label).slice(0, TITLE_LIMIT) || undefined),
    // The number says what the copy costs. If it is not known, the template has it.
    slides: slideTitles.length || undefined,
    prompt: [`The same content as “${titleOf(last)}”`, ...changes].join('\n'),
  };
}
