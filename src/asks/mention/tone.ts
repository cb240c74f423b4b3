import { TONE_LIMIT } from '../../service/options.ts';
import type { Found } from './choices.ts';
import { NOUN } from './find-ask.ts';

/** Finds the tone that a sentence asks for: "in a friendly tone", "slides on tea, formal". */

/** Adjectives that are a tone even without a word such as "tone" beside them. */
const TONES = new Set(
  `formal informal casual friendly playful serious professional neutral upbeat warm direct plain confident calm persuasive fun funny
  humorous light inspiring enthusiastic technical conversational cheerful optimistic sober charming polite careful respectful simple
  calming reassuring modest bold elegant energetic motivating motivational empathetic matter-of-fact diplomatic honest factual critical
  dramatic poetic ironic sarcastic witty entertaining exciting emotional encouraging positive academic scientific objective relaxed
  lively gentle kind cool youthful solemn dignified festive urgent strict convincing down-to-earth businesslike discreet`.split(
    /\s+/,
  ),
);
/** Words that are no tone, even in "keep it short". */
const NO_TONES =
  /^(?:short|long|brief|crisp|concise|quick|fast|thorough|public|private|about|with|without|into|like|less|under|below|this|that|here|there|free|ready|same|different|other|easy|clear|your|their|some|only|just|what|slides?|pages?|english|german|french|spanish|italian|portuguese|polish|dutch|danish|japanese|chinese|[a-z]+er)$/i;

/** Precedes each word of `TONES` in the text that the patterns search, so that they need not list the words. */
const MARK = '\u0001';
const DEGREE = '(?:(?:very|rather|more|really|slightly|super|a bit|not too) )?';
const listOf = (adjective: string) =>
  `(?<tone>${DEGREE}${adjective}(?:(?:, | and |, and | but (?:not )?)(?:very )?${adjective}){0,3})`;
const KNOWN = listOf(`${MARK}[a-z-]+`);
const ANY = listOf(`(?:${MARK}[a-z-]+|[a-z]{3,}(?:-[a-z]+)*)`);
const ENDS = '(?=$|[.,;!?)]| (?:please|pls|for|in|with|and|as|so)\\b)';

const patterns = [
  `\\b(?:in|with) an? ${ANY} (?:tone|voice|style|manner|look|mood|way)(?: of voice)?\\b`,
  `\\bin (?:very )?${KNOWN} (?:language|words|terms|english)\\b`,
  `(?:^|[,.;(–—-] ?)(?:and |but |something |rather |it should be |make it )?${KNOWN}(?: (?:please|pls|words|language))?(?=[.!]?$|[,;.)] ?)`,
  `\\b(?:tone(?: should be|:)? |keep (?:it|the tone) |make it |it should (?:be|sound|feel) |(?:should|must) be |sounds? |something )${ANY}${ENDS}`,
  `${KNOWN} (?:tone|voice|look|style|words|language)\\b`,
  `[,.;] ?${ANY} (?:tone|voice|look|style)\\b`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** An adjective before the requested thing: "a friendly deck". The adjective is a tone, but stays in the prompt. */
const OF_THING = new RegExp(`\\b(?:an? |some |and )${KNOWN} (?:[a-z-]+ )?(?:${NOUN})\\b`, 'i');

/** Returns the tone, and the phrase that names it. @param beforeTopic the text without the topic */
export function toneIn(text: string, beforeTopic: string): Found<string> | undefined {
  const marked = withMarks(text);
  for (const pattern of patterns) {
    const { 0: phrase = '', groups } = pattern.exec(marked) ?? {};
    const tone = unmarked(groups?.tone ?? '');
    if (tone.length <= TONE_LIMIT && isTone(tone))
      return { value: tone.toLowerCase(), phrase: unmarked(phrase) };
  }
  const tone = unmarked(OF_THING.exec(withMarks(beforeTopic))?.groups?.tone ?? '');
  return tone ? { value: tone.toLowerCase(), phrase: '' } : undefined;
}

const withMarks = (text: string) =>
  text.replace(/[a-z-]{3,}/gi, (word) => (TONES.has(word.toLowerCase()) ? MARK + word : word));
const unmarked = (text: string) => text.replaceAll(MARK, '');

function isTone(words: string): boolean {
  const adjectives = words.replace(
    /\b(?:very|rather|more|really|slightly|super|a bit|not too|and|but|not)\b/gi,
    '',
  );
  const each = adjectives.split(/[ ,]+/).filter(Boolean);
  return each.length > 0 && each.every((word) => TONES.has(word.toLowerCase()) || !NO_TONES.test(word));
}
