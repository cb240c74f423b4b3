import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Option } from './client/choices.ts';
import type { Pace, Previewer } from './contract.ts';
import type { RecordedCall } from './control/calls.ts';
import type { Misbehaviour } from './control/misbehaviour.ts';
import type { Links } from './links/links.ts';
import type { Manifest } from './manifest.ts';
import type { ResponseUrls } from './outgoing/response-urls.ts';
import type { Sender } from './outgoing/sender.ts';
import type { Workspace as PublicWorkspace } from './protocol.ts';
import type { startSlackbot } from './slackbot/slackbot.ts';
import type { Stacks } from './views/stacks.ts';
import type { Triggers } from './views/triggers.ts';
import type { Bytes } from './workspace/bytes.ts';
import type { Team } from './workspace/model.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What the parts of the stand-in share (create-slack.ts). */
export interface Slack {
  clock: Clock;
  log: Log | undefined;
  pace: Pace;
  workspace: Workspace;
  manifest: Manifest;
  /** The app's picture, as SVG. */
  icon: string | undefined;
  app: { id: string; clientId: string | undefined; clientSecret: string | undefined };
  bytes: Bytes;
  stacks: Stacks;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  sender: Sender;
  misbehaviour: Misbehaviour;
  calls: RecordedCall[];
  /** Issued OAuth codes. */
  codes: Map<string, GrantedCode>;
  /** Options that the app returned for external selects, by field. Only these can be chosen. */
  offers: Map<string, Option[]>;
  previewer: Previewer | undefined;
  /** Links that people paste. */
  links: Links;
  /** Domain of the manifest for which local addresses stand. */
  localDomain: string | undefined;
  /** Other pages of the sandbox. */
  pages: PublicWorkspace['links'];
  /** Folder of the sample files. */
  filesDir: string | undefined;
  /** Returns the address of the stand-in. */
  url(): string;
  /** Slackbot, which calls the app's tools. */
  slackbot: ReturnType<typeof startSlackbot>;
  /** Sends an event to the app if its manifest subscribes to it. */
  emit(teamId: string, event: SlackEvent): void;
}

interface GrantedCode {
  team: Team;
  user: string;
  scopes: string[];
  redirectUri: string | undefined;
  /** Milliseconds since the epoch. */
  expires: number;
}

export interface SlackEvent {
  type: string;
  [field: string]: unknown;
}
