import { FOCUS_LIMIT, THRESHOLD_LIMIT } from '../../digests/digest.ts';
import { isZone } from '../../digests/schedule.ts';
import { cronFault } from '../../digests/timing.ts';
import { isNotice } from '../kit/menu-notices.ts';
import { digestFields } from './fields.ts';
import { type DigestField, type DigestForm, takes } from './form.ts';
import { messageLinked } from './message-link.ts';

/** What is wrong with a form by itself, keyed by the block it is said at; empty where it is right. */
export function checkDigestForm(form: DigestForm, now: number): Record<string, string> {
  const faults = Object.entries(checks).flatMap(([field, check]) => {
    const fault = takes(form, field as DigestField) ? check(form, now) : undefined;
    return fault ? [[digestFields[field as DigestField], fault]] : [];
  });
  return Object.fromEntries(faults);
}

type Check = (form: DigestForm, now: number) => string | undefined;

const checks: Partial<Record<DigestField, Check>> = {
  channel: ({ channel }) => (channel ? undefined : 'Choose the channel to sum up.'),
  zone: ({ zone }) => (isZone(zone) ? undefined : 'Search for a time zone, such as Europe/Lisbon.'),
  time: ({ time }) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : 'Choose a time of day.'),
  line: ({ line, zone }, now) => lineFault(line, zone, now),
  topics: ({ topics, words }) =>
    topics.length > 0 || words.trim() ? undefined : 'Tick something, or say below what to look for.',
  words: ({ words }) =>
    words.length > FOCUS_LIMIT ? `This has ${words.length} characters; ${FOCUS_LIMIT} fit.` : undefined,
  theme: ({ theme }) => (theme && isNotice(theme.id) ? notice('theme') : undefined),
  template: ({ template }) => (template && isNotice(template.id) ? notice('template') : undefined),
  threshold: ({ threshold }) =>
    isThreshold(threshold) ? undefined : `Give a whole number from 1 to ${THRESHOLD_LIMIT}.`,
  person: ({ person }) => (person ? undefined : 'Choose who gets it.'),
  link: ({ link, channel }) =>
    link.trim() === '' || messageLinked(link, channel)
      ? undefined
      : 'This is no link to a message of that channel. Copy one from the message’s menu, or leave it empty.',
};

function isThreshold(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= THRESHOLD_LIMIT;
}

function notice(what: string): string {
  return `This is not a ${what}. Search again, or leave it empty.`;
}

function lineFault(line: string, zone: string, now: number): string | undefined {
  if (!isZone(zone)) return undefined;
  const fault = cronFault(line.trim(), zone, new Date(now));
  if (fault === 'too often')
    return 'This runs more than once an hour. Once an hour is the most: each digest costs credits.';
  if (fault === 'never') return 'There is no such day, so this would never run.';
  if (fault === 'unreadable') {
    return 'A cron line has five fields: minute, hour, day of month, month, day of week. `0 9 * * 1` is Mondays at 09:00.'.replaceAll(
      '`',
      '',
    );
  }
  return undefined;
}
