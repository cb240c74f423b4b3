import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { isChannel } from '../kit/text.ts';
import { answerSentence } from './sentence.ts';

/** `/deck ten slides on our spring launch`: a card shows what was understood, as for any sentence. */
export async function proposeFromCommand(
  { actor, client, command, respond }: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const { channel_id: channel } = command;
  await answerSentence(
    {
      actor,
      client,
      text: words,
      channel,
      isDirect: !isChannel(channel),
      isCommand: true,
      place: { channel },
      async answer(message) {
        await respond({ response_type: 'ephemeral', ...message });
        return { kind: 'seen', channel, person: actor.person, responseUrl: command.response_url };
      },
    },
    slack,
  );
}
