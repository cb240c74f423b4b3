import type { View } from '@slack/types';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RunOptions } from './client/workflows.ts';
import type { RecordedCall } from './control/calls.ts';
import type { MisbehaviourRule } from './control/misbehaviour.ts';
import type {
  CardPlace,
  CommandResult,
  FileInfo,
  Message,
  OpenView,
  Outcome,
  PanelShown,
  SubmitResult,
  WorkflowRun,
  Workspace,
} from './protocol.ts';
import type { Seed } from './seed/seed.ts';

/** Options of the Slack stand-in. */
export interface StandInOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  clock: Clock;
  /** Folder where all data survives a restart. Without it data is kept in memory. */
  dataDir?: string | null;
  /** The app's manifest, as YAML or JSON: its commands, shortcuts, scopes and events. */
  manifest: string;
  /** The app's icon, as SVG. Without it the page shows the app's initials. */
  iconPath?: string;
  signingSecret: string;
  /**
   * Bot token of the first team, for an app without OAuth; random by default. A team without an installation in the
   * seed gets a token only by OAuth.
   */
  botToken?: string;
  /** Credentials of the app for OAuth. Without them every client is refused. */
  clientId?: string;
  clientSecret?: string;
  /** Teams, people, channels and messages at the start; Northwind Outfitters by default. */
  seed?: Seed;
  /** Domain of the manifest for which local addresses stand, because a domain at Slack needs a top-level domain and has no port. */
  localDomain?: string;
  /** Other pages of the sandbox, offered in the page's Sandbox menu. */
  links?: Workspace['links'];
  /** The built page, served at `/`. */
  pageDir?: string;
  /** Returns PNG pictures of the pages of a file, or null if it cannot draw the file. */
  previewer?: Previewer;
  log?: Log;
  pace?: Partial<Pace>;
}

export type Previewer = (bytes: Uint8Array, mimetype: string, name: string) => Promise<Uint8Array[] | null>;

/** Slack's time limits and rate limits. Tests shorten them or turn them off. */
export interface Pace {
  /** Time limit of the app's answers, in ms of real time. The other times use the stand-in's clock. */
  answerWithin: number;
  /** Delays before an event is delivered again, in ms: at once, after one minute, after five. */
  redeliveries: number[];
  /** Lifetime of a trigger_id in ms. */
  triggerLife: number;
  /** Time in ms that Slack processes an upload of the app. Until then blocks cannot refer to the file. */
  processing: number;
  /** `off` lifts every rate limit. */
  rates: 'slack' | 'off';
  /** Limits of the history methods for apps outside the Marketplace: 1 call per minute, 15 items. null: no such limit. */
  history: { perMinute: number; items: number } | null;
}

export interface SlackStandIn {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Address of the page, e.g. `http://127.0.0.1:4123`; known once started. */
  readonly url: string;
  /** Value for `SLACK_API_URL`: `${url}/api/`. */
  readonly apiUrl: string;
  /** Value for `SLACK_AUTHORIZE_URL`: the page where people install the app. */
  readonly authorizeUrl: string;
  /** Sets the app's address, e.g. `http://127.0.0.1:3000`. Requests go to its `/slack/events`. */
  connectApp(appUrl: string): void;
  /** Returns a person to act as, by user id or handle (`ana`). The page uses the same code. */
  person(id: string, teamId?: string): Person;
  /** Adds a fault. It ends when it is used up or the returned function is called. */
  misbehave(rule: MisbehaviourRule): () => void;
  /** The app's Web API calls, oldest first. */
  readonly calls: RecordedCall[];
  /** Messages of a channel (id or name) or of one thread, parent first, without ephemeral messages. */
  messages(channel: string, threadTs?: string): Message[];
  /** Files shared in a channel or thread, oldest first. */
  files(channel: string, threadTs?: string): FileInfo[];
  /** The bytes of a file. */
  download(fileId: string): Promise<Uint8Array>;
  /** Resolves when the app has answered all requests. It does not wait for scheduled redeliveries. */
  settle(): Promise<void>;
  /** Whether the app is installed in a team, by default the first one. */
  isInstalled(teamId?: string): boolean;
  /** Changes the app's scopes in a team, as a new installation at Slack does, of which the app is not told. */
  setScopes(scopes: string[], teamId?: string): void;
  /** Uninstalls the app: sends `app_uninstalled` and `tokens_revoked` and revokes its token. */
  uninstall(teamId?: string): Promise<void>;
}

/** Place of a button: the open modal, App Home or a message. */
export type Where =
  | 'view'
  | 'home'
  | Message
  | { channel: string; ts: string }
  | { card: CardPlace }
  | { panel: CardPlace };

/** Value for a field. Multi selects, checkboxes and files take a list. null clears the field. */
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
  /** Sends a line such as `/deck …` from the composer. */
  command(channel: string, line: string): Promise<CommandResult>;
  /** Runs a global shortcut, or with `at` a message shortcut. */
  shortcut(callbackId: string, at?: { channel: string; ts: string }): Promise<Outcome>;
  /** Runs a workflow by its name. @returns the run, which changes when the step ends */
  runWorkflow(name: string, options?: Pick<RunOptions, 'inputs' | 'execution'>): Promise<WorkflowRun>;
  /** Asks for the options of the menu of themes, as when somebody builds a workflow. @returns the ended run */
  askForThemes(query: string): Promise<WorkflowRun>;
  /**
   * Presses a button or picks from a menu. `payload` is the element's value as in `actions[0]`
   * (`{ selected_option: … }`), or for menus and feedback buttons the label or value of a choice.
   */
  press(where: Where, actionId: string, payload?: Record<string, unknown> | string): Promise<Outcome>;
  /** Returns the modal on top, or null. */
  view(): OpenView | null;
  /** Waits for a modal. Without a predicate, a modal of only one line that ends with "…" is passed over, because the app will replace it. */
  waitForView(predicate?: (view: OpenView) => boolean): Promise<OpenView>;
  /** Fills fields of the open modal, each named by label, block_id, action_id or `block_id/action_id`. */
  fill(entries: Record<string, Entry>): Promise<void>;
  /** Returns the options of a menu for a query. External menus request them from the app. */
  options(field: string, query?: string): Promise<Option[]>;
  submit(): Promise<SubmitResult>;
  close(): Promise<void>;
  /** Waits for a message in `channel` (also in threads, also ephemeral) that satisfies the predicate. */
  waitForMessage(
    predicate: (message: Message) => boolean,
    options: { channel: string; timeoutMs?: number },
  ): Promise<Message>;
  ephemerals(channel: string): Message[];
  /** Returns the messages that this person sees in a channel, with ephemeral ones. Throws if they have no access. */
  history(channel: string): Message[];
  replies(channel: string, ts: string): Message[];
  /** Opens the panel of a link's card. */
  openPanel(at: CardPlace): Promise<PanelShown>;
  openHome(tab?: 'home' | 'messages'): Promise<void>;
  home(): View | null;
  upload(name: string, bytes: Uint8Array, mimetype: string): Promise<FileInfo>;
  /** Returns the id of the direct message with the app. */
  appDm(): string;
  /** Returns the id of the direct message with Slackbot. The app has to have an MCP server. */
  slackbotDm(): string;
}
