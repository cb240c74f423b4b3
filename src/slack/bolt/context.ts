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
import type { Generations } from '../../generations/generations.ts';
import type { Ratings } from '../../generations/ratings.ts';
import type { Log } from '../../log.ts';
import type { Audit } from '../../settings/audit.ts';
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { Message } from '../kit/blocks/parts.ts';
import type { Memberships } from '../kit/lookups/memberships.ts';
import type { Threads } from '../kit/lookups/threads.ts';
import type { ResponseUrls } from './answers/response-url.ts';
import type { Acting } from './permissions/permissions.ts';
import type { People } from './permissions/roles.ts';

/** Slack's event that Deckhand was uninstalled from a team. */
export interface Uninstalled {
  team: string;
  /** When it happened, in milliseconds since the epoch. */
  at: number;
}

/** A person who waits until their team is connected. */
export interface WaitsForConnection {
  person: string;
  /** The text that they had typed. */
  words?: string;
  /** The `response_url` with which the clicked card can be replaced. */
  responseUrl?: string;
  /** True if they asked an admin. They then get a direct message when the team is connected. */
  hasAsked?: boolean;
}

export interface WhenConnected {
  /** Stores a person who waits. Never throws, because the person can continue without a notification. */
  remember(team: string, waiting: WaitsForConnection): Promise<void>;
  /** Notifies everybody who waits that the team is connected. Never throws. */
  tell(team: string, summary: ConnectionSummary): Promise<void>;
}

/** What the Slack surfaces need from the rest of Deckhand. */
export interface SlackContext {
  generations: Generations;
  /** Actions on finished documents. */
  documents: Documents;
  /** Returns which documents a person may see. Slack's answer is cached for 15 seconds. */
  accessOf: Memberships['accessOf'];
  /** Returns whether a person is in a conversation. Slack's answer is cached for 15 seconds. @throws if Slack does not answer */
  isMember: Memberships['isMember'];
  /** The settings that a team's admins choose for everybody. */
  settings: TeamSettingsStore;
  digests: Digests;
  /** Who did what; admins download it. */
  audit: Audit;
  /** What is stored about one person. */
  ownData: { export(actor: Actor): Promise<object>; erase(actor: Actor): Promise<unknown> };
  /** Asks that wait for a person's confirmation. */
  proposals: Proposals;
  /** Proposal cards that can be answered in words. */
  openCards: OpenCards;
  /** For replacing the message from which a form was opened, when the form is submitted. */
  responseUrls: ResponseUrls;
  defaults: DefaultsStore;
  /** Thumbs up or down under results. */
  ratings: Ratings;
  catalogue: Catalogue;
  /** The service's name for people; may be a phrase such as "the document service". */
  serviceName: string;
  /** Name of the reaction that excludes a message from documents, without colons. */
  optOutReaction: string;
  /** Checks whether an actor may have something made. Call it again on submission, because the content of a form can be forged. */
  admit: Admit;
  /** A team's connection to the service. Every call names the team. */
  connecting: Pick<Connections, 'createLink' | 'confirm' | 'connectWithApiKey' | 'disconnect' | 'summaryOf'>;
  whenConnected: WhenConnected;
  /** Handles Slack's event that Deckhand was uninstalled. */
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  threads: Threads;
  /** Returns a person's role in the team. Slack's answer is cached for five minutes. */
  roleOf: People['roleOf'];
  /** Returns the IANA name of a person's time zone; undefined if Slack does not return it. */
  zoneOf: People['zoneOf'];
  /** People whose messages are not used in documents, because they opted out. */
  optOuts: {
    has(team: string, person: string): Promise<boolean>;
    set(team: string, person: string, isOut: boolean): Promise<void>;
  };
  /** Messages with lists: a person's latest documents, and the digests of a channel and of the person. */
  lists: {
    recent(actor: Actor): Promise<Message>;
    digests(acting: Acting, channel: string | undefined): Promise<Message>;
  };
  /**
   * Redraws a person's Home after a change. Never throws, because Home is drawn again the next time it is opened.
   * @param digestsAt index of a digest in the list. Home shows the page with this digest; if omitted, the first page
   */
  showHome(client: SlackClient, actor: Actor, digestsAt?: number): Promise<void>;
  clock: Clock;
  log: Log;
  /** Returns a new id for an error message and the log, so that support can find what happened. */
  reference(): string;
  /** Returns true the first time a key is used for a team within `ttlMs` milliseconds. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** For `response_url` in Bolt's error handler, which has no `respond`. */
  fetch: FetchFunction;
}
