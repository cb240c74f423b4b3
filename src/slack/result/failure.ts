import { emptyChannel, type Failure, type Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { failureCopy, referenceText, serviceSays } from '../kit/failure-copy.ts';
import { askedBy, creditsOf, quietChannelText, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';

const UNKNOWN: Failure = { reason: 'internal' };

/** Says what went wrong and what to do, with a reference that support can look up. */
export function failureMessage(generation: Generation, { serviceName, optOutReaction }: Deployment): Message {
  const quiet = emptyChannel(generation);
  if (quiet) return quietMessage(generation, quiet);
  const failure = generation.failure ?? UNKNOWN;
  const service = serviceText(serviceName);
  const { what, next, quote } = failureCopy(failure.reason, service, { optOutReaction });
  const message = quote && failure.message?.trim();
  return {
    text: `“${titleOf(generation)}” could not be made. ${what} ${next}`,
    blocks: [
      section(`:x: *“${titleOf(generation)}” could not be made.* ${what}`),
      ...(message ? [section(serviceSays(service, message))] : []),
      section(next),
      ...buttons(againButton(generation)),
      ...context(
        creditsOf(generation),
        referenceText(failure.reference ?? generation.id),
        askedBy(generation),
      ),
    ],
  };
}

function quietMessage(
  generation: Generation,
  { channel, since }: { channel: string; since: string },
): Message {
  const nothing = generation.ask?.digest ? undefined : 'nothing was made';
  const text = quietChannelText({ channel, threshold: 1 }, new Date(since), nothing);
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/** A digest was not asked for by a form, so it has nothing to change in one. */
export function againButton(generation: Generation) {
  const { ask, id } = generation;
  if (!ask || emptyChannel(generation)) return undefined;
  const label = ask.source.kind === 'channel' ? 'Try again (spends credits)' : 'Change and try again';
  return button(label, actions.change, id);
}
