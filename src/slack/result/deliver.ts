import type { fetch as undiciFetch } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Delivery, ExportFile, Place, Posted, Progress } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import type { SlackClients } from '../bolt/clients.ts';
import { findMessage, findPost, hasFile, orPostRefused, postMessage } from '../bolt/posts.ts';
import type { Deployment, Message } from '../kit/parts.ts';
import { resultMessage } from './card.ts';
import { failureMessage } from './failure.ts';
import { fileComment, noticeMessage } from './notice.ts';
import { progressMessage } from './progress.ts';
import { disconnectedMessage, lateMessage, stoppedMessage, unsureMessage } from './waiting.ts';

interface DeliveryOptions {
  clients: SlackClients;
  deployment: Deployment;
  fetch: typeof undiciFetch;
  clock: Clock;
}

/** An upload that makes no headway for this long is given up. Milliseconds. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

/** Puts outcomes into Slack; what each call promises is said at `Delivery`. */
export function createDelivery({ clients, deployment, fetch, clock }: DeliveryOptions): Delivery {
  const mayShowProgress = createEditBudget(clock);

  async function post({ team }: Generation, place: Place, id: string, message: Message): Promise<Posted> {
    return postMessage(await clients.posts(team), place, id, message);
  }

  return {
    postRoot: (generation, place, id) => post(generation, place, id, stateMessage(generation, deployment)),
    postNotice: (generation, place, id, notice) =>
      post(generation, place, id, noticeMessage(generation, deployment, notice)),

    async update(generation, progress) {
      const { team, channel, rootTs } = generation;
      if (!rootTs || (progress && !mayShowProgress(team))) return;
      const client = await clients.reads(team);
      await orPostRefused(() =>
        client.chat.update({ channel, ts: rootTs, ...stateMessage(generation, deployment, progress) }),
      );
    },

    async findMessage(generation, place, id) {
      const client = await clients.reads(generation.team);
      return orPostRefused(() => findMessage(client, place, id, generation.createdAt));
    },

    async uploadFile(generation, file) {
      const client = await clients.reads(generation.team);
      const slot = await orPostRefused(() =>
        client.files.getUploadURLExternal({ filename: file.name, length: file.size }),
      );
      await sendBytes(fetch, slot.upload_url ?? '', file);
      return { fileId: slot.file_id ?? '' };
    },

    async shareFile(generation, place, { fileId, name, by, exportAs }) {
      const client = await clients.posts(generation.team);
      await orPostRefused(() =>
        client.files.completeUploadExternal({
          files: [{ id: fileId, title: name }],
          channel_id: place.channel,
          ...(place.threadTs && { thread_ts: place.threadTs }),
          initial_comment: fileComment(generation, by, exportAs),
        } as Parameters<typeof client.files.completeUploadExternal>[0]),
      );
    },

    async isFileShared(generation, place, fileId) {
      const client = await clients.reads(generation.team);
      const since = generation.createdAt.getTime();
      return (await orPostRefused(() => findPost(client, place, since, hasFile(fileId)))) !== undefined;
    },
  };
}

type Builder = (generation: Generation, deployment: Deployment, progress?: Progress) => Message;

const builders: Record<State, Builder> = {
  queued: progressMessage,
  collecting: progressMessage,
  submitting: progressMessage,
  following: progressMessage,
  delivering: resultMessage,
  delivered: resultMessage,
  late: lateMessage,
  failed: failureMessage,
  stopped: stoppedMessage,
  unsure: unsureMessage,
  disconnected: disconnectedMessage,
};

/** The first message of a generation, as its state has it. */
function stateMessage(generation: Generation, deployment: Deployment, progress?: Progress): Message {
  return builders[generation.state](generation, deployment, progress);
}

/** Streams the bytes to the address that Slack gave; nothing of the file is held. */
async function sendBytes(fetch: typeof undiciFetch, url: string, { body, size }: ExportFile): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body,
    duplex: 'half',
    redirect: 'error',
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Slack refused the bytes of a file with status ${response.status}`);
}

/** Edits a minute and team that may go into showing progress, of the 50 that Slack grants for all edits (Tier 3). */
const EDITS_PER_MINUTE = 20;
const MINUTE = 60_000;

/** Grants a team so many edits a minute; what is not granted is simply not shown. */
export function createEditBudget(clock: Clock): (team: string) => boolean {
  const spent = new Map<string, { since: number; edits: number }>();
  return (team) => {
    const now = clock.now();
    for (const [other, { since }] of spent) if (now - since >= MINUTE) spent.delete(other);
    const window = spent.get(team) ?? { since: now, edits: 0 };
    spent.set(team, window);
    window.edits += 1;
    return window.edits <= EDITS_PER_MINUTE;
  };
}
