import type { Actor } from '../actor.ts';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import { PROMPT_LIMIT } from '../service/options.ts';
import type { Ask } from './schema.ts';

/** The part of an ask that decides whether it may be made; every ask is one. */
export interface Intended extends Actor, Pick<Ask, 'theme'> {
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
  | { part: 'destination'; blocker: ConversationBlocker }
  | { part: 'source'; blocker: ConversationBlocker | PrivacyBlocker | FileBlocker }
  | { part: 'source'; blocker: 'source_too_long'; characters: number };

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
  | 'private_elsewhere';
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
type Joining = 'now' | 'later' | undefined;

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
  themeStatus(team: string, theme: NonNullable<Ask['theme']>): Promise<'there' | 'gone' | 'unknown'>;
  /** The text of a file in Slack. */
  readFile(team: string, fileId: string, signal: AbortSignal): Promise<string>;
}

export interface SlackPorts {
  conversation(
    team: string,
    channel: string,
    signal: AbortSignal,
  ): Promise<Conversation | ConversationBlocker>;
  isMember(team: string, channel: string, person: string, signal: AbortSignal): Promise<boolean>;
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

type Found = Partial<Admission>;
type Check = (
  intended: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
) => Promise<Found>;

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

const checks: [Blocker['part'], Check][] = [
  ['connection', checkConnection],
  ['theme', checkTheme],
  ['source', checkSource],
  ['destination', checkDestination],
];

async function checkConnection({ team }: Intended, { connectionState }: AdmissionPorts): Promise<Found> {
  const state = await connectionState(team);
  return state === 'connected' ? {} : { blockers: [{ part: 'connection', blocker: state }] };
}

async function checkTheme({ team, theme }: Intended, { themeStatus }: AdmissionPorts): Promise<Found> {
  const isGone = theme && (await themeStatus(team, theme)) === 'gone';
  return isGone ? { blockers: [{ part: 'theme', blocker: 'theme_gone' }] } : {};
}

/** Deckhand can write to any person, and a conversation that is the source is checked as the source. */
async function checkDestination(
  intended: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
): Promise<Found> {
  const { team, person, source, destination } = intended;
  const isSource = 'channel' in source && source.channel === destination?.channel;
  if (!destination || isSource || /^[UW]/.test(destination.channel)) return {};
  const { channel } = destination;
  const found = await ports.conversation(team, channel, signal);
  if (typeof found === 'string') return { blockers: [{ part: 'destination', blocker: found }] };
  const isIn = async () => joining !== undefined && ports.isMember(team, channel, person, signal);
  const mayJoin = canBeJoined(found) && (await isIn());
  const blocker = accessBlocker(
    mayJoin ? await joined(found, intended, channel, ports, signal, joining) : found,
  );
  return blocker ? { blockers: [{ part: 'destination', blocker }] } : {};
}

function canBeJoined({ isPrivate, isArchived, hasDeckhand }: Conversation): boolean {
  return !(isPrivate || isArchived || hasDeckhand);
}

/** The public channel as it is once Deckhand has joined it. The actor has to be in it: nobody sends Deckhand elsewhere. */
async function joined(
  found: Conversation,
  { team }: Intended,
  channel: string,
  { join }: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
): Promise<Conversation> {
  if (!joining || !join) return found;
  return { ...found, hasDeckhand: joining === 'later' || (await join(team, channel, signal)) };
}

function accessBlocker({ isArchived, hasDeckhand }: Conversation): ConversationBlocker | undefined {
  if (isArchived) return 'channel_archived';
  return hasDeckhand ? undefined : 'not_in_channel';
}

async function checkSource(
  intended: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
): Promise<Found> {
  const { team, source } = intended;
  switch (source.kind) {
    case 'text':
      return {};
    case 'file':
      return checkFile(ports.readFile(team, source.fileId, signal), signal);
    default:
      return checkConversation(intended, source.channel, ports, signal, joining);
  }
}

async function checkFile(reading: Promise<string>, signal: AbortSignal): Promise<Found> {
  const text = await reading.catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (text === null) return { blockers: [{ part: 'source', blocker: 'source_unreadable' }] };
  if (text.trim() === '') return { blockers: [{ part: 'source', blocker: 'source_empty' }] };
  if (text.includes('\0')) return { blockers: [{ part: 'source', blocker: 'source_not_text' }] };
  const { length: characters } = text;
  if (characters <= PROMPT_LIMIT) return {};
  return { blockers: [{ part: 'source', blocker: 'source_too_long', characters }] };
}

/** Only members may use a conversation, and private talk goes back there or to the person it is made for. */
async function checkConversation(
  intended: Intended,
  channel: string,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
): Promise<Found> {
  const { team, person, owner = person, destination } = intended;
  const [shown, membership] = await Promise.all([
    ports.conversation(team, channel, signal),
    // Slack may refuse the members where Deckhand is not in the conversation; that is then the blocker.
    ports.isMember(team, channel, person, signal).then(
      (isIn) => ({ isIn }),
      (error: unknown) => ({ error }),
    ),
  ]);
  if (typeof shown === 'string') return { blockers: [{ part: 'source', blocker: shown }] };
  const mayJoin = canBeJoined(shown) && 'isIn' in membership && membership.isIn;
  const found = mayJoin ? await joined(shown, intended, channel, ports, signal, joining) : shown;
  const access = accessBlocker(found);
  if ('error' in membership && !access) throw membership.error;
  const isOut = 'isIn' in membership && !membership.isIn;
  const isElsewhere = destination && ![channel, owner].includes(destination.channel);
  const named = [
    access,
    isOut && 'not_a_member',
    found.isPrivate && isElsewhere && 'private_elsewhere',
  ] as const;
  const blockers = named.flatMap((blocker) => (blocker ? [{ part: 'source' as const, blocker }] : []));
  return { blockers, conversation: found };
}
