import { PROMPT_LIMIT } from '../service/options.ts';
import { characterCount } from '../text.ts';
import { canOpen, canOpenPlace, isPerson } from './access.ts';
import type {
  Admission,
  AdmissionPorts,
  Blocker,
  Conversation,
  ConversationBlocker,
  Intended,
  Joining,
} from './admission.ts';

/** What admission looks at, part by part: the connection, what the catalogue has, where the content comes from and where the result goes. */

export type Found = Partial<Admission>;
type Check = (
  intended: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
) => Promise<Found>;

export const checks: [Blocker['part'], Check][] = [
  ['connection', checkConnection],
  ['work', checkWork],
  ['theme', checkTheme],
  ['template', checkTemplate],
  ['folder', checkFolder],
  ['source', checkSource],
  ['destination', checkDestination],
];

async function checkConnection({ team }: Intended, { connectionState }: AdmissionPorts): Promise<Found> {
  const state = await connectionState(team);
  return state === 'connected' ? {} : { blockers: [{ part: 'connection', blocker: state }] };
}

/** A digest comes when its turn is there; what a person asks for has to begin. Only whole asks name their work. */
async function checkWork(intended: Intended, { hasRoom }: AdmissionPorts): Promise<Found> {
  if (intended.work && !(await hasRoom(intended.team)))
    return { blockers: [{ part: 'work', blocker: 'too_much_under_way' }] };
  return checkThorough(intended);
}

/** What the service makes thoroughly (service interface, agent generations). */
function checkThorough({ work, format, template, theme }: Intended): Found {
  if (work?.kind !== 'agent') return {};
  if (template) return theme ? { blockers: [{ part: 'work', blocker: 'theme_beside_template' }] } : {};
  return format === 'webpage' ? { blockers: [{ part: 'work', blocker: 'no_thorough_webpage' }] } : {};
}

async function checkTheme({ team, theme }: Intended, { themeStatus }: AdmissionPorts): Promise<Found> {
  const isGone = theme && (await themeStatus(team, theme)) === 'gone';
  return isGone ? { blockers: [{ part: 'theme', blocker: 'theme_gone' }] } : {};
}

/**
 * What is made from a document says what stands in it: it has to be a template of the workspace, or a document that the actor
 * asked for or can open the conversation of.
 * @throws where nobody can say
 */
async function checkTemplate(
  { team, person, template }: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
): Promise<Found> {
  if (!template) return {};
  const places = await ports.placesOf(team, template.id);
  if (places.some((one) => one.person === person)) return {};
  const status = await ports.templateStatus(team, template);
  if (status === 'there') return {};
  for (const { channel } of places)
    if (await canOpenPlace(channel, { team, person }, ports, signal)) return {};
  if (status === 'unknown') throw new Error('The service did not say whether it has this template');
  return { blockers: [{ part: 'template', blocker: 'template_closed' }] };
}

async function checkFolder({ team, folder }: Intended, { folderStatus }: AdmissionPorts): Promise<Found> {
  const isGone = folder && (await folderStatus(team, folder)) === 'gone';
  return isGone ? { blockers: [{ part: 'folder', blocker: 'folder_gone' }] } : {};
}

/** A conversation that is the source is checked as the source, and so is a person who gets something of a conversation. */
async function checkDestination(
  intended: Intended,
  ports: AdmissionPorts,
  signal: AbortSignal,
  joining: Joining,
): Promise<Found> {
  const { team, person, source, destination } = intended;
  const isSource = 'channel' in source && source.channel === destination?.channel;
  if (!destination || isSource) return {};
  const { channel } = destination;
  const notOpen: Found = { blockers: [{ part: 'destination', blocker: 'not_a_member' }] };
  if (isPerson(channel)) return channel === person || 'channel' in source ? {} : notOpen;
  const found = await ports.conversation(team, channel, signal);
  if (typeof found === 'string') return { blockers: [{ part: 'destination', blocker: found }] };
  const isIn = async () => joining !== undefined && ports.isMember(team, channel, person, signal);
  const mayJoin = canBeJoined(found) && (await isIn());
  const blocker = accessBlocker(
    mayJoin ? await joined(found, intended, channel, ports, signal, joining) : found,
  );
  if (blocker) return { blockers: [{ part: 'destination', blocker }] };
  return (await canOpen(found, channel, { team, person }, ports, signal)) ? {} : notOpen;
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
  const { team, person, source } = intended;
  switch (source.kind) {
    case 'text':
      return {};
    case 'file':
      return checkFile(ports.readFile({ team, person }, source.fileId, signal), signal);
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
  const characters = characterCount(text);
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
  const recipient = isElsewhere && isPerson(destination.channel) ? destination.channel : undefined;
  const isClosedToThem =
    recipient &&
    !found.isPrivate &&
    !(await canOpen(found, channel, { team, person: recipient }, ports, signal));
  const named = [
    access,
    isOut && 'not_a_member',
    found.isPrivate && isElsewhere && 'private_elsewhere',
    isClosedToThem && 'recipient_outside',
  ] as const;
  const blockers = named.flatMap((blocker) => (blocker ? [{ part: 'source' as const, blocker }] : []));
  return { blockers, conversation: found };
}
