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
/** Words with one of these endings that name no people. */
const THINGS = wordsOf(
  `orders offers numbers papers letters computers servers printers quarters containers posters banners flyers stickers trailers errors doors
  floors colors motors sensors monitors elevators factors sectors indicators meters dinners summers winters chapters corners newsletters
  drawers lockers trousers powers towers timers filters routers scanners markers borders folders headers footers`,
);
const NAMED_PEOPLE =
  /\byear \d+$|\b(?:mr|mrs|ms|dr)\.? \p{L}+$|\b(?:client|customer|colleague|partner) [\p{L} ]{2,30}$/iu;
/** Last words of a phrase after "for" that names an occasion, a time or a thing, so it is not an audience. */
const OCCASIONS = wordsOf(
  `day days week weeks month quarter year years today tomorrow tonight morning evening now spring summer autumn winter season january
  february march april may june july august september october november december meeting stand-up standup conference congress fair show
  exhibition event workshop seminar launch opening party anniversary birthday wedding celebration ceremony training course class classes
  lesson exam session presentation kick-off kickoff offsite retreat review round hands hall audit visit trip tour competition contest tender
  pitch interview call webinar demo festival christmas easter lunch breakfast dinner talk website homepage intranet blog newsletter app
  project software tool system building office shop store stores screen tv wall print range budget plan campaign collection sale release
  version use purpose price reference example approval decision feedback linkedin instagram facebook slack way time record file future move
  merger topic part slide page deck rest reason`,
);
const OCCASION_ENDING = /\wday$|\wing$/;
/** People and an occasion, which count as an audience: "the leadership offsite". */
const GATHERING =
  /\b(?:team|staff|board|leadership|management|sales|customer|partner|committee|employee|parents?)['’]?s? (?:offsite|round|meeting|retreat|conference|day|evening|workshop)$/i;
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
  const arePeople = PEOPLE.has(last) || (PEOPLE_ENDING.test(last) && !THINGS.has(last));
  if (arePeople || GATHERING.test(said)) return true;
  if (OCCASIONS.has(last) || OCCASION_ENDING.test(last)) return false;
  if (NAMED_PEOPLE.test(said)) return true;
  if (!DETERMINED.test(said) || /\d/.test(said)) return false;
  if (NAME.test(said) && THING_BEFORE.test(before)) return true;
  return /(?:^|[,.;] ?)$/.test(before) || (!/[.:;!?]/.test(before) && TOPIC_BEFORE.test(before));
}

const UNTIL_NEXT =
  '(?= (?:as|at|in|with|about|abt|on|by|from|using|please|that|who|which|since|of|covering|for|over|to|just|only|around|next|tomorrow|today)\\b| [–—-] |(?<!\\b(?:mr|mrs|ms|dr))[.,;:!?()]|$)';
/** Phrases that may name an audience. The first group of each pattern is the audience. */
const patterns = [
  /\b(?:audience(?: is| are|:)?|aimed at|targeted at|targeting|to present to) ([^.,;:!?()]+?)(?= (?:as|in|with|about|of)\b|[.,;:!?()]|$)/gi,
  new RegExp(
    `(?<!\\b(?:not|except) )\\bfor ((?:the |our |my |an? )?(?:(?:mr|mrs|ms|dr)\\. )?[^.,;:!?()]+?)${UNTIL_NEXT}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:explains?|present|show|talk|speak|pitch)(?: (?:it|this|that))? to ([^.,;:!?()]+?)${UNTIL_NEXT.replace('(?= (?:', '(?= (?:how|why|what|when|')}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:surprise|convince|inform|train|teach|persuade|brief|impress|motivate|welcome) ((?:the|our|my|all) [^.,;:!?()]+?)${UNTIL_NEXT}`,
    'gi',
  ),
];

/** Returns the audience, and the phrase that names it. */
export function audienceIn(text: string): Found<string> | undefined {
  for (const pattern of patterns) {
    for (const { 0: phrase, 1: found = '', index } of text.matchAll(pattern)) {
      const audience = found.trim();
      if (audience.length <= TONE_LIMIT && isAudience(audience, text.slice(Math.max(0, index - NEAR), index)))
        return { value: audience, phrase };
    }
  }
  return undefined;
}
