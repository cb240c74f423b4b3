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

/** Bolt's arguments for a listener, by kind of request. */
export type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;
export type ShortcutArgs = SlackShortcutMiddlewareArgs<GlobalShortcut> & AllMiddlewareArgs;
export type MessageShortcutArgs = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;
export type ClickArgs = SlackActionMiddlewareArgs<BlockAction> & AllMiddlewareArgs;
export type FormArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;
export type MenuArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;
export type EventArgs<Name extends string> = SlackEventMiddlewareArgs<Name> & AllMiddlewareArgs;

/** A request from Slack that a route passes to a handler, with an `actor`. It has no `ack`, because the route calls `ack`. */
type Handled<Args> = Omit<Args, 'ack' | 'client' | 'next'> & Acting;
/** A request with a `trigger_id`, in response to which a view can be opened. */
type Opening<Args> = Handled<Args> & Opener;

export type Command = Opening<CommandArgs>;
export type ShortcutUse = Opening<ShortcutArgs>;
export type MessageShortcutUse = Opening<MessageShortcutArgs>;
/** A click on a button, or a choice in a menu. */
export type Click = Opening<ClickArgs>;
export type Submission = Handled<FormArgs>;
/** A request for the options of an external select menu, with the text typed so far. */
export type MenuQuery = Handled<MenuArgs>;
export type PersonEventOf<Name extends string> = EventOf<Name> & { actor: Actor };
/** An event without an `actor`, because it may not be about a person. Handlers do not have to acknowledge events. */
export type EventOf<Name extends string> = Omit<EventArgs<Name>, 'client'> & { client: SlackClient };

/** How long Slack may deliver an event again, in milliseconds: a day, plus an hour as a margin. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;

/** Returns true for the first delivery of an event, and false if the event was delivered before. */
export function isFirstDelivery(team: string, eventId: string, { once }: SlackContext): Promise<boolean> {
  return once(team, `event:${eventId}`, REDELIVERED_WITHIN_MS);
}

/** The response to a submitted modal. Without `errors` and `view`, Slack closes the modal. */
export interface FormAnswer {
  /** Error messages, as plain text, by the block id of a field. The modal stays open and shows each message at its field. */
  errors?: Record<string, string>;
  /** Replaces the submitted modal. */
  view?: ModalView;
  /** Called after the response was sent. */
  after?: () => Promise<void>;
}

/** How long a person is remembered as welcomed, in milliseconds. */
const REMEMBERED_FOR_MS = 5 * 365 * 86_400_000;

/** Returns true on the first call for a person. All kinds of welcomes share one key, so a person gets only one welcome. */
export function isFirstWelcome(
  { team, person }: Actor,
  { once }: Pick<SlackContext, 'once'>,
): Promise<boolean> {
  return once(team, `welcome:${person}`, REMEMBERED_FOR_MS);
}
