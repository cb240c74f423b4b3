import type { Talk } from '../../asks/mention/talk.ts';
import type { State } from '../../generations/generation.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { helpMessage } from '../kit/copy/help.ts';
import { abilitiesMessage, questionMessage, unclearMessage } from './cards.ts';
import type { Sentence } from './sentence.ts';

/** Answers to sentences that do not request a document. None of the answers spends credits. */

type Answer = (sentence: Sentence, words: string, slack: SlackContext) => Message | Promise<Message>;

const say =
  (text: string): Answer =>
  () =>
    plainMessage(text);

const answers: Record<Talk, Answer> = {
  help: (_, __, slack) => helpMessage(slack),
  yes: say('Nothing is waiting for a yes. Tell me what to make, and I’ll show you the plan first.'),
  no: say('OK. Nothing was made and nothing was spent.'),
  thanks: say('You’re welcome!'),
  chat: say('Tell me what to make whenever you’re ready: `a deck on our spring launch, ten slides`.'),
  remark: say(
    'Thanks for telling me. To change a document, reply in its thread, for example `make the title shorter`, or use the thumbs below it.',
  ),
  greeting: (_, words, slack) => abilitiesMessage(words, slack),
  question: ({ thread }, words) => (thread ? unclearMessage(thread.ts) : questionMessage(words)),
  unclear: ({ thread }, words, slack) =>
    thread ? unclearMessage(thread.ts) : abilitiesMessage(words, slack),
  credits,
  recent: ({ actor }, _, slack) => slack.lists.recent(actor),
  stop: stopChoices,
  digests: (sentence, _, slack) =>
    slack.lists.digests(sentence, sentence.isDirect ? undefined : sentence.channel),
};

/** Answers a sentence that does not request a document. */
export async function answerTalk(
  talk: Talk,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  await sentence.answer(await answers[talk](sentence, words, slack));
}

/** Number of a person's newest generations that are searched for one in progress. */
const SEARCHED = 20;

/** Returns the list of recent generations, with a button "Stop" for each in progress; a short message if none is in progress. */
async function stopChoices({ actor }: Sentence, _: string, slack: SlackContext): Promise<Message> {
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const ended: State[] = ['delivered', 'failed', 'stopped'];
  if (recent.some(({ state }) => !ended.includes(state))) return slack.lists.recent(actor);
  return plainMessage('Nothing is under way.');
}

/** Returns the answer about credits. Only admins see the balance, because the credits belong to the team. */
async function credits(sentence: Sentence, _: string, slack: SlackContext): Promise<Message> {
  const cost = 'Each card says about how many credits it will cost before anything is made.';
  if (!(await isAdmin(sentence, slack.log))) {
    return plainMessage(`${cost} An admin of this workspace can see how many are left.`);
  }
  const { credits: creditsLeft } = await slack.connecting.summaryOf(sentence.actor.team);
  const left =
    creditsLeft === undefined
      ? 'The balance is known once something was made.'
      : `${plural(creditsLeft, 'credit')} were left after the last document.`;
  return plainMessage(`${left} ${cost}`);
}
