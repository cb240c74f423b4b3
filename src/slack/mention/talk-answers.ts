import type { Actor } from '../../actor.ts';
import { isPraise } from '../../asks/mention/find-edit.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { periodIn } from '../../asks/mention/period.ts';
import { hasThanks, type Talk } from '../../asks/mention/talk.ts';
import type { State } from '../../generations/generation.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';
import { closedKinds, ownCreditsText, teamCreditsText } from '../kit/copy/blocker-copy.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { helpMessage } from '../kit/copy/help.ts';
import { abilitiesMessage, NO_ANSWER, questionMessage, remarkMessage, unclearMessage } from './cards.ts';
import { digestsAnswer } from './digest-answers.ts';
import { placeOf } from './place.ts';
import { NOT_SET, ruleForms } from './rule-forms.ts';
import type { Sentence } from './sentence.ts';

/** Answers to sentences that do not request a document. None of the answers spends credits. */

type Answer = (sentence: Sentence, words: string, slack: SlackContext) => Message | Promise<Message>;

const say =
  (text: string): Answer =>
  () =>
    plainMessage(text);

const answers: Record<Talk, Answer> = {
  help: (_, __, slack) => helpMessage(slack),
  yes: noYes,
  no: refusal,
  thanks: say('You’re welcome!'),
  chat: say('Tell me what to make whenever you’re ready: `a deck on our spring launch, ten slides`.'),
  async remark(sentence, words, slack) {
    const rules = await ruleForms(sentence, slack);
    if (rules.length > 0) return { text: NOT_SET, blocks: rules };
    return isPraise(words) ? plainMessage(REMARK) : remarkMessage(words);
  },
  complaint: say(
    'I’m sorry about that. Say what should be different, for example `make the title shorter`, or start again with `slides on …`. The thumbs below a document tell the people who run me.',
  ),
  greeting: (_, words, slack) => abilitiesMessage(words, slack),
  async question({ thread, actor }, words, { connecting }) {
    if (thread) return unclearMessage(thread.ts);
    return (await connecting.summaryOf(actor.team)).kind === 'none'
      ? plainMessage(NO_ANSWER)
      : questionMessage(words);
  },
  undo: say('There is nothing to undo.'),
  unclear: ({ thread }, words, slack) =>
    thread ? unclearMessage(thread.ts) : abilitiesMessage(words, slack),
  credits: (sentence, _, slack) => creditsMessage(sentence, slack),
  async recent(sentence, words, slack) {
    const when = { now: new Date(slack.clock.now()), zone: (await slack.zoneOf(sentence)) || 'UTC' };
    return slack.lists.recent(sentence.actor, periodIn(flatText(words), when));
  },
  stop: stopChoices,
  digests: digestsAnswer,
};

const REMARK =
  'Thanks for telling me. To change a document, reply in its thread, for example `make the title shorter`, or use the thumbs below it.';

/** Answers a sentence that does not request a document. */
export async function answerTalk(
  talk: Talk,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  await sentence.answer(await answers[talk](sentence, words, slack));
  await slack.openCards.markAnswered(sentence.actor, placeOf(sentence));
}

/** Milliseconds after a request within which its document may exist, so "nothing was spent" may be untrue. */
const RECENT_MS = 60 * 60_000;

/** Returns the answer to a "no" without an open card. */
async function refusal(
  { actor: { team, person } }: Sentence,
  _: string,
  { generations, clock }: SlackContext,
): Promise<Message> {
  const [last] = await generations.recent(team, person, 1);
  const isRecent = last && clock.now() - last.createdAt.getTime() < RECENT_MS;
  if (!isRecent) return plainMessage('OK. Nothing was made and nothing was spent.');
  return plainMessage('OK, nothing more. If something is still being made, *stop* stops it.');
}

const ENDED: State[] = ['delivered', 'failed', 'stopped'];

/** How many of the person's newest generations are searched for generations in progress. */
const SEARCHED = 20;

/** Maximum characters of a sentence that stops a generation at once. After a longer sentence, the person chooses from a list. */
const PLAIN = 40;

/** Returns the answer to a "yes" without an open card. People also say it to change a document that is still being made. */
async function noYes({ actor }: Sentence, words: string, { generations }: SlackContext): Promise<Message> {
  const [last] = await generations.recent(actor.team, actor.person, 1);
  if (hasThanks(words))
    return plainMessage(
      last && !ENDED.includes(last.state)
        ? `You’re welcome! “${titleOf(last)}” is still being made.`
        : 'You’re welcome!',
    );
  const next =
    last && !ENDED.includes(last.state)
      ? `“${titleOf(last)}” is being made. To change it, send the change once it is there.`
      : 'Tell me what to make, and I’ll show you the plan first.';
  return plainMessage(`Nothing is waiting for a yes. ${next}`);
}

/** Stops the person's only generation in progress. If there are several, or more was said than "stop", returns a list with stop buttons. */
async function stopChoices(sentence: Sentence, words: string, slack: SlackContext): Promise<Message> {
  const { actor } = sentence;
  const { team, person } = actor;
  const recent = await slack.generations.recent(team, person, SEARCHED);
  const [only, ...others] = recent.filter(({ state }) => !ENDED.includes(state));
  const isPlain = others.length === 0 && words.length <= PLAIN;
  if (only && isPlain && (await slack.generations.stop(team, only.id)))
    return plainMessage(`Stopped: “${titleOf(only)}”. What the service has begun may still spend credits.`);
  if (only) return slack.lists.recent(actor);
  if (/\b(?:everything|all|everybody|everyone)\b/i.test(words) && (await isAdmin(sentence, slack.log)))
    return plainMessage(
      'Nothing of yours is under way. `/deck disconnect` stops everything for everybody; `/deck connect` begins again.',
    );
  return plainMessage('Nothing is under way.');
}

/** Returns that the person may not spend credits, if only chosen people may; undefined if the person may. */
export async function shutOutText(
  actor: Actor,
  { spenders }: Pick<TeamSettings, 'spenders'>,
  { generations }: SlackContext,
): Promise<string | undefined> {
  if (spenders === 'everyone') return undefined;
  const found = await generations.budgetBlocker({ ...actor, work: { kind: 'document' }, channel: undefined });
  if (found?.blocker === 'groups_unknown')
    return 'Slack did not say whether you may spend credits: try again in a minute.';
  return found?.blocker === 'not_a_spender'
    ? 'You may not spend credits now: the Slack admins have not chosen you.'
    : undefined;
}

/** Returns what the person has used of their limit. Only admins see the team's balance, because the credits belong to the team. */
export async function creditsMessage(sentence: Sentence, slack: SlackContext): Promise<Message> {
  const { actor } = sentence;
  const [spent, isOne, { credits: creditsLeft, kind }] = await Promise.all([
    slack.generations.spentByPerson(actor),
    isAdmin(sentence, slack.log),
    slack.connecting.summaryOf(actor.team),
  ]);
  const balance =
    kind === 'none'
      ? `I’m not connected to ${serviceText(slack.serviceName)} now, so I don’t know what is left there.`
      : creditsLeft === undefined
        ? 'The balance of the workspace is known once something was made.'
        : `The workspace had ${plural(creditsLeft, 'credit')} left after the last document.`;
  const settings = await slack.settings.of(actor.team);
  const closed = closedKinds(settings);
  const own = `${(await shutOutText(actor, settings, slack)) ?? ''} ${ownCreditsText(spent)}${closed}`.trim();
  if (!isOne)
    return plainMessage(`${own} Slack admins see how many the workspace has left. ${PRICE_ON_CARD}`);
  const ofTeam = teamCreditsText(await slack.generations.spentByTeam(actor.team));
  const text = `${own} ${ofTeam} ${balance} ${PRICE_ON_CARD}`;
  return { text, blocks: [section(text), ...buttons(button('Usage…', actions.teamUsage, 'words'))] };
}

export const PRICE_ON_CARD = 'Each card says about what it will cost, once a similar one was made here.';
