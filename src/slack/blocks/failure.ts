import type { Failure, Generation } from '../../generations/generation.ts';
import { actions } from '../action-ids.ts';
import { askedBy, creditsOf, titleOf } from './describe.ts';
import { failureWords } from './failure-words.ts';
import { button, buttons, context, type Message, section, type Words } from './parts.ts';
import { atStart, escaped, oneLine } from './text.ts';

const QUOTE = 600;
const REFERENCE = 100;
const SERVICE = 75;

const UNKNOWN: Failure = { reason: 'internal' };

/** What went wrong and what to do, with a reference that support can look up. */
export function failureMessage(generation: Generation, { serviceName }: Words): Message {
  const failure = generation.failure ?? UNKNOWN;
  const service = escaped(serviceName, SERVICE);
  const { what, next, quote } = failureWords(failure.reason, service);
  const said = quote && failure.message ? escaped(oneLine(failure.message), QUOTE) : undefined;
  const canBeChanged = generation.ask !== null;
  return {
    text: `“${titleOf(generation)}” could not be made. ${what} ${next}`,
    blocks: [
      section(`:x: *“${titleOf(generation)}” could not be made.* ${what}`),
      ...(said ? [section(`${atStart(service)} says: “${said}”`)] : []),
      section(next),
      ...buttons(canBeChanged ? button('Change and try again', actions.change, generation.id) : undefined),
      ...context(creditsOf(generation), reference(failure, generation), askedBy(generation)),
    ],
  };
}

function reference(failure: Failure, { id }: Generation): string {
  return `Reference: \`${escaped(oneLine(failure.reference ?? id).replaceAll('`', '’'), REFERENCE)}\``;
}
