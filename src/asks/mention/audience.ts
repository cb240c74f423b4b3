import { TONE_LIMIT } from '../../service/options.ts';
import type { Found } from './choices.ts';
import { NOUN, TALK } from './find-ask.ts';

/** Finds the audience that a sentence names: "slides on tea for the board", "surprise our customers". */

const wordsOf = (list: string) => new Set(list.split(/\s+/));

/** Last words of a phrase that names people. "for the board" names an audience, "for our spring launch" does not. */
const PEOPLE = wordsOf(
  `board exec execs executive executives c-suite leadership leaders management manager managers director directors boss chief chiefs ceo cfo
  cto cpo cmo coo vp vps customer customers client clients buyer buyers user users readers prospect prospects lead leads partner partners
  reseller resellers supplier suppliers vendors investor investors shareholders stakeholder stakeholders team teams squad department sales
  marketing engineers engineering developer developers devs designer designers analyst analysts support finance legal hr it operations
  product employees staff colleague colleagues newcomers hires joiners interns everyone everybody people folks public press journalists
  media student students pupils teachers parents kids children beginners expert experts professionals non-experts community members
  volunteers donors committee council audience company organisation organization crew teammates agency authorities patients doctors
  recruits candidates nurses apprentices neighbors neighbours citizens guests tenants landlord those mother mothers father fathers mom mum
  dad wife husband friend friends mayor jury headmaster headmistress principal head heads relatives workers grandparents grandma grandpa families round starter starters
  junior juniors senior seniors shift ward class auditor auditors regulator regulators union unions`,
);
/** Endings of words for people, such as "bakers", "plumbers", "librarians". */
const PEOPLE_ENDING = /^\p{L}{3,}(?:ers|ors|eers|ists|ees|ians|women|men)$/u;
/** Last words of a phrase after "for" that names an occasion, a time or a thing, so it is not an audience. */
const OCCASIONS = wordsOf(
  `day days week weeks month quarter year years today tomorrow tonight morning evening now spring summer autumn winter season january
  february march april may june july august september october november december meeting stand-up standup conference congress fair show
  exhibition event workshop seminar launch opening party anniversary birthday wedding celebration ceremony training course class classes
  lesson exam session presentation kick-off kickoff offsite retreat review round hands hall audit visit trip tour competition contest tender
  pitch interview call webinar demo festival christmas easter lunch breakfast dinner talk website homepage intranet blog newsletter app
  project software tool system building office shop store stores screen tv wall print range budget plan campaign collection sale release
  version use purpose price reference example approval decision feedback linkedin instagram facebook slack way time record file future move
  merger topic part slide page deck rest reason orders offers numbers papers letters computers servers quarters`,
);
const OCCASION_ENDING = /\wday$|\wing$/;
const DETERMINED =
  /^(?:the|our|my|your|their|his|her|all|every|each|an?|some|new|young|small) \p{L}|^\p{Lu}/u;
const TOPIC_BEFORE = /\b(?:about|on|regarding|covering|explaining|of|how|why|what|where)\b(?! \d)[^.:;!?]*$/i;
/** A name directly after the requested thing or the source: "a deck for Tomasz", "slides of this thread for Priya". */
const NAME = /^\p{Lu}[\p{L}’'-]+(?: (?:and )?\p{Lu}[\p{L}’'-]+){0,2}$/u;
const THING_BEFORE = new RegExp(
  `\\b(?:${NOUN}|${TALK}|weeks?|months?|days?|quarter|this|that|it|in \\p{Lu}\\p{L}+) ?$`,
  'iu',
);

/** Maximum number of characters before an audience that are searched for the topic. */
const NEAR = 120;

/** Returns whether a phrase names an audience. @param before the text before the phrase */
function isAudience(said: string, before: string): boolean {
  const last =
    said
      .toLowerCase()
      .split(/[\s/]+/)
      .at(-1) ?? '';
  if (PEOPLE.has(last)) return true;
  if (OCCASIONS.has(last) || OCCASION_ENDING.test(last)) return false;
  if (PEOPLE_ENDING.test(last)) return true;
  if (!DETERMINED.test(said) || /\d/.test(said)) return false;
  if (NAME.test(said) && THING_BEFORE.test(before)) return true;
  return /(?:^|[,.;] ?)$/.test(before) || (!/[.:;!?]/.test(before) && TOPIC_BEFORE.test(before));
}

/** Phrases that may name an audience, which is the first group. */
const PHRASES =
  /\b(?:audience(?: is| are|:)?|aimed at|targeted at|targeting|(?:explains?|present|show|talk|speak|pitch)(?: (?:it|this|that))? to|(?<!\b(?:not|except) )for) ((?:the |our |my |an? )?(?:(?:mr|mrs|ms|dr)\. )?[^.,;:!?()]+?)(?= (?:as|at|in|with|about|abt|on|by|from|using|please|that|who|which|since|of|covering|for|over|to|just|only|around|next|tomorrow|today|instead|how|why|what|when)\b| [–—-] |(?<!\b(?:mr|mrs|ms|dr))[.,;:!?()]|$)/gi;

/** Returns the audience, and the phrase that names it. */
export function audienceIn(text: string): Found<string> | undefined {
  for (const { 0: phrase, 1: found = '', index } of text.matchAll(PHRASES)) {
    const audience = found.trim();
    if (audience.length <= TONE_LIMIT && isAudience(audience, text.slice(Math.max(0, index - NEAR), index)))
      return { value: audience, phrase };
  }
  return undefined;
}
