import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { answerOpenCard } from './open-card.ts';
import { answerSentence, type Sentence } from './sentence.ts';

/** `/deck ten slides on our spring launch`: shows the card of a proposal, as for any sentence. */
export async function proposeFromCommand(
  { actor, client, command, respond }: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const { channel_id: channel } = command;
  const sentence: Sentence = {
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
  if (!(await answerOpenCard(sentence, slack))) await answerSentence(sentence, slack);
}
