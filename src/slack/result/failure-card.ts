import { emptyChannel, type Failure, type Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { imageAgainButton } from '../kit/blocks/document-buttons.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { channelMention, isChannel, serviceText } from '../kit/blocks/text.ts';
import { changeButton } from '../kit/change/document-change.ts';
import { causeText, failureCopy, referenceText, type Wording } from '../kit/copy/failure-copy.ts';
import { askedBy, creditsOf, quietChannelText, titleOf } from '../kit/copy/generation-phrases.ts';
import { instructionOf, workCopy } from '../kit/copy/work-copy.ts';

const UNKNOWN: Failure = { reason: 'internal' };

/**
 * Builds the message of a failed generation. Everybody in the conversation sees it, so the only reason that it names is an empty channel.
 */
export function notMadeMessage(generation: Generation): Message {
  const quiet = emptyChannel(generation);
  if (quiet) return quietMessage(generation, quiet);
  const text = `${generation.work === 'edit' ? 'Not changed' : 'Not made'}: “${titleOf(generation)}”`;
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/** Returns what went wrong with a generation and what the person can do. */
export function failureWording(generation: Generation, { serviceName, optOutReaction }: Deployment): Wording {
  const { reason, ...failure } = generation.failure ?? UNKNOWN;
  const service = serviceText(serviceName);
  return (
    workCopy(generation).problems(service, { reason, ...failure })[reason] ??
    failureCopy(reason, service, { optOutReaction, retryAfterMs: failure.retryAfterMs })
  );
}

/**
 * Builds the direct message to the asker about a failed generation.
 * @param reader the asker's role. If the team is out of credits, a `member` gets a button that asks the admins for more
 */
export function failureMessage(
  generation: Generation,
  deployment: Deployment,
  { reader }: { reader?: 'admin' | 'member' } = {},
): Message {
  const failure = generation.failure ?? UNKNOWN;
  const isNotDone = `${workCopy(generation).isNotDone}${generation.work === 'edit' ? `: ${instructionOf(generation)}` : ''}`;
  const { what, next: usual } = failureWording(generation, deployment);
  const isForAdmin = reader === 'admin' && isOutOfCredits(generation);
  const next = isForAdmin ? 'Add some there, then ask again.' : usual;
  const cause = causeText(failure, serviceText(deployment.serviceName));
  return {
    text: `“${titleOf(generation)}” ${isNotDone}. ${what} ${next}`,
    blocks: [
      section(`:x: *“${titleOf(generation)}” ${isNotDone}.* ${what}`),
      ...(cause ? [section(cause)] : []),
      section(next),
      ...buttons(
        againButton(generation),
        reader === 'member' ? creditsButton(generation, failure) : undefined,
      ),
      ...context(
        creditsOf(generation),
        referenceText(failure.reference ?? generation.id),
        isChannel(generation.channel) ? `It was for ${channelMention(generation.channel)}.` : undefined,
        generation.ask?.digest ? askedBy(generation) : undefined,
      ),
    ],
  };
}

/** Returns true if the generation failed because the team has no credits left at the service. */
const isOutOfCredits = ({ failure }: Generation): boolean => failure?.reason === 'no_credits';

/** Returns true if the generation failed because credits are missing, so that an admin can help. */
export const lacksCredits = (generation: Generation): boolean =>
  isOutOfCredits(generation) || LIMITS.includes(generation.failure?.reason);

const LIMITS: unknown[] = ['credits_of_person', 'credits_of_channel', 'credits_of_team'];

/** Returns the button that asks the admins for credits; undefined if no credits are missing. Its value is read by `askForCredits`. */
function creditsButton(generation: Generation, { reason, needed }: Failure) {
  if (!lacksCredits(generation)) return undefined;
  if (isOutOfCredits(generation)) return button('Tell an admin', actions.askForCredits, 'no_credits');
  const cost = needed === undefined ? '' : Math.ceil(needed);
  return button('Ask an admin', actions.askForCredits, `${reason}:${cost}:${generation.channel}`);
}

/** Builds the message of a generation that found no messages to use in its channel. */
function quietMessage(
  generation: Generation,
  { channel, since }: { channel: string; since: string },
): Message {
  const nothing = generation.ask?.digest ? undefined : 'nothing was made';
  const text = quietChannelText({ channel, threshold: 1 }, new Date(since), nothing);
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/** Returns the button that tries again; undefined if a retry cannot help. If the source is a channel, a click repeats the ask at once. */
export function againButton(generation: Generation) {
  const { ask, id } = generation;
  if (generation.work === 'edit') return changeButton(generation);
  if (generation.work === 'image') return imageAgainButton(generation);
  if (!ask || emptyChannel(generation)) return undefined;
  const label = ask.source.kind === 'channel' ? 'Try again (spends credits)' : 'Change and try again';
  return button(label, actions.retry, id);
}
