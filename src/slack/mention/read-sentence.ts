import type { Talk } from '../../asks/mention/talk.ts';
import { understand, type Where } from '../../asks/mention/understand.ts';
import type { SlackContext } from '../bolt/context.ts';
import { resolveNames, type Wanted } from './make-ask.ts';
import type { Sentence } from './sentence.ts';

/** What a sentence says: talk, or what it asks for. `words` is its plain text. */
export type Read = { words: string } & ({ talk: Talk } | { wanted: Wanted });

/** Parses a sentence, and looks up the themes and templates that it names. @param where by default, where the sentence was written */
export async function readSentence(
  sentence: Sentence,
  slack: SlackContext,
  where = whereOf(sentence),
): Promise<Read> {
  const { actor, thread, channel, isDirect } = sentence;
  const { text, source, target } = findChannels(sentence.text);
  const words = await slack.threads.plain(actor.team, text);
  const inChannel = !isDirect && (!thread || /\bchannel\b/i.test(text));
  const setting = {
    now: new Date(slack.clock.now()),
    zone: (await slack.zoneOf(sentence)) || 'UTC',
    hasChannel: inChannel || source !== undefined,
  };
  const understood = understand(words, setting, where);
  if (understood.kind === 'talk') return { words, talk: understood.talk };
  const wanted = await resolveNames(understood, actor.team, slack);
  return { words, wanted: { ...wanted, sourceChannel: source ?? channel, target } };
}

function whereOf({ isCommand, isDirect }: Sentence): Where {
  if (isCommand) return 'command';
  return isDirect ? 'direct' : 'channel';
}

const CHANNEL = '<#(?<id>[CG][A-Z0-9]+)(?:\\|[^>]*)?>';
const TARGET = new RegExp(
  `,? ?\\b(?:and )?(?:(?:post|put|share|send|publish|drop|deliver) (?:it|them|that|the result)? ?(?:in|to|into)|to be posted in|posted in) ${CHANNEL}`,
  'i',
);
/** The channel after a preposition or a verb of summing up: "slides of #launch", "summarize #launch". */
const SOURCE = new RegExp(
  `(?<lead>\\b(?:of|from|in|about|summari[sz]e|sum up|recap|review|condense|digest|wrap up|turn|catch (?:me|us) up on))(?: the channel)? ${CHANNEL}`,
  'i',
);
/** A channel beside a period: "#launch since Monday". */
const DATED = new RegExp(
  `${CHANNEL}['’]?s?(?= (?:since|over|from|for|during|in|of)?\\b.{0,30}\\b(?:today|yesterday|weeks?|months?|days?|quarter|year|\\w+day|january|february|march|april|may|june|july|august|september|october|november|december)\\b)`,
  'i',
);

/**
 * Finds the channels that mrkdwn names, such as `<#C123|launch>`: the one whose messages are the source, and the target to
 * post in. @returns text in which the source reads "this channel" and the target is removed
 */
function findChannels(mrkdwn: string): { text: string; source?: string; target?: string } {
  const target = TARGET.exec(mrkdwn);
  const rest = target ? mrkdwn.replace(target[0], ' ') : mrkdwn;
  const source = SOURCE.exec(rest) ?? DATED.exec(rest);
  const { id, lead = '' } = source?.groups ?? {};
  return {
    text: source ? rest.replace(source[0], `${lead} this channel`.trim()) : rest,
    ...(id && { source: id }),
    ...(target?.groups?.id && { target: target.groups.id }),
  };
}
