import type { Ask } from '../../asks/schema.ts';
import { type Message, plainMessage } from './parts.ts';
import { channelMention, escaped, oneLine } from './text.ts';

/** What was asked for, and where it goes, in words: before it is made, and once it was taken. */

/** It stays where the question was, also once the result is there: it says nothing that ends. */
export function takenMessage(ask: Ask): Message {
  return plainMessage(
    `${takenText(ask)} ${ask.work.kind === 'edit' ? 'It comes into this thread.' : placeOf(ask)}`,
  );
}

/** Where the result comes below it, which needs no words. */
export const takenHereMessage = (ask: Ask): Message => plainMessage(takenText(ask));

const takenText = (ask: Ask): string => `Deckhand took this on: ${subjectOf(ask)}.`;

/** Characters of the prompt that are quoted. */
const QUOTE = 300;

export function subjectOf({ prompt, source, title = '' }: Ask): string {
  const said = prompt && `“${escaped(oneLine(prompt), QUOTE)}”`;
  if (source.kind === 'text') return said || `“${escaped(oneLine(title), QUOTE)}”`;
  if (source.kind === 'file') return escaped(source.name, QUOTE);
  const of = source.kind === 'thread' ? 'this thread' : `what was said in ${channelMention(source.channel)}`;
  return said ? `${said}, from ${of}` : `A summary of ${of}`;
}

export function placeOf({ destination, source }: Ask): string {
  const { channel, threadTs } = destination;
  if (/^[UW]/.test(channel)) return 'It comes to you in a direct message.';
  if (channel.startsWith('D')) return 'It comes into your direct messages with Deckhand.';
  if (!threadTs) return `It comes into ${channelMention(channel)}.`;
  return `It comes into ${source.kind === 'thread' ? 'that thread' : 'the thread of your message'}.`;
}
