import type { Ask } from '../../asks/schema.ts';
import type { Failure, FailureReason, Generation } from '../../generations/generation.ts';
import type { Wait } from '../../generations/work/work.ts';
import { plural } from '../../text.ts';
import { formatNames } from './ask-fields/choices.ts';
import type { Wording } from './failure-copy.ts';
import { titleOf } from './generation-phrases.ts';
import { atStart, escaped, oneLine } from './text.ts';

/** The words that differ between kinds of work, one row for each kind of generations/work/. All mrkdwn, foreign parts escaped. */
interface WorkCopy {
  /** What it is, in lists. */
  what(ask: Pick<Ask, 'format'>): string;
  /** What to look at before it is shared. */
  check: string;
  /** The headline while it is under way. */
  working(generation: Generation): string;
  /** The step in which the service does it: while it runs, and once it is done. */
  step: { running: string; done: string };
  /** The headline once it is done; the result card puts the link to it. */
  done(generation: Generation): string;
  /** Ends of sentences that begin with its title. */
  isDone: string;
  isNotDone: string;
  isNotDoneYet: string;
  /** What was sent without an answer, and where to look. */
  unsure(service: string): { what: string; next: string };
  /** Errors that mean something of their own here. @param service already escaped */
  problems(service: string, failure?: Failure): Partial<Record<FailureReason, Wording>>;
}

const documentCopy: WorkCopy = {
  what: ({ format }) => formatNames[format],
  check: 'check names, figures and dates before you share it',
  working: (generation) => `Working on “${titleOf(generation)}”`,
  step: { running: 'Making it', done: 'Made' },
  done: titleOf,
  isDone: 'is ready',
  isNotDone: 'could not be made',
  isNotDoneYet: 'is not finished yet',
  unsure: (service) => ({
    what: `Deckhand sent this to ${service} and got no answer, so it may or may not be in the making.`,
    next: `Look in your workspace at ${service} first. If it is not there after some minutes, try again; if it is, leave it.`,
  }),
  problems: () => ({}),
};

const copies: Record<Generation['work'], WorkCopy> = {
  document: documentCopy,
  edit: {
    what: () => 'Change',
    check: 'look at what it changed before you share it',
    working: (generation) => `Changing “${titleOf(generation)}”: ${wishOf(generation)}`,
    step: { running: 'Changing it', done: 'Changed' },
    done: (generation) =>
      generation.label ? `Changed: ${wishOf(generation)}` : `“${titleOf(generation)}” was changed elsewhere`,
    isDone: 'is changed',
    isNotDone: 'could not be changed',
    isNotDoneYet: 'is not changed yet',
    unsure: (service) => ({
      what: `Deckhand sent this change to ${service} and got no answer, so it may or may not be made.`,
      next: 'Open the document first. If it is not changed after some minutes, try again; if it is, leave it.',
    }),
    problems: (service) => ({
      forbidden: {
        what: `The account that Deckhand uses at ${service} may not edit this document: that takes edit permission.`,
        next: `Ask the document’s owner at ${service} to give it that, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
        quote: true,
      },
      not_found: {
        what: `${atStart(service)} no longer has this document, or does not let Deckhand change documents.`,
        next: `Look whether you can change it at ${service} itself.`,
      },
      conflict: {
        what: `Another change of it is under way at ${service}, and it takes one at a time.`,
        next: '`Do mine after` sends this one once that is through, if that is within half an hour. `Follow it` brings the other one here first; its message keeps yours as a button.',
      },
      invalid: {
        what: `${atStart(service)} did not accept this change.`,
        next: 'Say it in other words.',
        quote: true,
      },
      service_failed: {
        what: `${atStart(service)} tried, and could not change it.`,
        next: 'Try again in other words; one thing at a time often helps.',
        quote: true,
      },
    }),
  },
  agent: {
    ...documentCopy,
    step: { running: 'Making it thoroughly, usually in 5 to 25 min', done: 'Made' },
    problems: (service) => ({
      not_found: {
        what: `${atStart(service)} makes nothing thoroughly here, or does not know the template.`,
        next: '`Change and try again` opens the form: choose Quick, or another template.',
        quote: true,
      },
      forbidden: {
        what: `${atStart(service)} does not make documents thoroughly for your workspace there: your plan may not include it.`,
        next: '`Change and try again` opens the form: choose Quick there.',
        quote: true,
      },
      rate_limited: {
        what: `${atStart(service)} was busy with other thorough documents of your workspace for an hour.`,
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
    unsure: (service) => ({
      what: `Deckhand sent this to ${service} and got no answer, so the picture may or may not be in the making.`,
      next: 'Pictures cannot be looked up there. Try again if a second one does no harm; else leave it.',
    }),
    problems: (service, failure) => ({
      not_found: {
        what: `${atStart(service)} draws no pictures here, or no longer has this one.`,
        next: 'Ask for it again, or have a document made with pictures in it.',
      },
      service_failed: {
        what: `${atStart(service)} tried, and could not draw it.`,
        next: failure?.retryable
          ? 'It may work in the same words: try again.'
          : 'Say in other words what the picture should show.',
        quote: true,
      },
      invalid: {
        what: `${atStart(service)} did not accept what the picture should show.`,
        next: 'Say it in other words.',
        quote: true,
      },
    }),
  },
};

export function workCopy({ work }: Pick<Generation, 'work'>): WorkCopy {
  return copies[work];
}

const WISH = 300;

/** The first words of a change, quoted. */
export function wishOf({ label }: Generation): string {
  return label ? `“${escaped(oneLine(label), WISH)}”` : 'as somebody wanted it elsewhere';
}

/** Why it is not sent yet. @param service already escaped */
export function waitText(wait: Wait, service: string): string {
  switch (wait.for) {
    case 'other_change':
      return 'waits until another change of this document is through';
    case 'turn':
      return turnText(wait, service);
    default:
      return `${service} is busy; Deckhand tries again by itself`;
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
