import type { FetchFunction } from '@slack/web-api';
import type { Actor } from '../../actor.ts';
import type { Admit } from '../../asks/admission.ts';
import type { OpenCards, Proposals } from '../../asks/proposals.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Connections } from '../../connections/connections.ts';
import type { DefaultsStore } from '../../defaults/defaults.ts';
import type { Digests } from '../../digests/digests.ts';
import type { Documents } from '../../documents/documents.ts';
import type { PersonMessage } from '../../generations/delivery/queued-posts.ts';
import type { Steps } from '../../generations/delivery/steps.ts';
import type { Generations } from '../../generations/generations.ts';
import type { Ratings } from '../../generations/ratings.ts';
import type { Log } from '../../log.ts';
import type { Audit } from '../../settings/audit.ts';
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import type { OptionalScope, SlackClient } from '../../slack-client.ts';
import type { Store } from '../../storage/store.ts';

import type { Message } from '../kit/blocks/parts.ts';
import type { Memberships } from '../kit/lookups/memberships.ts';
import type { Threads } from '../kit/lookups/threads.ts';
import type { ResponseUrls } from './answers/response-url.ts';
import type { Acting } from './permissions/permissions.ts';
import type { People } from './permissions/roles.ts';

/** Slack's event which says that Deckhand was uninstalled from a team. */
export interface Uninstalled {
  team: string;
  /** Time of the event, in milliseconds since the epoch. */
  at: number;
}

/** A person who waits until their team is connected. */
export interface WaitsForConnection {
  person: string;
  /** The prompt that they had typed. */
  words?: string;
  /** The `response_url` of the message that they clicked, with which the message can be replaced. */
  responseUrl?: string;
  /** True if they asked an admin to connect the team. They then get a direct message when the team is connected. */
  hasAsked?: boolean;
}

export interface WhenConnected {
  /** Stores a person who waits. Never throws, because the person can continue without a notification. */
  remember(team: string, waiting: WaitsForConnection): Promise<void>;
  /** Tells the people stored by `remember` that their team is now connected. Never throws. */
  tell(team: string, summary: ConnectionSummary): Promise<void>;
}

/** A person's permission for all runs of a workflow's step with the same inputs. */
export interface Approval {
  /** Slack's execution id of the newest run that was allowed by this permission. */
  execution: string;
  /** Time of this run, in milliseconds since the epoch. */
  at: number;
}

/** What handlers write in one transaction. */
export interface StoredTogether {
  proposals: Pick<Proposals, 'save'>;
  steps: Pick<Steps, 'open'>;
  approvals: Pick<Store<Approval>, 'set'>;
  /**
   * Queues a direct message, which is posted once also after a crash (generations/delivery/queued-posts.ts).
   * @param origin what the message is about; a second message with the same origin is ignored
   */
  message(actor: Actor, origin: string, payload: PersonMessage): Promise<void>;
}

/** Dependencies of the handlers in slack/. */
export interface SlackContext {
  generations: Generations;
  /** Actions on finished documents. */
  documents: Documents;
  /** Returns which documents a person may see. Slack's response is cached for 15 seconds. */
  accessOf: Memberships['accessOf'];
  /** Returns whether a person is in a conversation. Slack's response is cached for at most 15 seconds. @throws if Slack does not respond */
  isMember: Memberships['isMember'];
  /** The settings that a team's admins choose for everybody. */
  settings: TeamSettingsStore;
  digests: Digests;
  /** The audit trail: who did what. Admins can download it. */
  audit: Audit;
  /** Exports or erases what is stored about one person. `erase` returns the pseudonym that takes the place of the person's id. */
  ownData: {
    export(actor: Actor, most: { rows: number; prompts: number }): Promise<Record<string, unknown[]>>;
    erase(actor: Actor): Promise<{ pseudonym: string }>;
  };
  /** Asks that wait for a person's confirmation. */
  proposals: Proposals;
  /** Steps of workflows, which Deckhand has to complete. `idOf` returns the same id for the same execution. */
  steps: Pick<Steps, 'find'> & { idOf(team: string, execution: string): string };
  /** The permissions that people gave to steps of workflows, so that later runs do not ask them again. */
  approvals: Pick<Store<Approval>, 'get' | 'replace' | 'delete'>;
  /** Writes several things in one transaction. */
  together<T>(write: (stored: StoredTogether) => Promise<T>): Promise<T>;
  /** Proposal cards that the person can answer by writing a message. */
  openCards: OpenCards;
  /** Used to replace the message from which a form was opened, when the form is submitted. */
  responseUrls: ResponseUrls;
  defaults: DefaultsStore;
  /** Ratings of results (thumbs up or down). */
  ratings: Ratings;
  catalogue: Catalogue;
  /** Name of the service in texts. It may be a phrase such as "the document service". */
  serviceName: string;
  /** Name of the reaction that excludes a message from documents, without colons. */
  optOutReaction: string;
  /** Checks whether an actor's ask can be made. Call it again when a form is submitted, because the content of a form can be forged. */
  admit: Admit;
  /** Connects teams to the service, and disconnects them. Every method takes the team or an actor of the team. */
  connecting: Pick<Connections, 'createLink' | 'confirm' | 'connectWithApiKey' | 'disconnect' | 'summaryOf'>;
  whenConnected: WhenConnected;
  /** Handles the event which says that Deckhand was uninstalled. */
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  /** Returns whether a team has granted an optional scope. Sends no request to Slack. */
  granted(team: string, scope: OptionalScope): Promise<boolean>;
  /** Returns the optional scopes that a new installation would add for a team. Sends no request to Slack. */
  notGranted(team: string): Promise<OptionalScope[]>;
  /** URL of the page that installs Deckhand; undefined if the operator installs it at Slack. */
  installUrl: string | undefined;
  threads: Threads;
  /** Returns a person's role in the team. Slack's response is cached for five minutes. */
  roleOf: People['roleOf'];
  /** Returns the IANA name of a person's time zone; undefined if Slack does not return it. */
  zoneOf: People['zoneOf'];
  /** People whose messages are not used in documents, because they opted out. */
  optOuts: {
    has(team: string, person: string): Promise<boolean>;
    set(team: string, person: string, isOut: boolean): Promise<void>;
  };
  /** Builds messages with lists: the person's latest documents, and the digests of a channel and of the person. */
  lists: {
    recent(actor: Actor): Promise<Message>;
    digests(acting: Acting, channel: string | undefined): Promise<Message>;
  };
  /**
   * Redraws a person's Home after a change. Never throws, because Home is drawn again the next time it is opened.
   * @param digestsAt index of a digest in the list of digests. Home shows the page of the list that contains this digest. Default: the
   *   first page
   */
  showHome(client: SlackClient, actor: Actor, digestsAt?: number): Promise<void>;
  clock: Clock;
  log: Log;
  /** Returns a hash of a text that reveals nothing about it without the encryption key. */
  keyedHash(text: string): string;
  /** Returns a new reference for an error message and the log line of the error, so that support can find the log line. */
  reference(): string;
  /** Remembers a team's key for `ttlMs` milliseconds. Returns false if it was remembered already. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** The `fetch` for URLs of Slack that the Web API client does not call: each `response_url`, and uploads of files. */
  fetch: FetchFunction;
}
