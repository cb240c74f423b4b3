import type { Channel, StoredMessage, Team } from './model.ts';
import { picturesIn } from './pictures.ts';
import { findFile, findMessage, type Workspace } from './workspace.ts';

export type Draft = Omit<StoredMessage, 'ts'>;

/** Puts a message into a channel, notes where its files are shared, and tells everyone concerned. */
export function postMessage(workspace: Workspace, team: Team, channel: Channel, draft: Draft): StoredMessage {
  const message: StoredMessage = { ...withoutUndefined(draft), ts: workspace.nextTs() };
  channel.messages.push(message);
  shareFiles(team, channel, message);
  workspace.changed({ kind: 'posted', team, channel, message });
  refreshParent(workspace, team, channel, message);
  return message;
}

/** Shows a message to one person; it can be read back by nobody else and is not kept. */
export function postEphemeral(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  draft: Draft & { ephemeralFor: string },
): StoredMessage {
  const message: StoredMessage = { ...withoutUndefined(draft), ts: workspace.nextTs() };
  workspace.ephemerals.push({ team: team.id, channel: channel.id, message });
  workspace.changed({ kind: 'ephemeral', team, channel, message });
  return message;
}

export function removeEphemeral(workspace: Workspace, team: Team, channel: Channel, ts: string): boolean {
  const at = workspace.ephemerals.findIndex(
    (each) => each.team === team.id && each.channel === channel.id && each.message.ts === ts,
  );
  const [removed] = at < 0 ? [] : workspace.ephemerals.splice(at, 1);
  if (removed) {
    workspace.changed({ kind: 'ephemeral_deleted', team, channel, message: removed.message });
  }
  return removed !== undefined;
}

/** Replaces what a message says. `edited` is marked for people's edits as well as for the app's. */
export function editMessage(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  edit: Partial<Draft>,
): void {
  const previous = { ...message };
  Object.assign(message, edit, { edited: { user: message.user, ts: workspace.nextTs() } });
  dropUndefined(message);
  workspace.changed({ kind: 'edited', team, channel, message, previous });
}

/** Deletes a message. A thread's parent with replies stays as a tombstone, as in Slack. */
export function deleteMessage(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
): void {
  const hasReplies = channel.messages.some(
    (other) => other.thread_ts === message.ts && other.ts !== message.ts,
  );
  const at = channel.messages.indexOf(message);
  if (hasReplies) channel.messages[at] = tombstone(message);
  else channel.messages.splice(at, 1);
  unshareFiles(team, channel, message);
  workspace.changed({ kind: 'deleted', team, channel, message });
  const kept = findMessage(channel, message.ts);
  if (kept) workspace.changed({ kind: 'refreshed', team, channel, message: kept });
  refreshParent(workspace, team, channel, message);
}

/** Adds or takes back a reaction. False where it was already so. */
export function react(
  workspace: Workspace,
  team: Team,
  channel: Channel,
  message: StoredMessage,
  reaction: { user: string; name: string; remove?: boolean },
): boolean {
  const { user, name, remove = false } = reaction;
  const before = message.reactions?.find((each) => each.name === name)?.users ?? [];
  if (before.includes(user) !== remove) return false;
  const users = remove ? before.filter((id) => id !== user) : [...before, user];
  const others = (message.reactions ?? []).filter((each) => each.name !== name);
  message.reactions = users.length ? [...others, { name, users }] : others;
  workspace.changed({ kind: 'reacted', team, channel, message, user, name, removed: remove });
  return true;
}

const tombstone = (message: StoredMessage): StoredMessage => ({
  ts: message.ts,
  user: 'USLACKBOT',
  text: 'This message was deleted.',
  subtype: 'tombstone',
});

/** A new message shares its files and the pictures in its blocks; one that is edited shares nothing. */
function shareFiles(team: Team, channel: Channel, message: StoredMessage): void {
  for (const id of filesIn(message)) {
    const share = { channel: channel.id, ts: message.ts, thread_ts: message.thread_ts };
    findFile(team, id)?.shares.push(withoutUndefined(share));
  }
}

function filesIn({ files = [], blocks }: StoredMessage): string[] {
  return [...new Set([...files, ...picturesIn(blocks).map(({ id }) => id)])];
}

function unshareFiles(team: Team, channel: Channel, message: StoredMessage): void {
  for (const id of filesIn(message)) {
    const file = findFile(team, id);
    if (!file) continue;
    file.shares = file.shares.filter((share) => share.channel !== channel.id || share.ts !== message.ts);
  }
}

/** A reply changes the counts on its parent, which pages show. */
function refreshParent(workspace: Workspace, team: Team, channel: Channel, reply: StoredMessage): void {
  if (!reply.thread_ts || reply.thread_ts === reply.ts) return;
  const parent = findMessage(channel, reply.thread_ts);
  if (parent) workspace.changed({ kind: 'refreshed', team, channel, message: parent });
}

const withoutUndefined = <T extends object>(value: T): T => dropUndefined({ ...value });

function dropUndefined<T extends object>(value: T): T {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key];
  return value;
}
