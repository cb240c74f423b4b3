import { unzipSync } from 'fflate';
import { PROCESSING } from '../control/misbehaviour.ts';
import type { Slack } from '../slack.ts';
import { filetypeOf, isPicture } from './filetypes.ts';
import { newId, newSecret } from './ids.ts';
import { deleteMessage } from './messages.ts';
import type { StoredFile, Team } from './model.ts';
import { findChannel, findMessage } from './workspace.ts';

/** Most previews of a file. */
const PREVIEWS_LIMIT = 40;

/** Creates a file whose bytes are uploaded later. */
export function newFile(
  slack: Slack,
  team: Team,
  about: Pick<StoredFile, 'name' | 'mimetype' | 'size' | 'user'>,
) {
  const file: StoredFile = {
    ...about,
    id: newId('F'),
    title: about.name,
    filetype: filetypeOf(about.name, about.mimetype),
    created: Math.floor(slack.clock.now() / 1000),
    key: newSecret(),
    previews: 0,
    complete: false,
    shares: [],
  };
  team.files.push(file);
  slack.workspace.changed({ kind: 'file', team, file });
  return file;
}

/** Starts processing an upload. Until it ends, the file has no type and blocks cannot show it. */
export function startProcessing(slack: Slack, file: StoredFile): void {
  const rule = slack.misbehaviour.forCall(PROCESSING, { name: file.name });
  file.processedAt = rule?.error ? null : slack.clock.now() + slack.pace.processing + (rule?.delayMs ?? 0);
}

export const isProcessed = ({ clock }: Slack, { processedAt }: StoredFile): boolean =>
  processedAt === undefined || (processedAt !== null && processedAt <= clock.now());

/** Draws previews of a file's pages and shows them wherever it is shared. A picture is its own preview. */
export async function makePreviews(slack: Slack, team: Team, file: StoredFile): Promise<void> {
  const pictures = await drawPages(slack, file).catch((err) => {
    slack.log?.warn({ err, file: file.name }, 'no preview could be drawn');
    return null;
  });
  if (!pictures?.length) return;
  const shown = pictures.slice(0, PREVIEWS_LIMIT);
  await Promise.all(shown.map((bytes, at) => slack.bytes.put(previewId(file, at + 1), bytes)));
  file.previews = shown.length;
  slack.workspace.changed({ kind: 'file', team, file });
  refreshShares(slack, team, file);
}

export const previewId = (file: StoredFile, page: number): string => `${file.id}-${page}`;

async function drawPages(slack: Slack, file: StoredFile): Promise<Uint8Array[] | null> {
  if (isPicture(file.mimetype)) return null;
  const bytes = await slack.bytes.get(file.id);
  if (!bytes) return null;
  const drawn = await slack.previewer?.(bytes, file.mimetype, file.name);
  if (drawn) return drawn;
  return file.filetype === 'zip' ? picturesInZip(bytes) : null;
}

function picturesInZip(bytes: Uint8Array): Uint8Array[] {
  const entries = unzipSync(bytes, { filter: (entry) => /\.(png|jpe?g)$/i.test(entry.name) });
  return Object.keys(entries)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap((name) => entries[name] ?? []);
}

function refreshShares(slack: Slack, team: Team, file: StoredFile): void {
  for (const share of file.shares) {
    const channel = findChannel(team, share.channel);
    const message = channel && findMessage(channel, share.ts);
    if (message) slack.workspace.changed({ kind: 'refreshed', team, channel, message });
  }
}

/** Deletes a file, and messages that are empty without it. */
export async function removeFile(slack: Slack, team: Team, file: StoredFile): Promise<void> {
  team.files.splice(team.files.indexOf(file), 1);
  for (const { channel: id, ts } of file.shares) {
    const channel = findChannel(team, id);
    const message = channel && findMessage(channel, ts);
    if (!message) continue;
    message.files = message.files?.filter((each) => each !== file.id) ?? [];
    const isEmpty = !message.text && !message.blocks?.length && message.files.length === 0;
    if (isEmpty) deleteMessage(slack.workspace, team, channel, message);
    else slack.workspace.changed({ kind: 'refreshed', team, channel, message });
  }
  await slack.bytes.remove(file.id);
}
