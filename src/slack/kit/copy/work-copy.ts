import type { Ask } from '../../../asks/schema.ts';
import type { Failure, FailureReason, Generation } from '../../../generations/generation.ts';
import type { Wait } from '../../../generations/work/work.ts';
import { capitalized, duration, plural } from '../../../text.ts';
import { formatNames } from '../ask-fields/choices.ts';
import { escaped, oneLine } from '../blocks/text.ts';
import type { Wording } from './failure-copy.ts';
import { isInItsThread, titleOf } from './generation-phrases.ts';

/** Texts that differ between kinds of work: document, change, thorough document, picture. All texts are escaped mrkdwn. */
interface WorkCopy {
  /** Name of the kind of work in lists, such as "Presentation". */
  what(ask: Pick<Ask, 'format'>): string;
  /** Advice on what to check in the result before sharing it. */
  check: string;
  /** Headline of the card while the generation is running. */
  working(generation: Generation): string;
  /** Labels of the service's step in the card's list of steps: during the step (`running`), and after it (`done`). */
  step: { running: string; done: string };
  /** Headline of the result card, which the card turns into a link. */
  done(generation: Generation): string;
  /** `isDone` and the next two fields each complete a sentence that begins with the title, for example "“Spring launch” is ready". */
  isDone: string;
  isNotDone: string;
  isNotDoneYet: string;
  /** Sentences that are shown if it is unknown whether the work has begun. @param got "no answer", or "no clear answer" after an error */
  unsure(service: string, got: string): Wording;
  /** Sentences for errors that have a special meaning for this kind of work. @param service the service's name, already escaped */
  problems(service: string, failure?: Failure): Partial<Record<FailureReason, Wording>>;
}

const documentCopy: WorkCopy = {
  what: ({ format }) => formatNames[format],
  check: 'check names, figures and dates before you share it',
  working: (generation) => {
    const { ask, title } = generation;
    if (ask?.source.kind !== 'thread' || title) return `Working on “${titleOf(generation)}”`;
    const what =
      ask.format === 'document' && ask.slides === 1 ? 'one-pager' : formatNames[ask.format].toLowerCase();
    return `Making a ${what} of ${isInItsThread(generation) ? 'this' : 'a'} thread`;
  },
  step: { running: 'Making it', done: 'Made' },
  done: titleOf,
  isDone: 'is ready',
  isNotDone: 'could not be made',
  isNotDoneYet: 'is not finished yet',
  unsure: (service, got) => ({
    what: `${capitalized(service)} gave ${got}, so it may or may not be on its way.`,
    next: 'I looked there and can’t tell whether it was made. Trying again may spend credits twice; leaving it spends nothing more.',
  }),
  problems: () => ({}),
};

const copies: Record<Generation['work'], WorkCopy> = {
  document: documentCopy,
  edit: {
    what: () => 'Change',
    check: 'look at what it changed before you share it',
    working: (generation) => `Changing “${titleOf(generation)}”: ${instructionOf(generation)}`,
    step: { running: 'Changing it', done: 'Changed' },
    done: (generation) => `Changed: ${instructionOf(generation)}`,
    isDone: 'is changed',
    isNotDone: 'could not be changed',
    isNotDoneYet: 'is not changed yet',
    unsure: (service, got) => ({
      what: `${capitalized(service)} gave ${got}, so it may or may not be changed.`,
      next: 'Open the document first. If it is not changed after some minutes, try again; if it is, leave it.',
    }),
    problems: (service) => ({
      forbidden: {
        what: `The account that Deckhand uses at ${service} may not edit this document: that takes edit permission.`,
        next: `Ask the document’s owner at ${service} to give it that, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
      },
      not_found: {
        what: `${capitalized(service)} no longer has this document, or does not let Deckhand change documents.`,
        next: `Look whether you can change it at ${service} itself.`,
      },
      conflict: {
        what: `Another change of it has been under way at ${service} for half an hour, and it takes one at a time.`,
        next: 'Nothing was spent. Send yours again once that one is finished.',
      },
      invalid: {
        what: `${capitalized(service)} did not accept this change.`,
        next: 'Say it in other words.',
      },
      service_failed: {
        what: `${capitalized(service)} tried, and could not change it.`,
        next: 'Try again in other words; one thing at a time often helps.',
      },
    }),
  },
  agent: {
    ...documentCopy,
    step: { running: 'Making it thoroughly, usually in 5 to 25 min', done: 'Made' },
    problems: (service) => ({
      not_found: {
        what: `${capitalized(service)} makes nothing thoroughly here, or does not know the template.`,
        next: '`Change and try again` opens the form: choose Quick, or another template.',
      },
      forbidden: {
        what: `${capitalized(service)} does not make documents thoroughly for your workspace there: your plan may not include it.`,
        next: '`Change and try again` opens the form: choose Quick there.',
      },
      rate_limited: {
        what: `${capitalized(service)} was busy with other thorough documents of your workspace all the time.`,
        next: 'Nothing was spent. Try again later, or choose Quick.',
      },
    }),
  },
  image: {
    what: () => 'Picture',
    check: 'look at it closely before you share it',
    working: (generation) => `Drawing “${titleOf(generation)}”`,
    step: { running: 'Drawing it', done: 'Drawn' },
    done: (generation) => `Picture: “${titleOf(generation)}”`,
    isDone: 'is ready',
    isNotDone: 'could not be drawn',
    isNotDoneYet: 'is not finished yet',
    unsure: (service, got) => ({
      what: `${capitalized(service)} gave ${got}, so the picture may or may not be on its way.`,
      next: 'Pictures cannot be looked up there. Try again if a second one does no harm; else leave it.',
    }),
    problems: (service, failure) => ({
      not_found: {
        what: `${capitalized(service)} draws no pictures here, or no longer has this one.`,
        next: 'Ask for it again, or have a document made with pictures in it.',
      },
      service_failed: {
        what: `${capitalized(service)} tried, and could not draw it.`,
        next: failure?.retryable
          ? 'It may work in the same words: try again.'
          : 'Say in other words what the picture should show.',
      },
      invalid: {
        what: `${capitalized(service)} did not accept what the picture should show.`,
        next: 'Say it in other words.',
      },
    }),
  },
};

export function workCopy({ work }: Pick<Generation, 'work'>): WorkCopy {
  return copies[work];
}

/** Maximum number of characters of a change's instruction that are quoted. */
const INSTRUCTION_SHOWN = 300;

/** Returns the instruction of a change (what should be different) as a quotation, cut if it is long. */
export function instructionOf({ label }: Generation): string {
  return `“${escaped(oneLine(label), INSTRUCTION_SHOWN)}”`;
}

/** Returns why Deckhand has not sent a generation to the service yet. @param service the service's name, already escaped */
export function waitText(wait: Wait, service: string): string {
  switch (wait.for) {
    case 'other_change':
      return 'waiting for another change of this document to finish';
    case 'turn':
      return turnText(wait, service);
    default:
      if (wait.askedMs) return `${service} asks to wait ${duration(wait.askedMs)}. I'll keep trying`;
      return wait.isUnreachable
        ? `${service} can’t be reached right now. I'll keep trying`
        : `${service} is busy. I'll keep trying`;
  }
}

function turnText({ underWay, ahead }: Extract<Wait, { for: 'turn' }>, service: string): string {
  const busy =
    underWay === 0
      ? `${service} works on as much at once as it does for your workspace`
      : `${plural(underWay, 'thorough document is', 'thorough documents are')} under way`;
  const place = ahead === 0 ? 'yours is next' : `${plural(ahead, 'other comes', 'others come')} before yours`;
  return `${busy}; ${place}`;
}
