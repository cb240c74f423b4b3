import { amend } from '../../asks/mention/amend.ts';
import { isOnlyAudience } from '../../asks/mention/audience.ts';
import { findEdit } from '../../asks/mention/find-edit.ts';
import { GLUE } from '../../asks/mention/prompt.ts';
import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages } from '../../asks/sections.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { admitAsk } from '../kit/check-ask.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { POLITE_QUESTION, placesOf } from './open-card.ts';
import { type Read, readSentence } from './read-sentence.ts';
import { propose, proposeChangeOf, type Sentence } from './sentence.ts';

/** Answers sentences that are about the last result that the person requested in this conversation, if no card is open. */

/** Milliseconds after an ask within which a sentence may be about its result. */
const RECENT_MS = 60 * 60_000;
/** Matches a request to repeat the last ask: "now the same as slides", "do it again, without hashtags". */
const SAME =
  /,? ?\b(?:(?:of |about |on |with )?(?:exactly )?the same(?: (?:thing|one|topic|content|again))?(?=$|[,.!?]| (?:as|but|in|for|with|without|please|only|and)\b)|(?:make|do) (?:it|that|this) (?:again|once more)|again the same|(?:another|one more) (?:one|version)(?: of (?:it|this|that)|(?! of\b)))\b,?/i;

/**
 * Answers "now the same as slides" with a card for the last ask, changed as the sentence says. In a direct message, answers "in German" in
 * the same way, and "make it friendlier" with a card that proposes a change of the last document.
 * @returns false if the sentence is not about the last ask or the last document
 */
export async function answerAboutLast(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { isDirect, text } = sentence;
  if (!SAME.test(text) && !(isDirect && text.length <= SHORT)) return false;
  const last = await lastOf(sentence, slack);
  if (!last) return false;
  const read = await readSentence(sentence, slack);
  const edit = isDirect && !SAME.test(read.words) ? findEdit(read.words) : undefined;
  if (edit) return answerEdit(last, edit, sentence, slack);
  if (!SAME.test(read.words) && !isOnlyChoices(read)) return false;
  const { ask, note } = (await askAgain(last, slack)) ?? {};
  if (!ask) return false;
  const words = read.words.replace(POLITE_QUESTION, '$<order>').replace(SAME, ' ').replace(APPROVAL, '');
  const again = await readSentence({ ...sentence, text: words.trim() }, slack, 'direct', ask);
  // The target channel is taken from the first reading, because it was removed from `read.words`.
  const target = 'wanted' in read ? read.wanted.target : undefined;
  const wanted = 'wanted' in again ? { ...again.wanted, target } : undefined;
  const whole = wanted ? { ...amend(ask, words.trim(), wanted), ...placesOf(ask, wanted, sentence) } : ask;
  const copy = note ? copyOf(last, ask, whole) : undefined;
  const notes = [...(wanted?.notes ?? []), ...(note && !copy ? [note] : [])];
  const said = { words: read.words, notes };
  await propose(copy ?? whole, await admitAsk(copy ?? whole, 'later', slack), said, sentence, slack);
  return true;
}

/** Maximum length, in characters, of a sentence that may be about the last result even if `SAME` does not match it. */
const SHORT = 80;
const APPROVAL = /^(?:(?:great|nice|perfect|cool|super|thanks|oh)[ ,.!]+)+/i;

/** Returns true if a sentence has only choices, such as "in German", and requests nothing new. */
function isOnlyChoices(read: Read): boolean {
  if (!('wanted' in read) || read.wanted.days || ORDER.test(read.words)) return false;
  const prompt = read.wanted.prompt.replace(APPROVAL, '');
  return prompt === '' || isOnlyAudience(prompt) || GLUE.test(prompt);
}

/** Matches a sentence that requests something new, although it names no topic: "make a deck". */
const ORDER = /\b(?:make|create|need|want|write|prepare|build)\b|^(?:a|an|some) /i;

/** Returns the newest thing that the person asked for in this conversation; undefined if the ask is older than an hour. */
async function lastOf(
  { actor: { team, person }, channel, thread }: Sentence,
  { generations, clock }: SlackContext,
): Promise<Generation | undefined> {
  const recent = await generations.recent(team, person, 5);
  const here = recent.find(
    (one) => (one.channel === channel && (!thread || one.threadTs === thread.ts)) || one.channel === person,
  );
  return here && clock.now() - here.createdAt.getTime() < RECENT_MS ? here : undefined;
}

async function answerEdit(
  last: Generation,
  edit: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  if (last.state === 'delivered' && last.docId) return proposeChangeOf(last, edit, sentence, slack);
  if (last.state === 'failed' || last.state === 'stopped' || last.work === 'image') return false;
  await sentence.answer(
    plainMessage(`“${titleOf(last)}” is still being made. Tell me again when it is there.`),
  );
  return true;
}

/**
 * Returns the ask of a generation, to make its document once more. A typed text is deleted when the document is delivered. If it was
 * deleted, the ask has the document's title instead, and `note` says so.
 */
async function askAgain(
  last: Generation,
  { generations }: SlackContext,
): Promise<{ ask: Ask; note?: string } | undefined> {
  const made = await generations.askOf(last.team, last.id);
  if (!made || made.work.kind === 'edit') return undefined;
  // The person asks, and not a digest, also if a run of a digest was the last ask.
  const ask = { ...made, digest: undefined };
  if (ask.prompt || ask.source.kind !== 'text') return { ask };
  return {
    ask: { ...ask, prompt: ask.title ?? titleOf(last) },
    note: 'I deleted your text when the document was done, so this starts from its title.',
  };
}

/**
 * Returns the ask with the last document as its template, which keeps the document's content; undefined if a template cannot have what
 * the person wants, because the service keeps a template's format and number of slides.
 */
function copyOf(last: Generation, ask: Ask, wanted: Ask): Ask | undefined {
  const { docId, archivedAt } = last;
  const isOther =
    wanted.format !== ask.format || wanted.cards !== ask.cards || wanted.work.kind !== 'document';
  if (!docId || archivedAt || isOther || isKeptAsPages(ask)) return undefined;
  const [, ...changes] = wanted.prompt.split('\n');
  return {
    ...wanted,
    template: { id: docId, name: titleOf(last) },
    cards: undefined,
    prompt: [`The same content as “${titleOf(last)}”`, ...changes].join('\n'),
  };
}
