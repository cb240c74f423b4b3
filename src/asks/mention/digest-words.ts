import { languages } from '../languages.ts';
import type { MentionChoices } from './choices.ts';
import { ruleText } from './other-languages.ts';
import { weekdays } from './period.ts';
import { NO_COMMAND, requestIn } from './request.ts';

/**
 * Reads from words such as "a digest of #revenue every Friday at 4 pm" with what the form of a new digest begins. The button "New digest"
 * carries it in its value, such as `new channel=C123 every=week weekday=5 time=16:00`. The person sees the form before it is saved, so words
 * that are not understood do no harm.
 */

/** The first row that matches is used. */
const FREQUENCIES: [every: string, RegExp][] = [
  ['two-weeks', /\b(?:every (?:two|2|other|second) (?:weeks?|\p{L}+day)|fortnight(?:ly)?|bi-?weekly)\b/iu],
  ['weekday', /\b(?:every )?(?:weekdays?|work(?:ing)? ?days?)\b|\bmon(?:day)? to fri(?:day)?\b/i],
  ['week', new RegExp(`\\b(?:weekly|every week|(?:${weekdays.join('|')})s?)\\b`, 'i')],
  ['month', /\b(?:monthly|every month|once a month)\b/i],
  ['day', /\b(?:daily|every (?:day|morning|evening))\b/i],
];
/** Matches a digest that only its owner gets. */
const FOR_ME =
  /\b(?:(?:for|to) me|(?:send|give|dm) me|me (?:this|that|it)|only me|just me|(?:in|to|as) (?:a |my )?(?:dms?|direct messages?))\b/i;
const CHANNEL = /<#(C[A-Z0-9]+)(?:\|[^>]*)?>/;
const TIME =
  /\b(?:at |@ ?)?(?<hour>[01]?\d|2[0-3])(?:[:.](?<minute>[0-5]\d)|(?<=(?:at |@ ?)\d{1,2}))? ?(?<half>am|pm|h|uhr|o['’]clock)?\b/gi;

/** Matches a day or a time. It is removed before slides are counted, so that "at 9 two slides" means two slides and not nine. */
const WHEN = /\b(?:on |every |each )*\p{L}+days?\b|\bat \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?\b/giu;
/** Matches words that tell the hours of the night from those of the afternoon. */
const BEFORE_NOON = /\b(?:night|morning|early)\b/i;
const SHORT = /\b(?:short|brief)\b(?!-)/i;

/** Returns the value of the button "New digest": the channel and the schedule in the words. @param mrkdwn the sentence */
export function newDigestValue(mrkdwn: string): string {
  const channel = CHANNEL.exec(mrkdwn)?.[1];
  const words = ruleText(mrkdwn.replace(/<[^>]*>/g, ' this channel '));
  const anyDay = { now: new Date(0), zone: 'UTC', hasChannel: false };
  const plain = words.replace(WHEN, '');
  const { format, slides, exportAs, language } = requestIn(plain, plain, NO_COMMAND, anyDay).choices;
  const every = FREQUENCIES.find(([, pattern]) => pattern.test(words))?.[0];
  const weekday = weekdays.findIndex((day) => new RegExp(`\\b${day}s?\\b`, 'i').test(words));
  const parts = {
    channel,
    every,
    weekday: weekday < 0 || every === 'weekday' ? undefined : weekday,
    time: timeIn(words),
    deliver: FOR_ME.test(words) ? 'person' : undefined,
    length: SHORT.test(words) ? 'short' : undefined,
    ...{ format, slides, exportAs, language },
  };
  const said = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return ['new', ...said].join(' ');
}

/** Returns a time such as "16:00"; undefined if the words have none. A bare number is no time: "top 5". */
function timeIn(words: string): string | undefined {
  for (const { 0: found, groups = {} } of words.matchAll(TIME)) {
    const { hour = '', minute, half = '' } = groups;
    if (minute === undefined && half === '' && !/^(?:at |@)/i.test(found)) continue;
    // "At 3" means the afternoon: nobody reads at night. "03:00" and "3 Uhr" are times of 24 hours.
    const isBare = /^[1-6]$/.test(hour) && !/am|h$|uhr/i.test(half) && !BEFORE_NOON.test(words);
    const isAfternoon = isBare || (/pm/i.test(half) && Number(hour) < 12);
    const isMidnight = /am/i.test(half) && Number(hour) === 12;
    const hours = Number(hour) + (isAfternoon ? 12 : isMidnight ? -12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
  }
  return undefined;
}

const PARTS = new Map([
  ['channel', /^C[A-Z0-9]{1,30}$/],
  ['every', /^(?:day|weekday|week|two-weeks|month)$/],
  ['weekday', /^[0-6]$/],
  ['deliver', /^person$/],
  ['length', /^short$/],
  ['format', /^(?:presentation|document|webpage|social)$/],
  ['slides', /^[1-9]\d?$/],
  ['exportAs', /^(?:pdf|pptx|png)$/],
  ['language', new RegExp(`^(?:${languages.map(([code]) => code).join('|')})$`)],
  ['time', /^(?:[01]\d|2[0-3]):[0-5]\d$/],
]);

interface NewDigest extends Pick<MentionChoices, 'format' | 'exportAs' | 'language'> {
  channel?: string;
  every?: 'day' | 'weekday' | 'week' | 'two-weeks' | 'month';
  weekday?: string;
  deliver?: 'person';
  time?: string;
  slides?: string;
  /** Other instructions for the digest, such as "Keep it short." */
  words?: string;
}

/** Reads the value of a button "New digest". It can be forged, so parts that are not valid are left out. */
export function newDigestIn(value = ''): NewDigest {
  const given = value.split(' ').map((part) => part.split('='));
  const { length, ...parts } = Object.fromEntries(
    given.filter(([name = '', said = '']) => PARTS.get(name)?.test(said)),
  );
  return { ...parts, ...(length && { words: 'Keep it short.' }) };
}
