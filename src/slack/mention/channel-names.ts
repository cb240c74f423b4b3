import type { SlackContext } from '../bolt/context.ts';
import type { Sentence } from './sentence.ts';
import { CHANNEL_NAME, isShare } from './share-words.ts';

/** Finds channels that a sentence names without "#": "summarize product-launch since Monday", "share it in general". */

/** Words that are followed by what is summed up. */
const SUMS_UP =
  "(?:summari[sz]e|sum up|recap(?: of)?|summary of|catch (?:me|us) up on|digest(?: of| for)?|what (?:happened|was said|was discussed|was decided|is new) in|what[’']?s (?:new|going on) in|(?:days?|weeks?|months?|discussed|said|decided) (?:in|of|from))";
const SOURCES = [
  new RegExp(
    `\\b(?<lead>${SUMS_UP}) (?:the )?(?<name>[\\p{L}\\d][\\p{L}\\d_-]{1,40}(?: [\\p{L}\\d_-]{2,20}(?= channel\\b))?)(?: channel)?(?=$|[\\s.,;:!?])`,
    'iu',
  ),
  /\b(?<lead>of|from|in|about) (?:the )?(?<name>[\p{L}\d]{2,20}(?:[-_][\p{L}\d]{2,20}){1,4})(?: channel)?(?=$|[\s.,;:!?])/iu,
];

/** Returns the sentence with the id of the channel that it names without "#", if the person is in this channel. */
export async function withChannel(sentence: Sentence, slack: SlackContext): Promise<Sentence> {
  const { text } = sentence;
  if (text.length > SEARCHED || text.includes('<#')) return sentence;
  const { order = '', name: target = '' } = CHANNEL_NAME.exec(text)?.groups ?? {};
  const to = target && isShare(`${order} #${target}`) && (await slack.channelNamed(sentence, target));
  if (to) return { ...sentence, text: `${order} <#${to}>` };
  for (const pattern of SOURCES) {
    const { 0: phrase = '', groups: { lead = '', name = '' } = {} } = pattern.exec(text) ?? {};
    const channel = name && (await slack.channelNamed(sentence, name));
    if (channel) return { ...sentence, text: text.replace(phrase, `${lead} <#${channel}>`) };
  }
  // With "#", the answer is that the person is not in this channel.
  return { ...sentence, text: text.replace(UNKNOWN, '$<lead> #$<name>') };
}

/** Matches "the X channel" where its messages are meant: at the end, or before days. */
const UNKNOWN =
  /\b(?<lead>of|from) the (?<name>(?!(?:whole|entire|same|other|right|public|private|slack)\b)[\p{L}\d_-]{2,40}) channel(?=[.!?]*$| (?:from|since|of|over|for|in) (?:the )?(?:last|this|past|yesterday|today|monday|\d))/iu;

/** Maximum length of a sentence in which channels are searched, in characters. A longer text is content. */
const SEARCHED = 200;
