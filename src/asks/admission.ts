import type { Actor } from '../actor.ts';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { checks, type Found } from './admission-checks.ts';
import type { Ask } from './schema.ts';

/** The part of an ask that decides whether it may be made; every ask is one. */
export interface Intended
  extends Actor,
    Pick<Ask, 'theme'>,
    Partial<Pick<Ask, 'work' | 'format' | 'template' | 'folder'>> {
  /** The person it is made for, where an admin acts for another; the actor unless given. */
  owner?: string;
  source:
    | { kind: 'text' }
    | { kind: 'file'; fileId: string }
    | { kind: 'thread' | 'channel'; channel: string };
  /** Undefined while a form has yet to ask for it. */
  destination?: { channel: string } | undefined;
}

/** Why an ask may not be made, as data: each surface has its own words, and a form a field, for each. */
export type Blocker =
  | { part: 'connection'; blocker: ConnectionBlocker }
  | { part: 'theme'; blocker: 'theme_gone' }
  | { part: 'template'; blocker: 'template_closed' }
  | { part: 'folder'; blocker: 'folder_gone' }
  | { part: 'work'; blocker: WorkBlocker }
  | { part: 'destination'; blocker: ConversationBlocker | 'not_a_member' }
  | { part: 'source'; blocker: ConversationBlocker | PrivacyBlocker | FileBlocker }
  | { part: 'source'; blocker: 'source_too_long'; characters: number };

/** `unknown` where the service did not say. */
type Listed = 'there' | 'gone' | 'unknown';

export type ConnectionBlocker =
  | 'unconnected'
  /** A person has to connect the team anew. */
  | 'expired'
  /** The operator has to renew the configured key. */
  | 'key_refused';
export type ConversationBlocker =
  /** Deckhand was taken out of the workspace. */
  | 'uninstalled'
  /** Slack shows Deckhand no such conversation: it was deleted, or is private to others. */
  | 'channel_gone'
  /** Deckhand is not in it, and so can neither read it nor post files there. */
  | 'not_in_channel'
  | 'channel_archived';
type PrivacyBlocker =
  /** The actor is not in the conversation that the ask is made of. */
  | 'not_a_member'
  /** Private talk was to go somewhere else. */
  | 'private_elsewhere'
  /** It was to go to a person who cannot open the conversation that it is made of. */
  | 'recipient_outside';
export type CatalogueBlocker = Extract<Blocker, { part: 'theme' | 'template' | 'folder' }>['blocker'];
export type WorkBlocker =
  /** The service makes web pages only quickly. */
  | 'no_thorough_webpage'
  /** Made thoroughly, a template keeps its theme. */
  | 'theme_beside_template'
  /** As much of this team is under way as Deckhand makes for one at once. */
  | 'too_much_under_way';
type FileBlocker = 'source_unreadable' | 'source_empty' | 'source_not_text';

/** A conversation as Slack shows it to Deckhand. */
export interface Conversation {
  /** Empty for direct messages. */
  name: string;
  /** True where not everybody in the team may read it: a private channel, a direct or group message. */
  isPrivate: boolean;
  isArchived: boolean;
  hasDeckhand: boolean;
}

/**
 * Deckhand joins public channels that the actor is in by itself: `now`, or `later`, where a form only wants to know whether
 * it could. Where left out it does neither: somebody may have taken it out of the channel.
 */
export type Joining = 'now' | 'later' | undefined;

export interface Admission {
  /** The connection's first; empty where nothing is known to stand in the way. */
  blockers: Blocker[];
  /**
   * Parts that nobody could answer for, or not in time. A surface may pass them over, since the generation finds out
   * later and says so; or it refuses, where the answer decides who may read what.
   */
  unanswered: { part: Blocker['part']; error: unknown }[];
  /** The conversation that the source lies in, where Slack shows it. */
  conversation?: Conversation | undefined;
}

/** Facts that admission asks others for; each call throws where nobody can answer. */
export interface AdmissionPorts extends SlackPorts {
  /** Joins a public channel; false where Slack does not let Deckhand in. Left out where nothing is joined. */
  join?(team: string, channel: string, signal: AbortSignal): Promise<boolean>;
  connectionState(team: string): Promise<'connected' | ConnectionBlocker>;
  themeStatus(team: string, theme: NonNullable<Ask['theme']>): Promise<Listed>;
  templateStatus(team: string, template: NonNullable<Ask['template']>): Promise<Listed>;
  folderStatus(team: string, folder: NonNullable<Ask['folder']>): Promise<Listed>;
  /** For whom and where this team has had a document made; empty where it has not. */
  placesOf(team: string, docId: string): Promise<{ person: string; channel: string }[]>;
  /** False where as much of this team is under way as may be. */
  hasRoom(team: string): Promise<boolean>;
  /** The text of a file in Slack that this actor has put there. */
  readFile(actor: Actor, fileId: string, signal: AbortSignal): Promise<string>;
}

export interface SlackPorts {
  conversation(
    team: string,
    channel: string,
    signal: AbortSignal,
  ): Promise<Conversation | ConversationBlocker>;
  isMember(team: string, channel: string, person: string, signal: AbortSignal): Promise<boolean>;
  /** Neither a guest nor somebody of another organisation: public channels are open to them. */
  isFullMember(team: string, person: string, signal: AbortSignal): Promise<boolean>;
}

export interface AdmissionLimits {
  /** For each part, in milliseconds: Slack waits 3 s for the answer to a form. Without end unless given. */
  withinMs?: number;
  signal?: AbortSignal;
  joining?: Joining;
}

export type Admit = ReturnType<typeof createAdmission>;

/** May this be made, here, by this actor? The one policy for all surfaces. */
export function createAdmission(ports: AdmissionPorts, { clock, log }: { clock: Clock; log: Log }) {
  return async (intended: Intended, limits: AdmissionLimits): Promise<Admission> => {
    const { team } = intended;
    const checked = await Promise.all(
      checks.map(([part, check]) =>
        inTime((signal) => check(intended, ports, signal, limits.joining), clock, limits).catch(
          (error: unknown): Found => {
            limits.signal?.throwIfAborted();
            log.warn({ team, part, err: error }, 'Nobody could say whether something may be made');
            return { unanswered: [{ part, error }] };
          },
        ),
      ),
    );
    return {
      blockers: checked.flatMap(({ blockers = [] }) => blockers),
      unanswered: checked.flatMap(({ unanswered = [] }) => unanswered),
      conversation: checked.find(({ conversation }) => conversation)?.conversation,
    };
  };
}

/** @throws where the time is up */
async function inTime(
  work: (signal: AbortSignal) => Promise<Found>,
  clock: Clock,
  { withinMs, signal }: AdmissionLimits,
): Promise<Found> {
  const signals = signal ? [signal] : [];
  if (withinMs === undefined) return work(AbortSignal.any(signals));
  const found = await within(clock, withinMs, (late) => work(AbortSignal.any([late, ...signals])), null);
  if (!found) throw new Error(`No answer within ${withinMs} ms`);
  return found;
}
