import type { Actor } from '../actor.ts';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { checks, type Found } from './admission-checks.ts';
import type { AskLimit, BudgetBlocker } from './limits.ts';
import type { Excess } from './request-text.ts';
import type { Ask, SourceFile } from './schema.ts';

/** Input of admission, which is the check whether an ask may be made: a complete ask, or what was chosen so far in a form. */
export interface Intended extends Actor, Partial<Omit<Ask, 'team' | 'person' | 'source' | 'destination'>> {
  /** The owner of the digest (a scheduled summary), if an admin edits another person's digest. If omitted, the actor is the owner. */
  owner?: string;
  source:
    | { kind: 'text' }
    | { kind: 'file'; files: SourceFile[] }
    | { kind: 'thread' | 'channel'; channel: string; files?: SourceFile[] | undefined };
  /** Undefined until the person has chosen a destination. */
  destination?: { channel: string } | undefined;
}

/** Why an ask may not be made. `part` says which part of the ask is blocked. Texts for people: slack/kit/copy/blocker-copy.ts. */
export type Blocker =
  | { part: 'connection'; blocker: ConnectionBlocker }
  | { part: 'theme'; blocker: 'theme_gone' }
  /**
   * `template_closed`: the actor may not see the template.
   * `template_private`: the template was posted only in private conversations, and the new document would be posted in another
   * conversation.
   */
  | { part: 'template'; blocker: 'template_closed' | 'template_private' }
  | { part: 'folder'; blocker: 'folder_gone' }
  | { part: 'work'; blocker: WorkBlocker }
  | ({ part: 'work' } & BudgetBlocker)
  /** The asker's words are too long for the request to the service. */
  | ({ part: 'words'; blocker: 'words_too_long' } & Excess)
  | { part: 'destination'; blocker: ConversationBlocker | 'not_a_member' }
  /** The ask gives people outside access, and an admin's rule forbids it. Only forms are blocked. Other asks are made without it. */
  | { part: 'access'; blocker: 'nobody_outside' }
  | { part: 'source'; blocker: ConversationBlocker | PrivacyBlocker }
  /** `file` is the file's name. It is omitted if the asker chose only one file. */
  | { part: 'source'; blocker: FileBlocker; file?: string }
  | { part: 'source'; blocker: 'source_too_long'; characters: number; fit: number };

/** Whether the service still has a theme, template or folder. `unknown`: the service did not answer, or the list may be incomplete. */
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
  /** Deckhand is not in the conversation, so it cannot read messages or post files there. */
  | 'not_in_channel'
  | 'channel_archived';
type PrivacyBlocker =
  /** The actor is not in the conversation that is the source. */
  | 'not_a_member'
  /** The source is a private conversation, and the result would be posted elsewhere or sent to a person other than the asker. */
  | 'private_elsewhere'
  /** The result would be sent to a person who cannot open the source conversation. */
  | 'recipient_outside';
export type CatalogueBlocker = Extract<Blocker, { part: 'theme' | 'template' | 'folder' }>['blocker'];
export type WorkBlocker =
  /** The service's agent, which makes thorough documents, cannot make web pages. */
  | 'no_thorough_webpage'
  /** The ask names a theme and a template, but a thorough document from a template keeps the template's theme. */
  | 'theme_beside_template'
  | AskLimit;
export type FileBlocker =
  /** Deckhand may not or cannot read the file. For example, the file was deleted or belongs to another person. */
  | 'source_unreadable'
  /** Deckhand may not use a file of the source conversation. For example, the file is not shared there, or its author has opted out. */
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

export interface FilePlace {
  id: string;
  /** The conversation in which the file was shared. If omitted, the file must belong to the actor. */
  channel?: string | undefined;
  /** Whether to read the speaker notes of a presentation, too. */
  withNotes?: boolean | undefined;
}

export interface Conversation {
  /** Empty for direct messages. */
  name: string;
  /** True for private channels, and for direct and group messages. */
  isPrivate: boolean;
  isArchived: boolean;
  hasDeckhand: boolean;
  /** True if Deckhand is not in this public channel yet, and joins it before it reads. Slack announces that in the channel. */
  isJoined?: boolean;
}

/** When Deckhand joins a public channel: during the check (`now`) or when the actor confirms the ask (`later`). Undefined: never. */
export type Joining = 'now' | 'later' | undefined;

export interface Admission {
  /** Empty if no check found a blocker. A blocker of the connection comes first. */
  blockers: Blocker[];
  /** Parts whose check failed or timed out. The caller decides whether the ask may start without these checks. */
  unanswered: { part: Blocker['part']; error: unknown }[];
  /** The source conversation, even if the actor may not use it (see `blockers`). Undefined for other sources, or if the check failed. */
  conversation?: Conversation | undefined;
  /** The text of the source files, if they could be read. */
  text?: string | undefined;
  /** True if the team's rule forbids access for people outside the workspace at the service. */
  isClosedOutside?: boolean | undefined;
}

/** Functions of the service, the database and Slack that admission uses. If there is no answer, they throw or return `unknown`. */
export interface AdmissionPorts extends SlackPorts {
  /** Joins a public channel. Returns false if Slack refuses. Omitted if Deckhand must not join channels. */
  join?(team: string, channel: string, signal: AbortSignal): Promise<boolean>;
  connectionState(team: string): Promise<'connected' | ConnectionBlocker>;
  /** Returns true if the team's rule forbids access for people outside the workspace at the service. */
  isClosedOutside(team: string): Promise<boolean>;
  themeStatus(team: string, theme: NonNullable<Ask['theme']>): Promise<Listed>;
  templateStatus(team: string, template: NonNullable<Ask['template']>): Promise<Listed>;
  folderStatus(team: string, folder: NonNullable<Ask['folder']>): Promise<Listed>;
  /** Returns the asker and the destination of each generation whose result is this document. Empty if the team has no such document. */
  placesOf(team: string, docId: string): Promise<{ person: string; channel: string }[]>;
  /** Returns why the team's budget does not allow this ask; undefined if the budget allows it. */
  budgetBlocker(
    ask: Intended & Pick<Ask, 'work'> & { channel: string | undefined },
  ): Promise<BudgetBlocker | undefined>;
  /** Returns the limit on the number of asks that the team or the actor has reached; undefined if no limit is reached. */
  limitReached(actor: Actor): Promise<AskLimit | undefined>;
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
  /** Returns true for full members of the team, who can open all its public channels; false for guests and external people. */
  isFullMember(team: string, person: string, signal: AbortSignal): Promise<boolean>;
}

export interface AdmissionOptions {
  /** Timeout of each check, in milliseconds. Forms set it, because Slack waits only 3 s for a response. By default no timeout. */
  withinMs?: number;
  signal?: AbortSignal;
  joining?: Joining;
  /** If true, the actor must be in the destination conversation. Otherwise full members of the team may also choose any public channel. */
  membersOnly?: boolean;
}

export type Admit = ReturnType<typeof createAdmission>;

interface AdmissionDeps {
  clock: Clock;
  log: Log;
  /** Counts a blocked ask for metrics. @param blocker for example `theme`, `expired` or `unanswered` */
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
      isClosedOutside: checked.some(({ isClosedOutside }) => isClosedOutside),
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

/** If the destination of an ask is blocked, makes the asker the destination. Then `private_elsewhere` no longer blocks the ask. */
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
