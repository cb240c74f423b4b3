import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { clip, withoutDirections } from '../../text.ts';

/**
 * Foreign text made fit for Slack: within a limit, on one line where wanted, and unable to mention or to
 * link.
 */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Everything that is a control character but the line break. */
const CONTROLS = /(?!\n)\p{Cc}/gu;

/** On one line, for titles and list rows. */
export function oneLine(text: string): string {
  return withoutDirections(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Escaped for mrkdwn and, once escaped, at most `limit` characters long. */
export function escaped(text: string, limit: number): string {
  // No escape is shorter than its character, so what lies beyond the limit cannot matter.
  const pieces = [...tidied(text.slice(0, limit + 1))].map((character) => ESCAPES[character] ?? character);
  const whole = pieces.join('');
  if (whole.length <= limit) return whole;
  let safe = '';
  for (const piece of pieces) {
    if (safe.length + piece.length > limit - 1) break;
    safe += piece;
  }
  return `${safe.trimEnd()}…`;
}

/** The name of the service within mrkdwn. */
export function serviceText(serviceName: string): string {
  return escaped(serviceName, 75);
}

export function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Slack refuses an empty text, and a name may be empty. */
export function plain(text: string, limit: number): PlainTextElement {
  return { type: 'plain_text', text: clip(tidied(text).trim(), limit) || 'Untitled' };
}

/** Slack's ids are letters and digits; anything else is not turned into a mention. */
export function mention(person: string): string {
  return /^[A-Z0-9]+$/.test(person) ? `<@${person}>` : 'somebody';
}

/** False for direct messages, which have no name to show, no digests and no defaults. */
export function isChannel(id: string): boolean {
  return /^[CG][A-Z0-9]+$/.test(id);
}

export function channelMention(channel: string): string {
  return isChannel(channel) ? `<#${channel}>` : 'the channel';
}

/**
 * A date in the reader's own time zone; Slack fills it in: "today", "Tuesday, March 3rd", with the year only where it is
 * another one.
 * @param before words in front of it: Slack writes "Today" where it begins the text that it fills in
 */
export function day(date: Date, before = ''): string {
  return slackDate(date, `${before}{day_divider_pretty}`, `${before}${date.toISOString().slice(0, 10)}`);
}

/** The same with the time: "tomorrow at 9:00 AM". */
export function moment(date: Date, before = ''): string {
  const fallback = `${before}${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return slackDate(date, `${before}{day_divider_pretty} at {time}`, fallback);
}

/** The time alone, for the end of what began with a date shortly before: "to 9:34 AM". */
export function time(date: Date, before = ''): string {
  return slackDate(date, `${before}{time}`, `${before}${date.toISOString().slice(11, 16)} UTC`);
}

function slackDate(date: Date, format: string, fallback: string): string {
  return `<!date^${Math.floor(date.getTime() / 1000)}^${format}|${fallback}>`;
}

/** A name such as "the document service" at the beginning of a sentence. */
export function atStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function tidied(text: string): string {
  return withoutDirections(text.toWellFormed()).replace(CONTROLS, ' ');
}

/**
 * The marks that keep a single message out of documents. The reaction is written as its name, by which people search for it.
 * @param reaction its name without colons
 */
export function optOutMarks(reaction: string | undefined): string {
  return reaction
    ? `\`!nodeck\` in a message, or the reaction \`:${reaction}:\` on it,`
    : '`!nodeck` in a message';
}

export function optOutMarkNames(reaction: string | undefined): string {
  return `what was marked with \`!nodeck\`${reaction ? ` or \`:${reaction}:\`` : ''}`;
}
