import type { Deed } from '../client/tour.ts';

interface Step {
  id: string;
  text: string;
  isDoneBy(deed: Deed): boolean;
}

/** What to try first, in an order that makes sense. */
export const steps: Step[] = [
  {
    id: 'home',
    text: 'Open *Deckhand* under Apps to see its Home: the connection, recent decks, schedules.',
    isDoneBy: (deed) => deed.kind === 'home',
  },
  {
    id: 'connect',
    text: 'Type `/deck connect` to link the workspace to the document service, if it is not linked yet.',
    isDoneBy: (deed) => deed.kind === 'command' && /^connect\b/.test(deed.text),
  },
  {
    id: 'form',
    text: 'Type `/deck` in #product-launch, describe a deck, pick a theme and send the form.',
    isDoneBy: (deed) => deed.kind === 'submitted',
  },
  {
    id: 'thread',
    text: 'Hover a thread in #revenue, open the … menu and choose *Turn thread into slides*.',
    isDoneBy: (deed) => deed.kind === 'message_shortcut',
  },
  {
    id: 'mention',
    text: 'Reply in a thread with `@Deckhand make a one-pager for execs`.',
    isDoneBy: (deed) => deed.kind === 'mention' && deed.inThread,
  },
  {
    id: 'file',
    text: 'Wait for the finished file in the thread and look through its pages.',
    isDoneBy: (deed) => deed.kind === 'file_from_app',
  },
  {
    id: 'card',
    text: 'Press a button on the result card: Revise, Remix, Export or More.',
    isDoneBy: (deed) => deed.kind === 'pressed' && deed.in === 'message',
  },
  {
    id: 'schedule',
    text: 'Type `/deck schedule` to have a channel summed up every week.',
    isDoneBy: (deed) => deed.kind === 'command' && /^schedule\b/.test(deed.text),
  },
];
