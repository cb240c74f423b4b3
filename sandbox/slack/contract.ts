import type { View } from '@slack/types';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RecordedCall } from './control/calls.ts';
import type { MisbehaviourRule } from './control/misbehaviour.ts';
import type {
  CommandResult,
  FileInfo,
  Message,
  OpenView,
  Outcome,
  SubmitResult,
  Workspace,
} from './protocol.ts';
import type { Seed } from './seed/seed.ts';

/** What a test or the sandbox's main hands to the stand-in. */
export interface StandInOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** Where to listen; 127.0.0.1 unless told. */
  host?: string;
  clock: Clock;
  /** Where everything is kept over a restart; null or left out: in memory only. */
  dataDir?: string | null;
  /** The app's manifest.yml: its commands, shortcuts, scopes and events. */
  manifestPath: string;
  /** The app's picture, as SVG; its initials where there is none. */
  iconPath?: string;
  signingSecret: string;
  /**
   * Bot token of the first team, for an app that is given it by hand; else one is made up. A team that the seed says is
   * not installed gets one by OAuth only.
   */
  botToken?: string;
  /** For the OAuth flow; without them it refuses every client. */
  clientId?: string;
  clientSecret?: string;
  /** Who is there and what was said; the Northwind Outfitters team unless told. */
  seed?: Seed;
  /** Other pages of the sandbox, offered in the page's Sandbox menu. */
  links?: Workspace['links'];
  /** The built page, served at `/`. */
  pageDir?: string;
  /** Pictures (PNG) of the pages of a document; null where it cannot draw one. */
  previewer?: Previewer;
  log?: Log;
  pace?: Partial<Pace>;
}

export type Previewer = (bytes: Uint8Array, mimetype: string, name: string) => Promise<Uint8Array[] | null>;

/** Slack's waiting times and allowances; tests shorten or lift them. */
export interface Pace {
  /** How long the app has to answer, in ms of real time (all else goes by the clock). */
  answerWithin: number;
  /** Waits before an event is sent again, ms: at once, after one minute, after five. */
  redeliveries: number[];
  /** Life of a trigger_id, ms. */
  triggerLife: number;
  /** How long Slack processes what the app has uploaded, ms; until then blocks cannot show it. */
  processing: number;
  /** `off` lifts every rate limit. */
  rates: 'slack' | 'off';
  /** Set for an app that is distributed outside the Marketplace: 1 call a minute, 15 items (slack-facts, "Rates"). */
  history: { perMinute: number; items: number } | null;
}

export interface SlackStandIn {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Address of the page, e.g. `http://127.0.0.1:4123`; known once started. */
  readonly url: string;
  /** What `SLACK_API_URL` is set to: `${url}/api/`. */
  readonly apiUrl: string;
  /** Where people install the app by OAuth: `SLACK_AUTHORIZE_URL`. */
  readonly authorizeUrl: string;
  /** Where the app listens, e.g. `http://127.0.0.1:3000`; requests go to `/slack/events` there. */
  connectApp(appUrl: string): void;
  /** Acts as a person, through the code that serves the page. `id` is a user id or a handle (`ana`). */
  person(id: string, teamId?: string): Person;
  /** Makes Slack misbehave until the rule is used up or the returned function is called. */
  misbehave(rule: MisbehaviourRule): () => void;
  /** The app's Web API calls, in the order in which they came. */
  readonly calls: RecordedCall[];
  /** A channel's own messages (by id or name), or those of one thread, parent first; ephemerals not among them. */
  messages(channel: string, threadTs?: string): Message[];
  /** Files shared in a channel or thread, oldest first. */
  files(channel: string, threadTs?: string): FileInfo[];
  /** The bytes of a file. */
  download(fileId: string): Promise<Uint8Array>;
  /** Resolves once every request sent to the app has been answered. Redeliveries still waiting do not count. */
  settle(): Promise<void>;
  /** Whether the app is in a team; the first one where none is named. */
  isInstalled(teamId?: string): boolean;
  /** Takes the app away from a team: `app_uninstalled` and `tokens_revoked` are sent, its token is dead. */
  uninstall(teamId?: string): Promise<void>;
}

/** Where a person finds a button: in the open modal, on App Home, or in a message. */
export type Where = 'view' | 'home' | Message | { channel: string; ts: string };

/** What is typed or picked in a field; several for multi selects, checkboxes and files. null empties it. */
export type Entry = string | number | boolean | null | string[] | FileInfo | FileInfo[];

export interface Option {
  text: { type: string; text: string };
  value?: string;
}

export interface Person {
  readonly id: string;
  say(
    channel: string,
    text: string,
    options?: { threadTs?: string; files?: FileInfo[] },
  ): Promise<{ ts: string }>;
  edit(channel: string, ts: string, text: string): Promise<void>;
  remove(channel: string, ts: string): Promise<void>;
  react(channel: string, ts: string, name: string, options?: { remove?: boolean }): Promise<void>;
  /** Types a whole line, `/deck …`, into the composer. */
  command(channel: string, line: string): Promise<CommandResult>;
  /** A global shortcut, or with `at` a message shortcut. */
  shortcut(callbackId: string, at?: { channel: string; ts: string }): Promise<Outcome>;
  /**
   * Presses a button or picks from a menu. `payload` is the element's value as in `actions[0]`
   * (`{ selected_option: … }`), or for menus and feedback buttons the label or value of a choice.
   */
  press(where: Where, actionId: string, payload?: Record<string, unknown> | string): Promise<Outcome>;
  /** The modal on top, or null. */
  view(): OpenView | null;
  waitForView(predicate?: (view: OpenView) => boolean): Promise<OpenView>;
  /** Fills fields of the open modal, each named by label, block_id, action_id or `block_id/action_id`. */
  fill(entries: Record<string, Entry>): Promise<void>;
  /** What a menu offers for what was typed into it; external menus are asked from the app. */
  options(field: string, query?: string): Promise<Option[]>;
  submit(): Promise<SubmitResult>;
  close(): Promise<void>;
  /** The first message in `channel` (threads and ephemerals included) that satisfies the predicate, now or later. */
  waitForMessage(
    predicate: (message: Message) => boolean,
    options: { channel: string; timeoutMs?: number },
  ): Promise<Message>;
  ephemerals(channel: string): Message[];
  /** What this person sees in a channel, ephemerals included; throws where they may not see it. */
  history(channel: string): Message[];
  replies(channel: string, ts: string): Message[];
  openHome(tab?: 'home' | 'messages'): Promise<void>;
  home(): View | null;
  upload(name: string, bytes: Uint8Array, mimetype: string): Promise<FileInfo>;
  /** The direct conversation with the app. */
  appDm(): string;
}
