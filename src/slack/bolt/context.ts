import type { FetchFunction } from '@slack/web-api';
import type { Actor } from '../../actor.ts';
import type { Admit } from '../../asks/admission.ts';
import type { Period } from '../../asks/mention/period.ts';
import type { AdminTopic } from '../../asks/mention/topics.ts';
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

/** An uninstall of Deckhand by a team, which Slack reported in an event. */
export interface Uninstalled {
  team: string;
  /** Time of the event, in milliseconds since the epoch. */
  at: number;
}

/** A person who waits until their team is connected to the service. */
export interface WaitsForConnection {
  person: string;
  /** The prompt that this person typed. */
  words?: string;
  /** Id of the proposal that this person asked for. While the proposal is kept, the person gets its card instead of the prompt. */
  proposal?: string;
  /** `response_url` of the message that this person clicked, for replacing this message. */
  responseUrl?: string;
  /** True if this person asked an admin to connect the team, and so gets a direct message when the team is connected. */
  hasAsked?: boolean;
}

export interface WhenConnected {
  /** Stores a person to notify when their team is connected. Never throws. If storing fails, the person is not notified. */
  remember(team: string, waiting: WaitsForConnection): Promise<void>;
  /**
   * Notifies the people stored by `remember` that their team is now connected to the service. Never throws.
   * @param cards finds proposals, and queues their cards as direct messages
   */
  tell(
    team: string,
    summary: ConnectionSummary,
    cards: Pick<SlackContext, 'proposals' | 'together'>,
  ): Promise<void>;
}

/** A person's permission for a workflow step to make documents without asking again. Valid for 90 days, for the same inputs of the step. */
export interface Approval {
  /** Slack's execution id of the latest run of the step that used this permission. */
  execution: string;
  /** Time of the latest run that used this permission, in milliseconds since the epoch. */
  at: number;
}

/** What each person last asked for that an admin has to allow, encrypted. */
export interface KeptSentences {
  /** Number of days for which a sentence is kept. */
  days: number;
  of(actor: Actor): Promise<unknown>;
  set(actor: Actor, sentence: object): Promise<void>;
  delete(actor: Actor): Promise<boolean>;
}

/** The writes that handlers can combine in one transaction, with `together`. */
export interface StoredTogether {
  proposals: Pick<Proposals, 'save'>;
  steps: Pick<Steps, 'open'>;
  approvals: Pick<Store<Approval>, 'set'>;
  /**
   * Queues a direct message, which is posted exactly once, even after a crash.
   * @param origin what the message is about; a second message with the same origin is ignored
   */
  message(actor: Actor, origin: string, payload: PersonMessage): Promise<void>;
}

/** Dependencies of the handlers in slack/. */
export interface SlackContext {
  generations: Generations;
  documents: Documents;
  /** Returns a person's id and conversation ids, which decide what the person may see. Slack's list is cached for 15 seconds. */
  accessOf: Memberships['accessOf'];
  /** Returns whether a person is in a conversation. Slack's response is cached for at most 15 seconds. @throws if Slack does not respond */
  isMember: Memberships['isMember'];
  /** Returns the id of the channel with this name, if the person is in it. Slack's list is cached for 15 seconds. */
  channelNamed: Memberships['channelNamed'];
  /** The settings that a team's admins choose for everybody. */
  settings: TeamSettingsStore;
  digests: Digests;
  /** The audit trail: who did what. Admins can download it. */
  audit: Omit<Audit, 'recordIn'>;
  /** Exports or erases what is stored about one person. `erase` returns the pseudonym that replaces the person's id. */
  ownData: {
    export(actor: Actor, most: { rows: number; prompts: number }): Promise<Record<string, unknown[]>>;
    erase(actor: Actor): Promise<{ pseudonym: string }>;
  };
  /** Proposals: asks that wait for a person's confirmation. */
  proposals: Proposals;
  /** Steps of workflows that Deckhand has not completed yet. `idOf` returns the step's id, which is always the same for one execution. */
  steps: Pick<Steps, 'find'> & { idOf(team: string, execution: string): string };
  /** Permissions for workflow steps to make documents without asking again. */
  approvals: Pick<Store<Approval>, 'get' | 'replace' | 'delete'>;
  /** Writes to several stores in one transaction. */
  together<T>(write: (stored: StoredTogether) => Promise<T>): Promise<T>;
  /** Posted proposal cards that a person can also answer by writing a message. */
  openCards: OpenCards;
  /** The sentences of guests who may not use Deckhand (mention/kept-sentence.ts). */
  keptSentences: KeptSentences;
  /** The asks about which people asked an admin for credits (`KeptAsk`). A guest can have both, so one does not replace the other. */
  keptAsks: KeptSentences;
  /** Stores the `response_url` of the message from which a form was opened. When the form is submitted, this message is replaced. */
  responseUrls: ResponseUrls;
  defaults: DefaultsStore;
  ratings: Ratings;
  catalogue: Catalogue;
  /** Name of the document service in messages and forms. It may be a phrase such as "the document service". */
  serviceName: string;
  /** Name of a reaction, without colons. Messages with this reaction are left out of documents. */
  optOutReaction: string;
  /** Checks whether an ask can be made. Call it again when a form is submitted, because the content of a form can be forged. */
  admit: Admit;
  connecting: Pick<Connections, 'createLink' | 'confirm' | 'connectWithApiKey' | 'disconnect' | 'summaryOf'>;
  whenConnected: WhenConnected;
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  /** Returns whether a team has granted an optional scope. Sends no request to Slack. */
  granted(team: string, scope: OptionalScope): Promise<boolean>;
  /** Returns the optional scopes that a new installation would add for a team. Sends no request to Slack. */
  notGranted(team: string): Promise<OptionalScope[]>;
  /** URL of Deckhand's page for installing it in a workspace; undefined if the operator installs Deckhand in Slack's settings. */
  installUrl: string | undefined;
  threads: Threads;
  /** Returns a person's role in the team. Slack's response is cached for five minutes. */
  roleOf: People['roleOf'];
  /** Returns the IANA name of a person's time zone; undefined if Slack does not return it. */
  zoneOf: People['zoneOf'];
  /** People who opted out, so that their messages are not used in documents. */
  optOuts: {
    has(team: string, person: string): Promise<boolean>;
    set(team: string, person: string, isOut: boolean): Promise<void>;
  };
  /** Builds messages with lists: the person's latest documents, found documents, and the digests of a channel and of the person. */
  lists: {
    /** @param period the documents of this time; by default the newest */
    recent(actor: Actor, period?: Period): Promise<Message>;
    found(acting: Acting, words: string): Promise<Message>;
    /** Answers an order or a question about running Deckhand, such as "turn off guests". */
    running(acting: Acting & { text: string }, topic: AdminTopic): Promise<Message>;
    /**
     * @param shown.hint mrkdwn that is shown above the list
     * @param shown.ofNone what is shown if the list is empty. Default: the hint
     * @param shown.start value of the button "New digest" (asks/mention/digest-words.ts)
     * @param shown.isOne true to list only the digest that the person has set up (in the channel, if there is one), if it is the only one
     */
    digests(
      acting: Acting,
      channel: string | undefined,
      shown: { hint?: string | undefined; ofNone?: string; start?: string; isOne?: boolean },
    ): Promise<Message>;
  };
  /**
   * Redraws a person's Home tab. Never throws, because Slack asks for Home again when the person opens it.
   * @param digestsAt index of the digest whose page is shown in the list of digests. Default: the first page
   */
  showHome(client: SlackClient, actor: Actor, digestsAt?: number): Promise<void>;
  clock: Clock;
  log: Log;
  /** Returns a hash of a text, made with the encryption key. Nobody can guess the text from the hash without this key. */
  keyedHash(text: string): string;
  /** Returns a new id for an error. The error message and the log line both contain it, so that support can find the log line. */
  reference(): string;
  /** Stores a key of a team for `ttlMs` milliseconds. Returns false if the key was stored already, for example after a double click. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** The `fetch` function for URLs of Slack outside the Web API: each `response_url`, and uploads of files. */
  fetch: FetchFunction;
}
