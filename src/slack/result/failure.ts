import { emptyChannel, type Failure, type Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import { askedBy, creditsOf, quietChannelText, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { atStart, escaped, oneLine } from '../kit/text.ts';

const QUOTE = 600;
const REFERENCE = 100;
const SERVICE = 75;

const UNKNOWN: Failure = { reason: 'internal' };

/** Says what went wrong and what to do, with a reference that support can look up. */
export function failureMessage(generation: Generation, { serviceName, optOutReaction }: Deployment): Message {
  const quiet = emptyChannel(generation);
  if (quiet) return quietMessage(generation, quiet);
  const failure = generation.failure ?? UNKNOWN;
  const service = escaped(serviceName, SERVICE);
  const { what, next, quote } = failureCopy(failure.reason, service, { optOutReaction });
  const said = quote && failure.message ? escaped(oneLine(failure.message), QUOTE) : undefined;
  return {
    text: `“${titleOf(generation)}” could not be made. ${what} ${next}`,
    blocks: [
      section(`:x: *“${titleOf(generation)}” could not be made.* ${what}`),
      ...(said ? [section(`${atStart(service)} says: “${said}”`)] : []),
      section(next),
      ...buttons(againButton(generation)),
      ...context(creditsOf(generation), reference(failure, generation), askedBy(generation)),
    ],
  };
}

function quietMessage(
  generation: Generation,
  { channel, since }: { channel: string; since: string },
): Message {
  const text = quietChannelText({ channel, threshold: 1 }, new Date(since));
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
}

/** A digest was not asked for by a form, so it has nothing to change in one. */
export function againButton(generation: Generation) {
  const { ask, id } = generation;
  if (!ask || emptyChannel(generation)) return undefined;
  const label = ask.source.kind === 'channel' ? 'Try again (spends credits)' : 'Change and try again';
  return button(label, actions.change, id);
}

function reference(failure: Failure, { id }: Generation): string {
  return `Reference: \`${escaped(oneLine(failure.reference ?? id).replaceAll('`', '’'), REFERENCE)}\``;
}
