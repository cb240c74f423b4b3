import type { Actor } from '../actor.ts';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { checks, type Found } from './admission-checks.ts';
import type { AskLimit, BudgetBlocker } from './limits.ts';
import type { Excess } from './request-text.ts';
import type { Ask, SourceFile } from './schema.ts';

/** The input of admission (the check whether an ask may be made): an ask, or the properties that are chosen so far in a form. */
export interface Intended extends Actor, Partial<Omit<Ask, 'team' | 'person' | 'source' | 'destination'>> {
  /** The owner of the digest, if an admin edits another person's digest. By default the actor. */
  owner?: string;
  source:
    | { kind: 'text' }
    | { kind: 'file'; files: SourceFile[] }
    | { kind: 'thread' | 'channel'; channel: string; files?: SourceFile[] | undefined };
  /** Undefined until the person has chosen a destination. */
  destination?: { channel: string } | undefined;
}

/** A reason why an ask may not be made. Each surface (form, card, Home) has its own sentences for blockers. */
export type Blocker =
  | { part: 'connection'; blocker: ConnectionBlocker }
  | { part: 'theme'; blocker: 'theme_gone' }
  /** `template_private`: the template is a document of a private conversation, and the result would go elsewhere. */
  | { part: 'template'; blocker: 'template_closed' | 'template_private' }
  | { part: 'folder'; blocker: 'folder_gone' }
  | { part: 'work'; blocker: WorkBlocker }
  | ({ part: 'work' } & BudgetBlocker)
  /** The asker's words are too long for the request to the service. */
  | ({ part: 'words'; blocker: 'words_too_long' } & Excess)
  | { part: 'destination'; blocker: ConversationBlocker | 'not_a_member' }
  | { part: 'source'; blocker: ConversationBlocker | PrivacyBlocker }
  /** `file` is the name of the file, if the ask also has other sources. */
  | { part: 'source'; blocker: FileBlocker; file?: string }
  | { part: 'source'; blocker: 'source_too_long'; characters: number; fit: number };

/** Whether the service still has a theme, template or folder. `unknown`: the service did not answer. */
type Listed = 'there' | 'gone' | 'unknown';

export type ConnectionBlocker =
  | 'unconnected'
  /** The team has to be connected again. */
  | 'expired'
  /** The operator has to replace the configured API key. */
  | 'key_refused';
export type ConversationBlocker =
  /** Deckhand was uninstalled from the workspace. */
  | 'uninstalled'
  /** Slack answers channel_not_found: the conversation was deleted, or it is private and Deckhand is not in it. */
  | 'channel_gone'
  /** Deckhand is not in the conversation, so it can neither read the conversation nor post files there. */
  | 'not_in_channel'
  | 'channel_archived';
type PrivacyBlocker =
  /** The actor is not in the conversation that is the source. */
  | 'not_a_member'
  /** The source is private, and the destination is neither the same conversation nor the asker (`owner`, by default the actor). */
  | 'private_elsewhere'
  /** The destination is a person who cannot open the source. */
  | 'recipient_outside';
export type CatalogueBlocker = Extract<Blocker, { part: 'theme' | 'template' | 'folder' }>['blocker'];
export type WorkBlocker =
  /** The service's agent, which makes thorough documents, cannot make web pages. */
  | 'no_thorough_webpage'
  /** The ask names a theme and a template, but a thorough document from a template keeps the template's theme. */
  | 'theme_beside_template'
  | AskLimit;
export type FileBlocker =
  /** The file was deleted, belongs to another person or is not stored in Slack, or Slack does not let Deckhand read it. */
  | 'source_unreadable'
  /** The file is not shared in the ask's conversation, or was shared by a person who does not want to be quoted in documents (opted out). */
  | 'file_not_shared'
  | 'source_empty'
  /** A PDF whose pages are pictures without text. */
  | 'file_scanned'
  /** The file needs a password. */
  | 'file_locked'
  | 'file_damaged'
  /** The file's size, or the time or memory that is needed to read it, exceeds the limits. */
  | 'file_too_large'
  | 'file_wrong_type';

/** A file, and the conversation in which it was shared. */
export interface FilePlace {
  id: string;
  /** The conversation in which the file was shared. If omitted, the file must belong to the actor. */
  channel?: string | undefined;
  /** True if the text of the file includes its speaker notes. */
  withNotes?: boolean | undefined;
}

/** What Slack tells Deckhand about a conversation. */
export interface Conversation {
  /** Empty for direct messages. */
  name: string;
  /** True for private channels, and for direct and group messages. */
  isPrivate: boolean;
  isArchived: boolean;
  hasDeckhand: boolean;
}

/**
 * Whether Deckhand may join a public channel that the actor is in. `now`: the check joins the channel. `later`: the check passes if
 * Deckhand could join the channel. Undefined: Deckhand must not join, because somebody may have removed it from the channel on purpose.
 */
export type Joining = 'now' | 'later' | undefined;

export interface Admission {
  /** Empty if no check found a blocker. A blocker of the connection comes first. */
  blockers: Blocker[];
  /**
   * Parts whose check failed or timed out. The caller may go on, because the generation checks these parts again and reports problems. But
   * the caller must not go on without a check of what a person may read or where a person may post.
   */
  unanswered: { part: Blocker['part']; error: unknown }[];
  /**
   * The source conversation. Undefined if the source is not a conversation, if Slack does not show it to Deckhand, or if its check failed.
   * Even if it is set, the actor may not be allowed to use it (see `blockers`).
   */
  conversation?: Conversation | undefined;
  /** The text of the files, if they could be read. */
  text?: string | undefined;
}

/** The functions of the service, the database and Slack that admission uses. Each function throws if it gets no answer. */
export interface AdmissionPorts extends SlackPorts {
  /** Joins a public channel. Returns false if Slack refuses. Omitted if Deckhand must not join channels. */
  join?(team: string, channel: string, signal: AbortSignal): Promise<boolean>;
  connectionState(team: string): Promise<'connected' | ConnectionBlocker>;
  themeStatus(team: string, theme: NonNullable<Ask['theme']>): Promise<Listed>;
  templateStatus(team: string, template: NonNullable<Ask['template']>): Promise<Listed>;
  folderStatus(team: string, folder: NonNullable<Ask['folder']>): Promise<Listed>;
  /** Returns the asker and the destination of each generation of a document. Empty if the team has no such document. */
  placesOf(team: string, docId: string): Promise<{ person: string; channel: string }[]>;
  /** Returns why the team's budget does not allow this ask; undefined if the budget allows it. */
  budgetBlocker(
    ask: Intended & Pick<Ask, 'work'> & { channel: string | undefined },
  ): Promise<BudgetBlocker | undefined>;
  /** Returns the limit of asks that the team or the actor has reached; undefined if no limit is reached. */
  limitReached(actor: Actor): Promise<AskLimit | undefined>;
  /** Returns the text of a file, or why the file cannot be used. */
  readFile(
    actor: Actor,
    file: FilePlace,
    signal: AbortSignal,
  ): Promise<{ text: string } | { fault: FileBlocker }>;
}

export interface SlackPorts {
  conversation(
    team: string,
    channel: string,
    signal: AbortSignal,
  ): Promise<Conversation | ConversationBlocker>;
  isMember(team: string, channel: string, person: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Returns true for full members of the team, who can open all its public channels; false for guests and people of other organisations.
   */
  isFullMember(team: string, person: string, signal: AbortSignal): Promise<boolean>;
}

export interface AdmissionOptions {
  /** Timeout of each check, in milliseconds, because Slack waits 3 s for the response to a form. If omitted, checks have no timeout. */
  withinMs?: number;
  signal?: AbortSignal;
  joining?: Joining;
  /** If true, the actor must be in the destination conversation. Otherwise a full member of the team may choose any public channel. */
  membersOnly?: boolean;
}

export type Admit = ReturnType<typeof createAdmission>;

interface AdmissionDeps {
  clock: Clock;
  log: Log;
  /**
   * For metrics. Called if an ask is blocked: with the first blocker if it is about the connection, otherwise with the blocker's part.
   * Called with `unanswered` if there is no blocker, but a check failed or timed out.
   */
  onRefused?(blocker: string): void;
}

/** Creates the function that checks whether an ask may be made. Every way to ask (form, card, command, digest) uses it. */
export function createAdmission(ports: AdmissionPorts, { clock, log, onRefused }: AdmissionDeps) {
  return async (intended: Intended, options: AdmissionOptions): Promise<Admission> => {
    const { joining, membersOnly = false } = options;
    const { team } = intended;
    const checked = await Promise.all(
      checks.map(([part, check]) =>
        inTime((signal) => check(intended, { ports, signal, joining, membersOnly }), clock, options).catch(
          (error: unknown): Found => {
            options.signal?.throwIfAborted();
            log.warn({ team, part, err: error }, 'Part of an ask could not be checked');
            return { unanswered: [{ part, error }] };
          },
        ),
      ),
    );
    const blockers = checked.flatMap(({ blockers = [] }) => blockers);
    const unanswered = checked.flatMap(({ unanswered = [] }) => unanswered);
    const [first] = blockers;
    if (first) onRefused?.(first.part === 'connection' ? first.blocker : first.part);
    else if (unanswered.length > 0) onRefused?.('unanswered');
    return {
      blockers,
      unanswered,
      conversation: checked.find(({ conversation }) => conversation)?.conversation,
      text: checked.find(({ text }) => text)?.text,
    };
  };
}

/** Runs a check. @throws if the check takes longer than `withinMs` */
async function inTime(
  work: (signal: AbortSignal) => Promise<Found>,
  clock: Clock,
  { withinMs, signal }: AdmissionOptions,
): Promise<Found> {
  const signals = signal ? [signal] : [];
  if (withinMs === undefined) return work(AbortSignal.any(signals));
  const found = await within(clock, withinMs, (late) => work(AbortSignal.any([late, ...signals])), null);
  if (!found) throw new Error(`No answer within ${withinMs} ms`);
  return found;
}

/**
 * Redirects an ask to the actor's direct messages if its destination is blocked. The new destination needs no check: Deckhand can always
 * post in direct messages, and the actor may receive everything that the actor can read.
 */
export function orToDirectMessage(ask: Ask, admission: Admission) {
  const isRedirected = admission.blockers.some(({ part }) => part === 'destination');
  if (!isRedirected) return { ask, admission, isRedirected };
  const blockers = admission.blockers.filter(
    ({ part, blocker }) => part !== 'destination' && blocker !== 'private_elsewhere',
  );
  return {
    ask: { ...ask, destination: { channel: ask.person } },
    admission: { ...admission, blockers },
    isRedirected,
  };
}
