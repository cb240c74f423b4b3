import type { fetch as undiciFetch } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Delivery, ExportFile, Place, Posted } from '../../generations/delivery/delivery.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackClients } from '../bolt/clients.ts';
import {
  DELIVERY_EVENT,
  findPost,
  hasFile,
  isDelivery,
  orPostRefused,
  readablePlace,
} from '../bolt/posts.ts';
import type { Deployment, Message } from '../kit/parts.ts';
import { fileComment, noticeMessage } from './notice.ts';
import { stateMessage } from './state-message.ts';

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

  async function post(generation: Generation, place: Place, id: string, message: Message): Promise<Posted> {
    const client = await clients.posts(generation.team);
    const answer = await orPostRefused(() =>
      client.chat.postMessage({
        channel: place.channel,
        ...(place.threadTs && { thread_ts: place.threadTs }),
        ...message,
        unfurl_links: false,
        unfurl_media: false,
        metadata: { event_type: DELIVERY_EVENT, event_payload: { id } },
      }),
    );
    return { channel: answer.channel ?? place.channel, ts: answer.ts ?? '' };
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
      const readable = await orPostRefused(() => readablePlace(client, place));
      const since = generation.createdAt.getTime();
      const found = await orPostRefused(() => findPost(client, readable, since, isDelivery(id)));
      return found?.ts ? { channel: readable.channel, ts: found.ts } : null;
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
