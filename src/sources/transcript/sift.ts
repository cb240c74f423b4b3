import { isSaid, type SlackMessage } from '../message.ts';

/** What people do not want to be used, and what is no part of the talk. */
export interface SiftRules {
  /** People who want none of their words used. */
  optedOut: ReadonlySet<string>;
  /** A reaction of this name keeps a message out, e.g. `speak_no_evil`. */
  reaction: string;
  /** Deckhand's own user: neither its posts nor what it is told to do are content. */
  ownUser: string;
}

export interface Sifted {
  /** In the order of time, each once. */
  messages: SlackMessage[];
  leftOut: LeftOut;
}

export interface LeftOut {
  /** Messages that were marked with `!nodeck` or the reaction. */
  marked: number;
  /** Messages of people who opted out. */
  optedOut: number;
}

export function sift(messages: SlackMessage[], rules: SiftRules): Sifted {
  const leftOut: LeftOut = { marked: 0, optedOut: 0 };
  const kept = [...new Map(messages.map((message) => [message.ts, message])).values()]
    .filter((message) => isSaid(message) && !isOurs(message, rules))
    .filter((message) => {
      if (message.user && rules.optedOut.has(message.user)) leftOut.optedOut += 1;
      else if (isMarked(message, rules)) leftOut.marked += 1;
      else return true;
      return false;
    });
  return { messages: kept.sort((one, other) => Number(one.ts) - Number(other.ts)), leftOut };
}

function isMarked({ text = '', blocks, reactions = [] }: SlackMessage, { reaction }: SiftRules): boolean {
  if (reactions.some(({ name }) => name.split('::')[0] === reaction)) return true;
  return hasMark(text) || (text === '' && hasMark(JSON.stringify(blocks ?? '')));
}

function hasMark(text: string): boolean {
  return /(?<!\w)!nodeck(?!\w)/i.test(text);
}

/** A post of Deckhand, or a message that begins by calling it. */
function isOurs({ user, text = '' }: SlackMessage, { ownUser }: SiftRules): boolean {
  return user === ownUser || text.trimStart().startsWith(`<@${ownUser}`);
}
