import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { clip, withoutDirections } from '../../../text.ts';

/** Formats text for Slack. Text from people and from the service is escaped, so that it cannot mention people or add links. */

/** Replacements in mrkdwn. A backtick becomes the similar U+02CB, because Slack shows text between two backticks as code. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '`': 'ˋ' };
/** Matches control characters except line breaks. */
const CONTROLS = /(?!\n)\p{Cc}/gu;

/** Returns a text without line breaks, control characters and text direction marks, for titles and rows of lists. */
export function oneLine(text: string): string {
  return withoutDirections(text.toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Escapes a text for mrkdwn. The result has at most `limit` characters, and ends with "…" if the text was cut. */
export function escaped(text: string, limit: number): string {
  // Escaping never shortens a text, so the characters after the first `limit` cannot be part of the result.
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

/**
 * Quotes a text of a person in one line, as mrkdwn of at most `limit` characters between the quotation marks. Commas and dashes at its ends
 * belong to the rest of the sentence, so they are left out.
 */
export function quoted(text: string, limit: number): string {
  const line = oneLine(text);
  const trimmed = line.replace(/^(?:[,;:]\s*|[–—-]\s+)+/, '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '');
  return `“${escaped(trimmed || line, limit)}”`;
}

export function serviceText(serviceName: string): string {
  return escaped(serviceName, 75);
}

export function mrkdwn(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Returns a plain text object of at most `limit` characters. Empty text becomes "Untitled", because Slack refuses empty text. */
export function plain(text: string, limit: number): PlainTextElement {
  return { type: 'plain_text', text: clip(tidied(text).trim(), limit) || 'Untitled' };
}

/** Returns a mention of a user, as mrkdwn. Returns "somebody" if the user id is invalid. */
export function mention(person: string): string {
  return /^[A-Z0-9]+$/.test(person) ? `<@${person}>` : 'somebody';
}

/** Returns true for the pseudonym of an erased person, such as `erased-1234abcd`, which replaces the person's id. */
export const isErased = (person: string) => person.startsWith('erased-');

/** Returns the name of a person in lists for admins, as mrkdwn. */
export function personName(id: string): string {
  return isErased(id) ? id.replace('erased-', 'Erased person ') : mention(id);
}

/** Returns true for the id of a channel (C… or G…), and false for the id of a direct message (D…). */
export function isChannel(id: string): boolean {
  return /^[CG][A-Z0-9]+$/.test(id);
}

export function channelMention(channel: string): string {
  return isChannel(channel) ? `<#${channel}>` : 'the channel';
}

/**
 * Returns a date in the reader's time zone, as mrkdwn, such as "today" or "Tuesday, March 3rd".
 * @param before words before the date. Without them, Slack begins the date with a capital letter, for example "Today"
 */
export function day(date: Date, before = ''): string {
  return slackDate(date, `${before}{day_divider_pretty}`, `${before}${date.toISOString().slice(0, 10)}`);
}

/** Returns a date and time in the reader's time zone, as mrkdwn, such as "tomorrow at 9:00 AM". @param before see `day` */
export function moment(date: Date, before = ''): string {
  const fallback = `${before}${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return slackDate(date, `${before}{day_divider_pretty} at {time}`, fallback);
}

/** Returns a time of day in the reader's time zone, as mrkdwn, such as "to 9:34 AM". @param before see `day` */
export function time(date: Date, before = ''): string {
  return slackDate(date, `${before}{time}`, `${before}${date.toISOString().slice(11, 16)} UTC`);
}

function slackDate(date: Date, format: string, fallback: string): string {
  return `<!date^${Math.floor(date.getTime() / 1000)}^${format}|${fallback}>`;
}

function tidied(text: string): string {
  return withoutDirections(text.toWellFormed()).replace(CONTROLS, ' ');
}

/**
 * Returns a phrase that says how to exclude one message from documents. The phrase has the reaction's name, by which people search for it.
 * @param reaction name of the reaction without colons
 */
export function optOutMarks(reaction: string | undefined): string {
  return reaction
    ? `\`!nodeck\` in a message, or the reaction \`:${reaction}:\` on it,`
    : '`!nodeck` in a message';
}

/** Returns a phrase for the excluded messages, for example "what was marked with `!nodeck`". */
export function optOutMarkNames(reaction: string | undefined): string {
  return `what was marked with \`!nodeck\`${reaction ? ` or \`:${reaction}:\`` : ''}`;
}
