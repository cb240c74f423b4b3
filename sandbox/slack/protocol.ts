import type { KnownBlock, View } from '@slack/types';

/**
 * The API between the sandbox's page and the Slack stand-in. The page is the Slack client and never calls the app. Calls are
 * JSON over HTTP. News arrive as server-sent events from `GET /page/events?user=U…&team=T…`; with `&back=1`, after a lost
 * connection, they start with the open modals. Ids look like Slack's (T…, U…, C…, D…, F…, V…).
 *
 * | call | body | response |
 * |---|---|---|
 * | GET  /page/workspace?user&team | | Workspace |
 * | GET  /page/history?user&channel | | { messages: Message[] } (top level, oldest first, with the user's ephemeral messages) |
 * | GET  /page/replies?user&channel&ts | | { messages: Message[] } (parent first) |
 * | POST /page/say | Say | { ts } |
 * | POST /page/details | CardPlace with user | PanelShown |
 * | POST /page/react | React | {} |
 * | POST /page/delete | { user, channel, ts } | {} (own messages only) |
 * | POST /page/command | Command | CommandResult |
 * | POST /page/shortcut | Shortcut | Outcome |
 * | POST /page/workflow | { user, id } | {} (runs a workflow) |
 * | POST /page/action | ActionPress | Outcome |
 * | POST /page/options | OptionsQuery | { options?, option_groups?, error? } |
 * | POST /page/clock | { hours } | {} after this time has passed |
 * | POST /page/submit | Submit | SubmitResult |
 * | POST /page/close | { user, viewId } | {} |
 * | POST /page/home | { user, tab } | {} (sends app_home_opened) |
 * | POST /page/upload?user&name&mimetype | raw bytes | FileInfo |
 * | POST /page/read | { user, channel, ts } | {} (marks messages as read) |
 */

export interface Workspace {
  team: { id: string; name: string; domain: string; initials: string; color: string };
  /** All teams of the sandbox, for the menu. */
  teams: { id: string; name: string; initials: string; color: string }[];
  me: Person;
  people: Person[];
  app: {
    id: string;
    name: string;
    botUserId: string;
    description: string;
    /** Path of its picture. */
    icon: string;
    /** Address that installs the app in this team, if it is not installed. */
    installUrl?: string;
  };
  conversations: Conversation[];
  commands: { command: string; usageHint: string; description: string; appName: string }[];
  /** Global shortcuts are in the composer's + menu, message shortcuts in a message's menu. */
  shortcuts: { callbackId: string; name: string; description: string; type: 'global' | 'message' }[];
  workflows: Workflow[];
  emoji: Record<string, string>;
  /** Seconds by which the sandbox's clock is ahead of real time, and whether it can be moved forward. */
  clock: { ahead: number; canHurry: boolean };
  /** Other pages of the sandbox, in its menu. */
  links: { label: string; detail: string; url: string }[];
  /** Names of sample files, which the page offers in addition to those of the computer. */
  samples: string[];
}

export interface Workflow {
  id: string;
  name: string;
  /** When it runs and what it does. */
  detail: string;
  runs: WorkflowRun[];
}

export interface WorkflowRun {
  /** Id of the execution of the app's step. */
  execution: string;
  state: 'running' | 'completed' | 'failed';
  outputs?: Record<string, unknown>;
  error?: string;
}

export interface Person {
  id: string;
  name: string;
  handle: string;
  title: string;
  initials: string;
  color: string;
  role: 'owner' | 'admin' | 'member' | 'guest' | 'bot';
  tz: string;
}

export interface Conversation {
  id: string;
  kind: 'channel' | 'private' | 'im' | 'mpim' | 'app';
  name: string;
  topic: string;
  /** User ids, including the app's bot user if it is a member. */
  members: string[];
  unread: number;
  /** Whether a mention or a direct message is unread. */
  mention: boolean;
}

export interface Message {
  ts: string;
  channel: string;
  user: string;
  text: string;
  blocks?: KnownBlock[];
  files?: FileInfo[];
  /** Cards of the links in its text. */
  cards?: Card[];
  thread_ts?: string;
  reply_count?: number;
  reply_users?: string[];
  latest_reply?: string;
  edited?: { user: string; ts: string };
  reactions?: { name: string; users: string[] }[];
  /** Only this person sees it, until the stand-in stops. */
  ephemeralFor?: string;
  /** For example `channel_join`. */
  subtype?: string;
  /** Whether the app posted it. */
  bot?: boolean;
}

/** The card of a link. */
export interface Card {
  url: string;
  /** Title of a card that opens a panel. */
  title?: string;
  blocks: KnownBlock[];
}

/** A link with a card, in a message. */
export interface CardPlace {
  channel: string;
  ts: string;
  url: string;
}

/** The panel of a card, or the status with which the app refused it. */
export type PanelShown = { card: Card } | { error: string };

export interface FileInfo {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  size: number;
  user: string;
  /** Address of the bytes for the page. */
  url: string;
  /** Addresses of pictures of its pages (PPTX, PDF, zip of PNGs, pictures). */
  previews?: string[];
  /** Seconds since the epoch. */
  created: number;
}

export interface Say {
  user: string;
  channel: string;
  text: string;
  threadTs?: string;
  files?: string[];
}

export interface React {
  user: string;
  channel: string;
  ts: string;
  name: string;
  remove?: boolean;
}

export interface Command {
  user: string;
  channel: string;
  /** The whole line: `/deck …`. */
  text: string;
}

/** `error` is what Slack shows, e.g. "/deck failed with the error …". */
export interface Outcome {
  ok: boolean;
  error?: string;
}
export type CommandResult = Outcome;

export interface Shortcut {
  user: string;
  callbackId: string;
  /** Channel and message of a message shortcut. */
  channel?: string;
  ts?: string;
}

/** The message, view, card or panel of a block. */
export type Container =
  | { message: { channel: string; ts: string } }
  | { view: string }
  | { card: CardPlace }
  | { panel: CardPlace };

export interface ActionPress {
  user: string;
  container: Container;
  blockId: string;
  actionId: string;
  /** The element's state as in `actions[0]`: selected_option, selected_options, value, … */
  payload: Record<string, unknown>;
  /** The state of the container by block_id and action_id, as in `state.values`. */
  state: ViewState;
}

export interface OptionsQuery {
  user: string;
  container: Container;
  blockId: string;
  actionId: string;
  value: string;
}

export type ViewState = Record<string, Record<string, Record<string, unknown>>>;

export interface Submit {
  user: string;
  viewId: string;
  state: ViewState;
}

/** `errors` are shown at the fields, by block_id. `error` is about the whole form ("We had some trouble connecting. Try again?"). */
export interface SubmitResult extends Outcome {
  errors?: Record<string, string>;
}

export interface OpenView {
  id: string;
  user: string;
  /** 1 for the first view, up to 3 for pushed ones. */
  depth: number;
  view: View;
  hash: string;
}

/** News for one person's page: a JSON object per server-sent event, named by `type`. */
export type News =
  | { type: 'message'; message: Message }
  | { type: 'message_changed'; message: Message }
  | { type: 'message_deleted'; channel: string; ts: string }
  | { type: 'ephemeral'; message: Message }
  | { type: 'view_opened'; view: OpenView }
  | { type: 'view_updated'; view: OpenView }
  /** Closes the view on top, or with `all` the whole stack. */
  | { type: 'view_closed'; id: string; all: boolean }
  | { type: 'home'; view: View | null }
  | { type: 'conversation'; conversation: Conversation }
  /** The app was installed or uninstalled, so GET /page/workspace has to be called again. */
  | { type: 'workspace' }
  /** A message of Slack itself, e.g. that the app is not in this channel. Errors of calls are in their Outcome instead. */
  | { type: 'notice'; text: string; channel?: string };
