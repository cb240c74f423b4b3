import type { KnownBlock, View } from '@slack/types';

/**
 * What passes between the sandbox's page and the Slack stand-in behind it. The page is the "Slack client":
 * it never speaks to the app. Every call is JSON over HTTP under `/page/…`; news comes over one
 * server-sent-events stream, `GET /page/events?user=U…&team=T…` (with `&back=1` after a cut: then it names the modals
 * that are open). Ids are Slack's own kinds (T…, U…, C…, D…, F…, V…).
 *
 * | call | body | answer |
 * |---|---|---|
 * | GET  /page/workspace?user&team | | Workspace |
 * | GET  /page/history?user&channel | | { messages: Message[] } (top level, oldest first, ephemerals of that user included) |
 * | GET  /page/replies?user&channel&ts | | { messages: Message[] } (parent first) |
 * | POST /page/say | Say | { ts } |
 * | POST /page/react | React | {} |
 * | POST /page/edit, /page/delete | { user, channel, ts, text? } | {} (own messages only) |
 * | POST /page/command | Command | CommandResult |
 * | POST /page/shortcut | Shortcut | Outcome |
 * | POST /page/action | ActionPress | Outcome |
 * | POST /page/options | OptionsQuery | { options?, option_groups?, error? } |
 * | POST /page/clock | { hours } | {} once so much time has passed |
 * | POST /page/submit | Submit | SubmitResult |
 * | POST /page/close | { user, viewId } | {} |
 * | POST /page/home | { user, tab } | {} (sends app_home_opened) |
 * | POST /page/upload?user&name&mimetype | raw bytes | FileInfo (a person's upload, for file_input and for the composer) |
 * | POST /page/read | { user, channel, ts } | {} (unread marks) |
 * Files are shown from `FileInfo.url` (the sandbox's own cookie-less address; only the page uses it).
 */

export interface Workspace {
  team: { id: string; name: string; domain: string; initials: string; color: string };
  /** Every team that the sandbox holds, for the switcher. */
  teams: { id: string; name: string; initials: string; color: string }[];
  me: Person;
  people: Person[];
  app: {
    id: string;
    name: string;
    botUserId: string;
    description: string /** public path of its picture */;
    icon: string;
    /** Where the app can be let into this team; only while it is not in it. */
    installUrl?: string;
  };
  conversations: Conversation[];
  commands: { command: string; usageHint: string; description: string; appName: string }[];
  /** Global shortcuts are offered in the composer's + menu, message shortcuts in a message's menu. */
  shortcuts: { callbackId: string; name: string; description: string; type: 'global' | 'message' }[];
  /** The page's own guide: what to try first. Each step is ticked by the stand-in once it was seen done. */
  tour: { id: string; text: string; done: boolean }[];
  emoji: Record<string, string>;
  /** Seconds that the sandbox's clock is ahead of real time, and whether it can be moved on. */
  clock: { ahead: number; canHurry: boolean };
  /** Other pages of the sandbox, in its menu. */
  links: { label: string; detail: string; url: string }[];
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
  /** People in it; the app's bot user among them where it was invited. */
  members: string[];
  unread: number;
  /** true where a mention or a direct message is unread */
  mention: boolean;
}

export interface Message {
  ts: string;
  channel: string;
  user: string;
  text: string;
  blocks?: KnownBlock[];
  attachments?: { color?: string; text?: string; blocks?: KnownBlock[] }[];
  files?: FileInfo[];
  thread_ts?: string;
  reply_count?: number;
  reply_users?: string[];
  latest_reply?: string;
  edited?: { user: string; ts: string };
  reactions?: { name: string; users: string[] }[];
  /** Only this person sees it; not kept by Slack, it goes away on reload of a real client. */
  ephemeralFor?: string;
  /** "joined #general" and the like */
  subtype?: string;
  /** also_sent_to_channel */
  broadcast?: boolean;
  bot?: boolean;
}

export interface FileInfo {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  size: number;
  user: string;
  /** where the page can fetch the bytes */
  url: string;
  /** pictures of the pages of a document, made by the stand-in where it can (PPTX, PDF, zip of PNG, images) */
  previews?: string[];
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
  /** the whole line, "/deck …" */
  text: string;
}

/** `error` is what Slack itself would show: "/deck failed with the error …", "not_a_command", "dispatch_failed". */
export interface Outcome {
  ok: boolean;
  error?: string;
}
export type CommandResult = Outcome;

export interface Shortcut {
  user: string;
  callbackId: string;
  /** message shortcuts name the message */
  channel?: string;
  ts?: string;
}

/** Where a block stands that somebody pressed or that asks for options. */
export type Container = { message: { channel: string; ts: string } } | { view: string };

export interface ActionPress {
  user: string;
  container: Container;
  blockId: string;
  actionId: string;
  /** The element's state as Slack sends it in `actions[0]` besides ids: selected_option, selected_options, selected_date, value, … */
  payload: Record<string, unknown>;
  /** All state of the container, keyed by block_id and action_id, as in `state.values`. */
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

/** `errors` by block_id, shown at the field; `error` for a whole failure ("We had some trouble connecting. Try again?"). */
export interface SubmitResult extends Outcome {
  errors?: Record<string, string>;
}

export interface OpenView {
  id: string;
  user: string;
  /** 1 for the first, up to 3 when pushed */
  depth: number;
  view: View;
  hash: string;
}

/** News for one person's page, one JSON object per server-sent event, named by `type`. */
export type News =
  | { type: 'message'; message: Message }
  | { type: 'message_changed'; message: Message }
  | { type: 'message_deleted'; channel: string; ts: string }
  | { type: 'ephemeral'; message: Message }
  | { type: 'view_opened'; view: OpenView }
  | { type: 'view_updated'; view: OpenView }
  /** the whole stack when `all`, else the top one */
  | { type: 'view_closed'; id: string; all: boolean }
  | { type: 'home'; view: View | null }
  | { type: 'conversation'; conversation: Conversation }
  | { type: 'status'; channel: string; threadTs: string; text: string }
  | { type: 'tour'; tour: Workspace['tour'] }
  /** the app came into the team or left it: what GET /page/workspace answers has changed as a whole */
  | { type: 'workspace' }
  /** a line the client shows by itself, e.g. that the app is not in this channel; what a call's Outcome says is not repeated here */
  | { type: 'notice'; text: string; channel?: string };
