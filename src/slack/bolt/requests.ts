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
import type { Opener } from './answers/open-then-fill.ts';
import type { SlackContext } from './context.ts';
import type { Acting } from './permissions/permissions.ts';

/** Bolt's arguments for each kind of request. */
export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
export type ShortcutArgs = SlackShortcutMiddlewareArgs<GlobalShortcut> & AllMiddlewareArgs;
export type MessageShortcutArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;
export type ClickArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;
export type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;
export type EventArgs<Name extends string> = SlackEventMiddlewareArgs<Name> & AllMiddlewareArgs;

/** A request from Slack as handlers get it. `actor` is added. `ack` is removed, because the route acknowledges the request. */
type Handled<Args> = Omit<Args, 'ack' | 'client' | 'next'> & Acting;
/** A request with a `trigger_id`, so that a view can be opened in response. */
type Opening<Args> = Handled<Args> & Opener;

export type Command = Opening<CommandArgs>;
export type ShortcutUse = Opening<ShortcutArgs>;
export type MessageShortcutUse = Opening<MessageShortcutArgs>;
/** A click on a button, or a choice in a menu. */
export type Click = Opening<ClickArgs>;
/** A submitted modal. */
export type Submission = Handled<FormArgs>;
/** A request for the options of an external select menu, with the text typed so far. */
export type MenuQuery = Handled<MenuArgs>;
/** An event caused by a person. */
export type PersonEventOf<Name extends string> = EventOf<Name> & { actor: Actor };
/** An event. Its handler need not acknowledge it. It has no actor, because some events are not about a person. */
export type EventOf<Name extends string> = Omit<EventArgs<Name>, 'client'> & { client: SlackClient };

/** Milliseconds within which Slack may redeliver an event: a day, plus an hour as a margin. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;

/** Returns true for the first delivery of an event, and false if the event was delivered before. */
export function isFirstDelivery(team: string, eventId: string, { once }: SlackContext): Promise<boolean> {
  return once(team, `event:${eventId}`, REDELIVERED_WITHIN_MS);
}

/** The response to a submitted modal. If it has neither `errors` nor a `view`, Slack closes the modal. */
export interface FormAnswer {
  /** Error messages as plain text, by the block id of the field. The modal stays open and shows the messages at these fields. */
  errors?: Record<string, string>;
  /** Replaces the submitted modal. */
  view?: ModalView;
  /** Called after the response was sent. */
  after?: () => Promise<void>;
}
