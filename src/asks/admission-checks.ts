import { characterCount } from '../text.ts';
import { canOpen, canOpenDestination } from './access.ts';
import type {
  Admission,
  AdmissionPorts,
  Blocker,
  Conversation,
  ConversationBlocker,
  FilePlace,
  Intended,
  Joining,
} from './admission.ts';
import { givesOutside } from './document-access.ts';
import { excessOf, textLimitFor } from './request-text.ts';
import { isDirectMessageId, isPersonId, type SourceFile } from './schema.ts';
import { joinFiles } from './sections.ts';

/** Admission is the check whether an ask may be made. Each part of an ask (theme, source, destination and so on) has its own check here. */

export type Found = Partial<Admission>;

interface Checking {
  ports: AdmissionPorts;
  signal: AbortSignal;
  joining: Joining;
  membersOnly: boolean;
}

type Check = (intended: Intended, checking: Checking) => Promise<Found>;

export const checks: [Blocker['part'], Check][] = [
  ['connection', checkConnection],
  ['work', checkWork],
  ['words', checkWords],
  ['theme', checkTheme],
  ['template', checkTemplate],
  ['folder', checkFolder],
  ['source', checkSource],
  ['destination', checkDestination],
  ['access', checkAccess],
];

async function checkConnection({ team }: Intended, { ports: { connectionState } }: Checking): Promise<Found> {
  const state = await connectionState(team);
  return state === 'connected' ? {} : { blockers: [{ part: 'connection', blocker: state }] };
}

/** Checks limits, credit budget and the options of thorough documents. `work` is undefined if a form has just been opened. */
async function checkWork(intended: Intended, { ports }: Checking): Promise<Found> {
  const { work, destination } = intended;
  if (work) {
    const blocker = await ports.limitReached(intended);
    if (blocker) return { blockers: [{ part: 'work', blocker }] };
    const unpaid = await ports.budgetBlocker({ ...intended, work, channel: destination?.channel });
    if (unpaid) return { blockers: [{ part: 'work', ...unpaid }] };
  }
  return checkThorough(intended);
}

/** Finds options that a thorough document does not support (see "agent generations" in the service's API reference). */
function checkThorough({ work, format, template, theme }: Intended): Found {
  if (work?.kind !== 'agent') return {};
  if (template) return theme ? { blockers: [{ part: 'work', blocker: 'theme_beside_template' }] } : {};
  return format === 'webpage' ? { blockers: [{ part: 'work', blocker: 'no_thorough_webpage' }] } : {};
}

async function checkWords(intended: Intended): Promise<Found> {
  const excess = excessOf(intended);
  return excess ? { blockers: [{ part: 'words', blocker: 'words_too_long', ...excess }] } : {};
}

async function checkTheme({ team, theme }: Intended, { ports: { themeStatus } }: Checking): Promise<Found> {
  const isGone = theme && (await themeStatus(team, theme)) === 'gone';
  return isGone ? { blockers: [{ part: 'theme', blocker: 'theme_gone' }] } : {};
}

/** The asker and the destination of each generation of one document. */
type Places = Awaited<ReturnType<AdmissionPorts['placesOf']>>;

/**
 * Checks whether the actor may see the template, because the new document repeats its content. An actor may see:
 * - templates of the team's workspace at the service
 * - documents that the actor asked for
 * - documents that were posted where the actor can read them
 * @throws if the service does not answer
 */
async function checkTemplate(intended: Intended, checking: Checking): Promise<Found> {
  const { team, template } = intended;
  if (!template) return {};
  const places = await checking.ports.placesOf(team, template.id);
  const closed = await checkTemplateAccess({ ...intended, template }, places, checking);
  if (closed.blockers || !(await isPrivateElsewhere(intended, places, checking))) return closed;
  return { blockers: [{ part: 'template', blocker: 'template_private' }] };
}

async function checkTemplateAccess(
  { team, person, template }: Intended & Required<Pick<Intended, 'template'>>,
  places: Places,
  { ports, signal }: Checking,
): Promise<Found> {
  if (places.some((one) => one.person === person)) return {};
  const status = await ports.templateStatus(team, template);
  if (status === 'there') return {};
  for (const { channel } of places)
    if (await canOpenDestination(channel, { team, person }, ports, signal)) return {};
  if (status === 'unknown') throw new Error('The service did not answer whether it has this template');
  return { blockers: [{ part: 'template', blocker: 'template_closed' }] };
}

/** Returns true if the template was posted only in private conversations, and the new document would be posted in another conversation. */
async function isPrivateElsewhere(
  { team, person, owner = person, destination }: Intended,
  places: Places,
  { ports, signal }: Checking,
): Promise<boolean> {
  const isOneToOne = (id: string) => isPersonId(id) || isDirectMessageId(id);
  const channels = new Set(places.map(({ channel }) => channel).filter((id) => !isOneToOne(id)));
  if (!destination || destination.channel === owner || isDirectMessageId(destination.channel)) return false;
  if (channels.size === 0 || channels.has(destination.channel)) return false;
  for (const channel of channels) {
    const found = await ports.conversation(team, channel, signal);
    if (typeof found !== 'string' && !found.isPrivate) return false;
  }
  return true;
}

async function checkFolder(
  { team, folder }: Intended,
  { ports: { folderStatus } }: Checking,
): Promise<Found> {
  const isGone = folder && (await folderStatus(team, folder)) === 'gone';
  return isGone ? { blockers: [{ part: 'folder', blocker: 'folder_gone' }] } : {};
}

async function checkAccess({ team, sharing }: Intended, { ports }: Checking): Promise<Found> {
  const isClosedOutside = await ports.isClosedOutside(team);
  const isBlocked = isClosedOutside && givesOutside(sharing);
  return { isClosedOutside, ...(isBlocked && { blockers: [{ part: 'access', blocker: 'nobody_outside' }] }) };
}

/** Checks whether the result may be posted at the destination. `checkConversation` has the rules that depend on the source conversation. */
async function checkDestination(intended: Intended, checking: Checking): Promise<Found> {
  const { team, person, source, destination } = intended;
  const { ports, signal, membersOnly } = checking;
  const isSource = 'channel' in source && source.channel === destination?.channel;
  if (!destination || isSource) return {};
  const { channel } = destination;
  const blocked = (blocker: ConversationBlocker | 'not_a_member'): Found => ({
    blockers: [{ part: 'destination', blocker }],
  });
  if (isPersonId(channel)) return channel === person || 'channel' in source ? {} : blocked('not_a_member');
  const found = await ports.conversation(team, channel, signal);
  if (typeof found === 'string') return blocked(found);
  const isIn = () => ports.isMember(team, channel, person, signal);
  if (membersOnly && !(await isIn())) return blocked('not_a_member');
  const blocker = accessBlocker(await joined(found, channel, intended, isIn, checking));
  if (blocker) return blocked(blocker);
  const isOpen = membersOnly || (await canOpen(found, channel, { team, person }, ports, signal));
  return isOpen ? {} : blocked('not_a_member');
}

/**
 * Handles a public channel that the actor is in and Deckhand is not in. `now`: joins the channel. `later`: treats the channel as joined.
 * @returns the conversation with the new `hasDeckhand`
 */
async function joined(
  found: Conversation,
  channel: string,
  { team }: Intended,
  isIn: () => boolean | Promise<boolean>,
  { ports: { join }, signal, joining }: Checking,
): Promise<Conversation> {
  const canBeJoined = !(found.isPrivate || found.isArchived || found.hasDeckhand);
  if (!joining || !join || !canBeJoined || !(await isIn())) return found;
  return {
    ...found,
    isJoined: true,
    hasDeckhand: joining === 'later' || (await join(team, channel, signal)),
  };
}

function accessBlocker({ isArchived, hasDeckhand }: Conversation): ConversationBlocker | undefined {
  if (isArchived) return 'channel_archived';
  return hasDeckhand ? undefined : 'not_in_channel';
}

async function checkSource(intended: Intended, checking: Checking): Promise<Found> {
  const { source } = intended;
  switch (source.kind) {
    case 'text':
      return {};
    case 'file':
      return checkFiles(intended, source, checking);
    default:
      return checkConversation(intended, source, checking);
  }
}

/** Reads the files until one cannot be used, which blocks the ask. @param channel the conversation in which the files were shared */
async function checkFiles(
  intended: Intended,
  { files = [], channel, withNotes }: { files?: SourceFile[] | undefined } & Omit<FilePlace, 'id'>,
  { ports, signal }: Checking,
): Promise<Found> {
  const texts: { name: string; text: string }[] = [];
  for (const { id, name } of files) {
    const read = await ports
      .readFile(intended, { id, channel, withNotes }, signal)
      .catch((error: unknown) => {
        if (signal.aborted) throw error;
        return { fault: 'source_unreadable' as const };
      });
    const fault = 'fault' in read ? read.fault : read.text.trim() === '' && 'source_empty';
    const file = files.length > 1 || channel ? { file: name } : {};
    if (fault) return { blockers: [{ part: 'source', blocker: fault, ...file }] };
    if ('text' in read) texts.push({ name, text: read.text });
  }
  const text = joinFiles(texts);
  const [characters, fit] = [characterCount(text), textLimitFor(intended, text)];
  if (characters <= fit) return { text };
  return { blockers: [{ part: 'source', blocker: 'source_too_long', characters, fit }] };
}

/** Checks that the actor is in the source conversation. Private messages may be posted only there, or sent to the asker. */
async function checkConversation(
  intended: Intended,
  source: { channel: string; files?: SourceFile[] | undefined },
  checking: Checking,
): Promise<Found> {
  const { channel } = source;
  const { team, person, owner = person, destination } = intended;
  const { ports, signal } = checking;
  const [shown, membership] = await Promise.all([
    ports.conversation(team, channel, signal),
    // `isMember` fails if Deckhand is not in the conversation. This error is ignored, because `not_in_channel` already blocks the ask.
    ports.isMember(team, channel, person, signal).then(
      (isIn) => ({ isIn }),
      (error: unknown) => ({ error, isIn: undefined }),
    ),
  ]);
  if (typeof shown === 'string') return { blockers: [{ part: 'source', blocker: shown }] };
  const found = await joined(shown, channel, intended, () => membership.isIn === true, checking);
  const access = accessBlocker(found);
  if ('error' in membership && !access) throw membership.error;
  const isElsewhere = destination && ![channel, owner].includes(destination.channel);
  const recipient = isElsewhere && isPersonId(destination.channel) ? destination.channel : undefined;
  const isClosedToThem =
    recipient &&
    !found.isPrivate &&
    !(await canOpen(found, channel, { team, person: recipient }, ports, signal));
  const named = [
    access,
    membership.isIn === false && 'not_a_member',
    found.isPrivate && isElsewhere && 'private_elsewhere',
    isClosedToThem && 'recipient_outside',
  ] as const;
  const blockers = named.flatMap((blocker) => (blocker ? [{ part: 'source' as const, blocker }] : []));
  // Do not read files of a conversation that is blocked, because even a blocker such as `file_locked` reveals something about a file.
  const files = blockers.length > 0 ? {} : await checkFiles(intended, source, checking);
  return { blockers, ...files, conversation: found };
}
