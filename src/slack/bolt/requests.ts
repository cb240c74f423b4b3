import type {
  AllMiddlewareArgs,
  BlockAction,
  GlobalShortcut,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Actor } from '../../actor.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from './context.ts';

/**
 * A request of Slack as handlers get it: with the actor, and without `ack`, since the row in the route table
 * acknowledges.
 */
type Handled<Args> = Omit<Args & AllMiddlewareArgs, 'ack' | 'client' | 'next'> & {
  actor: Actor;
  client: SlackClient;
};

export type Command = Handled<SlackCommandMiddlewareArgs>;
export type ShortcutUse = Handled<SlackShortcutMiddlewareArgs<GlobalShortcut>>;
export type MessageShortcutUse = Handled<SlackShortcutMiddlewareArgs<MessageShortcut>>;
/** A click on a button, or a choice in a menu that acts at once. */
export type Click = Handled<SlackActionMiddlewareArgs<BlockAction>>;
/** A form that was sent. */
export type Submission = Handled<SlackViewMiddlewareArgs<ViewSubmitAction>>;
/** The text typed into a menu that the app fills. */
export type MenuQuery = Handled<SlackOptionsMiddlewareArgs<'block_suggestion'>>;
/** An event that a person is the cause of. */
export type PersonEventOf<Name extends string> = EventOf<Name> & { actor: Actor };
/** An event need not be about a person, so it has no actor; Bolt acknowledges it. */
export type EventOf<Name extends string> = SlackEventMiddlewareArgs<Name> &
  Omit<AllMiddlewareArgs, 'client'> & { client: SlackClient };

/** Slack sends an event again for up to a day, in milliseconds with an hour to spare. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;

/** False for an event that was handled before. */
export function isFirstDelivery(
  team: string,
  eventId: string,
  { once }: Pick<SlackContext, 'once'>,
): Promise<boolean> {
  return once(team, `event:${eventId}`, REDELIVERED_WITHIN_MS);
}

/** How a form is answered: it closes where there are neither errors nor a view to show instead. */
export interface FormAnswer {
  /** Plain text by the field's block id; the form stays open. */
  errors?: Record<string, string>;
  view?: ModalView;
  /** Runs once Slack has the answer. */
  after?: () => Promise<void>;
}
