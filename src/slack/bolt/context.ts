import type { FetchFunction } from '@slack/web-api';
import type { Actor } from '../../actor.ts';
import type { Admit } from '../../asks/admission.ts';
import type { Proposals } from '../../asks/proposals.ts';
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
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { createSights } from '../kit/sight.ts';
import type { Threads } from '../kit/threads.ts';
import type { AnswerPlaces } from './answer-places.ts';
import type { KnownRoles } from './roles.ts';

/** Slack's word that Deckhand was taken out of a team. */
export interface Uninstalled {
  team: string;
  /** When it happened, in milliseconds since the epoch. */
  at: number;
}

/** Where somebody reads that a team is not connected. */
export type ConnectCard =
  /** A message that everybody in the conversation sees, mostly a direct message of Deckhand; with the words that it answers. */
  | { kind: 'message'; channel: string; ts: string; words?: string }
  /** The window with the button that leads to the service; nothing happens where it was closed. */
  | { kind: 'window'; viewId: string }
  /** One that only its reader sees, at the address of a click on it; with the words behind a command, which it shows. */
  | { kind: 'clicked'; responseUrl: string; channel: string; person: string; words?: string }
  /** One that only its reader sees and did not click: Slack replaces it for nobody, so a new one follows it; with the words that it answers. */
  | { kind: 'seen'; channel: string; person: string; responseUrl?: string; words?: string }
  /** Somebody who asked an admin, and is told. */
  | { kind: 'asker'; person: string };

/** Cards that are out of date once the team is connected. */
export interface ConnectCards {
  /** Never throws: a card that stays as it is misleads, which is no reason not to show it. */
  remember(team: string, card: ConnectCard): Promise<void>;
  /** Puts "Deckhand is connected" in place of them. Never throws. */
  replace(team: string, summary: ConnectionSummary): Promise<void>;
}

/** Everything that the Slack surfaces need from the rest of Deckhand. */
export interface SlackContext {
  generations: Generations;
  /** Actions on finished documents. */
  documents: Documents;
  /** Whose documents somebody may be shown, as it was some seconds ago at most. */
  sightOf: ReturnType<typeof createSights>;
  /** What a team's admins decide for all of it. */
  settings: TeamSettingsStore;
  digests: Digests;
  /** Asks that wait for a person's yes. */
  proposals: Proposals;
  /** Messages to draw anew once a form that was opened from them is sent. */
  answerPlaces: AnswerPlaces;
  defaults: DefaultsStore;
  /** What people thought of results. */
  ratings: Ratings;
  catalogue: Catalogue;
  /** The name that people know the service by; may be a phrase such as "the document service". */
  serviceName: string;
  /** Name of the reaction that keeps a message out of what is made, without colons. */
  optOutReaction: string;
  /** Says whether this may be made, here, by this actor. Asked again on submission: what a form holds proves nothing. */
  admit: Admit;
  /** A team's connection to the service. Every call names the team. */
  connecting: Pick<Connections, 'createLink' | 'connectWithApiKey' | 'disconnect' | 'summaryOf'>;
  connectCards: ConnectCards;
  /** Slack says that Deckhand was taken out of a team. */
  onUninstalled(uninstalled: Uninstalled): Promise<void>;
  threads: Threads;
  /** What somebody is in a team, as it was some minutes ago at most. */
  roleOf: KnownRoles;
  /** People who opted out: none of their messages are used. */
  optOuts: {
    has(team: string, person: string): Promise<boolean>;
    set(team: string, person: string, isOut: boolean): Promise<void>;
  };
  /**
   * Draws somebody's Home anew after a change. Never throws: a Home that is out of date says so the next time that it is
   * opened, which is no reason to call the change a failure.
   * @param digestsAt shows the page of digests with this one on it
   */
  showHome(client: SlackClient, actor: Actor, digestsAt?: number): Promise<void>;
  clock: Clock;
  log: Log;
  /** A new id that a person is shown and the log carries, so that support can find what happened. */
  reference(): string;
  /** True the first time that a team's key is seen within `ttlMs` milliseconds. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** For `response_url` where Bolt gives no `respond` (its error handler). */
  fetch: FetchFunction;
}
