import { awaitsDecision } from '../../generations/edits.ts';
import { emptyChannel, type Failure, type Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { changeButton, imageAgainButton, ownChangeButton } from '../kit/again-buttons.ts';
import { failureCopy, referenceText, serviceSays } from '../kit/failure-copy.ts';
import { askedBy, creditsOf, quietChannelText, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';
import { wishOf, workCopy } from '../kit/work-copy.ts';

const UNKNOWN: Failure = { reason: 'internal' };

/**
 * Says what went wrong and what to do, with a reference that support can look up. Where somebody else's change is in the way
 * nothing went wrong: that is a question.
 */
export function failureMessage(generation: Generation, { serviceName, optOutReaction }: Deployment): Message {
  const quiet = emptyChannel(generation);
  if (quiet) return quietMessage(generation, quiet);
  const failure = generation.failure ?? UNKNOWN;
  const service = serviceText(serviceName);
  const { problems } = workCopy(generation);
  if (generation.ownWish === 'sent' && failure.reason === 'conflict') return sentAnewMessage(generation);
  const isQuestion = awaitsDecision(generation);
  const isNotDone = `${workCopy(generation)[isQuestion ? 'isNotDoneYet' : 'isNotDone']}${wished(generation)}`;
  const copy =
    problems(service, failure)[failure.reason] ?? failureCopy(failure.reason, service, { optOutReaction });
  const { what, quote } = copy;
  const next = generation.ownWish === 'kept' ? OWN_NEXT : copy.next;
  const message = quote && failure.message?.trim();
  return {
    text: `“${titleOf(generation)}” ${isNotDone}. ${what} ${next}`,
    blocks: [
      section(`${isQuestion ? ':warning:' : ':x:'} *“${titleOf(generation)}” ${isNotDone}.* ${what}`),
      ...(message ? [section(serviceSays(service, message))] : []),
      section(next),
      ...buttons(...conflictButtons(generation), ownChangeButton(generation), againButton(generation)),
      ...context(
        creditsOf(generation),
        isQuestion ? undefined : referenceText(failure.reference ?? generation.id),
        askedBy(generation),
      ),
    ],
  };
}

const OWN_NEXT = 'That was the change that you followed. `Do mine now` makes yours.';

/** Of several changes in a thread, the one that this is about. */
function wished(generation: Generation): string {
  if (generation.work !== 'edit') return '';
  return `${generation.label ? ':' : ','} ${wishOf(generation)}`;
}

/** Where the service was changing the document for somebody else. */
function conflictButtons(generation: Generation) {
  const { id, failure } = generation;
  if (!awaitsDecision(generation)) return [];
  return [
    button('Do mine after (spends credits)', actions.changeAfter, id, 'primary'),
    failure?.editId ? button('Follow it', actions.followOther, id) : undefined,
  ];
}

/** The wish gave way to another change, and has a message of its own by now. */
function sentAnewMessage(generation: Generation): Message {
  const text = `“${titleOf(generation)}” was being changed for somebody else, so ${wishOf(generation)} was sent anew.`;
  return { text, blocks: [section(text), ...context(askedBy(generation))] };
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
  if (generation.work === 'edit') return changeButton(generation);
  if (generation.work === 'image') return imageAgainButton(generation);
  if (!ask || emptyChannel(generation)) return undefined;
  const label = ask.source.kind === 'channel' ? 'Try again (spends credits)' : 'Change and try again';
  return button(label, actions.change, id);
}
