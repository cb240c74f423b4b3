import type { Card } from '../deck.ts';
import type { Outline } from '../read/outline.ts';
import { capitalised } from '../read/sentences.ts';
import { likeness } from './assign.ts';
import { audienceOf } from './brief.ts';

/** Instructions beside a text, as far as rules can follow them. */
export interface Wishes {
  /** "Board summary" */
  name?: string;
  /** The whole title, where it is given in so many words. */
  title?: string;
  audience?: string;
  /** Subjects that the deck is to be about alone, or is to leave out. */
  only: string[];
  without: string[];
  /** Few points in few words. */
  isShort: boolean;
}

const KIND =
  'summary|report|update|review|overview|briefing|pitch|one[- ]pager|recap|minutes|proposal|handout|introduction|guide|newsletter|plan';
/** "Make a board summary of these notes for the board": the name, what it is of, for whom. */
const naming = new RegExp(
  String.raw`^(?:(?:please|make|write|create|prepare|draft|give|me|us|an?|the)\s+)*((?:[\p{L}\d'’-]+\s+){0,3}(?:${KIND}))(\s+(?:of|from|on|about)\s+.{3,60}?)?(?:\s+for\s+[^.,;]{3,50})?(?:[.,;!].*)?$`,
  'iu',
);
const noName = /^(?:it|as|keep|use|say|tell|do|no|not|only|just|with|this|these|sum|short|brief|quick)\b\s*/i;
/** "of these notes": the text itself. */
const pointing =
  /^\s+(?:of|from|on|about)\s+(?:(?:this|these|that|it)\b|(?:the|my|our)(?:\s\p{L}+)?\s(?:text|notes?|file|document|thread)\b)/iu;
const subjects = (said: string, sign: RegExp) =>
  [...said.matchAll(sign)].flatMap(([, words = '']) => words.split(/,\s*|\s+and\s+|\s+or\s+/));

export function wishesOf(said: string, audience?: string, tone = ''): Wishes {
  // The person's own words come last, where they weigh most.
  const last = said.trim().split('\n').at(-1)?.trim() ?? '';
  const [, kind = '', of = ''] = naming.exec(last) ?? [];
  const name = kind.replace(noName, '');
  const title = /^Title: (.+)$/im.exec(said)?.[1];
  const isNamed = name && (name === kind || /^(?:short|brief|quick)/i.test(kind));
  const to = audience ?? /\bWrite it for: (.+?)\.?$/m.exec(said)?.[1] ?? audienceOf(last);
  return {
    ...(isNamed ? { name: capitalised(pointing.test(of) ? name : name + of) } : {}),
    ...(title ? { title } : {}),
    ...(to ? { audience: to } : {}),
    only: subjects(last, /\b(?:only|just|focus(?:ing)? on)\s+(?:the\s+)?([\p{L}\s,'’-]{4,60})/giu),
    without: subjects(last, /\b(?:without|leave out|skip|omit)\s+(?:the\s+)?([\p{L}\s,'’-]{4,60})/giu),
    isShort: /\b(?:short|brief|concise|crisp|terse)\b/i.test(`${last} ${tone}`),
  };
}

/** The parts of a text that are wished for; all of them where none is meant. */
export function focused(outline: Outline, { only, without }: Wishes): Outline {
  const isOf = (subjectsMeant: string[], title: string) =>
    subjectsMeant.some((subject) => likeness(title, { title: subject, blocks: [] }) > 0);
  const meant = (titles: string[]) => titles.some((title) => isOf(only, title));
  const isMeant = outline.sections.some(({ title, under }) => meant([title, ...under]));
  const sections = outline.sections.filter(
    ({ title, under }) => (!isMeant || meant([title, ...under])) && !isOf(without, title),
  );
  return sections.length === 0 || sections.length === outline.sections.length
    ? outline
    : { ...outline, lead: isMeant ? [] : outline.lead, sections };
}

/** Says what the text is in general, and nothing of what it says. */
const isGeneral = (title: string) =>
  /^(?:(?:meeting )?notes?|untitled|overview|summary|draft|minutes|document|text|topics)$/i.test(title);

/** A deck under the name that was wished for, with whom it is for. */
export function named(
  made: { title: string; cards: Card[] },
  { name, title: wanted, audience }: Wishes,
  given = wanted,
): { title: string; cards: Card[] } {
  const own =
    name && (isGeneral(made.title) || / (?:of|from|on|about) /.test(name))
      ? name
      : [name, made.title].filter(Boolean).join(': ');
  const title = given ?? own;
  const kicker =
    audience && !title.toLowerCase().includes(audience.replace(/^(?:the|our|my) /i, '').toLowerCase());
  const bare: Card = { layout: 'title', title, blocks: [] };
  const [first = bare, ...rest] =
    name && made.cards[0]?.layout !== 'title' ? [bare, ...made.cards] : made.cards;
  if (first.layout !== 'title') return { title, cards: made.cards };
  const isOwn = first.title.replaceAll('\u00A0', ' ') === made.title && title !== made.title;
  const opening = { ...first, ...(isOwn ? { title } : {}), ...(kicker ? { kicker: `For ${audience}` } : {}) };
  return { title, cards: [opening, ...rest] };
}
