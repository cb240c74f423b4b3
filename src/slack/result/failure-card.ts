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

/** Builds the card of a failed generation. Everybody in the conversation sees the card, so it does not say the reason. */
export function notMadeMessage(generation: Generation): Message {
  const quiet = emptyChannel(generation);
  if (quiet) return quietMessage(generation, quiet);
  const text = `${generation.work === 'edit' ? 'Not changed' : 'Not made'}: “${titleOf(generation)}”`;
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/** Returns what went wrong with a failed generation, and what to do. */
export function failureWording(generation: Generation, { serviceName, optOutReaction }: Deployment): Wording {
  const { reason, ...failure } = generation.failure ?? UNKNOWN;
  const service = serviceText(serviceName);
  return (
    workCopy(generation).problems(service, { reason, ...failure })[reason] ??
    failureCopy(reason, service, { optOutReaction, retryAfterMs: failure.retryAfterMs })
  );
}

/**
 * Builds the direct message about a failure: what went wrong, what to do, and a reference for support.
 * @param reader the person who reads it. If credits are missing, a member gets a button that sends the admins a message
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
        reader === 'member' && isOutOfCredits(generation)
          ? button('Tell an admin', actions.askForCredits, 'no_credits')
          : undefined,
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

/** Returns true if the service has no credits left for the team, so that an admin has to add some. */
export const isOutOfCredits = ({ failure }: Generation): boolean => failure?.reason === 'no_credits';

/** Builds the card of a generation that found no messages in its channel. */
function quietMessage(
  generation: Generation,
  { channel, since }: { channel: string; since: string },
): Message {
  const nothing = generation.ask?.digest ? undefined : 'nothing was made';
  const text = quietChannelText({ channel, threshold: 1 }, new Date(since), nothing);
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/**
 * Returns the button that tries a failed generation again; undefined if nothing can be tried. If the source is a channel, the label does
 * not say "Change", because no form opens.
 */
export function againButton(generation: Generation) {
  const { ask, id } = generation;
  if (generation.work === 'edit') return changeButton(generation);
  if (generation.work === 'image') return imageAgainButton(generation);
  if (!ask || emptyChannel(generation)) return undefined;
  const label = ask.source.kind === 'channel' ? 'Try again (spends credits)' : 'Change and try again';
  return button(label, actions.retry, id);
}
