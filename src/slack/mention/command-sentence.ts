import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { answerFirst } from './answer-first.ts';
import { withChannel } from './channel-names.ts';
import { answerAboutLast } from './last-result.ts';
import { withoutAnswer } from './open-card/yes-and-more.ts';
import { answerSentence, isContent, type Sentence } from './sentence.ts';

/** Handles a command such as `/deck ten slides on our spring launch`. Its words can also answer an open card. */
export async function proposeFromCommand(
  request: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const whole = await withChannel(commandSentence(request, words), slack);
  const sentence = await withoutAnswer(whole, slack);
  const isDone =
    !isContent(sentence) &&
    ((await answerFirst(sentence, slack)) || (await answerAboutLast(sentence, slack)));
  if (!isDone) await answerSentence(sentence, slack);
}

/** Returns the sentence that was typed after `/deck`. */
export function commandSentence({ actor, client, command, respond }: Command, words: string): Sentence {
  const { channel_id: channel } = command;
  return {
    actor,
    client,
    text: words,
    channel,
    isDirect: !isChannel(channel),
    isCommand: true,
    place: { channel },
    async answer(message) {
      await respond({ response_type: 'ephemeral', ...message });
      return undefined;
    },
  };
}
