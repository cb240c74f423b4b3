import type { Deed } from '../client/tour.ts';
import type { Manifest } from '../manifest.ts';

interface Step {
  id: string;
  text: string;
  isDoneBy(deed: Deed): boolean;
  /** False where the app's manifest does not have what the step needs; left out: always there. */
  isOffered?(manifest: Manifest): boolean;
}

/** True where one of the app's commands says in its usage that it takes this word. */
const takes =
  (word: string) =>
  ({ features }: Manifest): boolean =>
    features.slash_commands.some((command) => command.usage_hint.includes(word));

/** A deck that somebody asked for: a digest is named after its channel, and nobody said yes to that one. */
const WORKING_ON = /^Working on (?!“?#)/;

/** What to try first, in an order that makes sense. */
export const steps: Step[] = [
  {
    id: 'home',
    text: 'Open *Deckhand* under Apps to see its Home.',
    isDoneBy: (deed) => deed.kind === 'home',
  },
  {
    id: 'connect',
    text: 'Type `/deck connect` and sign in, which links the workspace to the document service.',
    isDoneBy: (deed) => deed.kind === 'said_by_app' && /\bis connected to\b/.test(deed.text),
    isOffered: takes('connect'),
  },
  {
    id: 'form',
    text: 'Type `/deck` in a channel, followed by what it should be about, and say yes.',
    isDoneBy: (deed) => deed.kind === 'said_by_app' && !deed.inThread && WORKING_ON.test(deed.text),
  },
  {
    id: 'thread',
    text: 'Hover a message with replies, open its ⋮ menu and choose *Turn thread into slides*.',
    isDoneBy: (deed) => deed.kind === 'message_shortcut',
    isOffered: ({ features }) => features.shortcuts.some((shortcut) => shortcut.type === 'message'),
  },
  {
    id: 'mention',
    text: 'Reply in a thread with `@Deckhand make a one-pager for execs`.',
    isDoneBy: (deed) => deed.kind === 'mention' && deed.inThread,
    isOffered: ({ settings }) => settings.event_subscriptions.bot_events.includes('app_mention'),
  },
  {
    id: 'file',
    text: 'Wait for the finished file in the thread and look through its pages.',
    isDoneBy: (deed) => deed.kind === 'said_by_app' && deed.hasFile,
  },
  {
    id: 'card',
    text: 'Press *Change it…* below the result and say what should be different.',
    isDoneBy: (deed) => deed.kind === 'pressed' && /^Change it/.test(deed.button),
  },
  {
    id: 'schedule',
    text: 'Type `/deck digests` and press *New digest* to have a channel summed up every week.',
    isDoneBy: (deed) => deed.kind === 'pressed' && /^New digest/.test(deed.button),
    isOffered: takes('digests'),
  },
];
