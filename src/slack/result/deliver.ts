import type { fetch as undiciFetch } from 'undici';
import { mayPostIn } from '../../asks/access.ts';
import type { SlackPorts } from '../../asks/admission.ts';
import type { Clock } from '../../clock.ts';
import {
  type Delivery,
  type ExportFile,
  type Place,
  type Posted,
  PostRefused,
  type Progress,
} from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackClients } from '../bolt/clients.ts';
import { findMessage, findPost, hasFile, orPostRefused, postMessage } from '../bolt/posts.ts';
import { orOlderBlocks } from '../kit/older-blocks.ts';
import type { Deployment, Message } from '../kit/parts.ts';
import { deletedMessage, resultMessage } from './card.ts';
import { failureMessage } from './failure.ts';
import { fileComment, noticeMessage } from './notice.ts';
import { progressMessage } from './progress.ts';
import { stoppedMessage } from './stop.ts';
import { disconnectedMessage, lateMessage, unsureMessage } from './waiting.ts';

interface DeliveryOptions {
  clients: SlackClients;
  deployment: Deployment;
  fetch: typeof undiciFetch;
  clock: Clock;
  log: Log;
  /** To ask whether somebody may have something posted in a conversation. */
  ports: SlackPorts;
}

/** Slack's codes for a file that is not there any more, or never came to be. */
const FILE_GONE = new Set(['file_not_found', 'file_deleted']);

const MESSAGE_GONE = new Set(['message_not_found', 'channel_not_found']);

/** Milliseconds that Slack may take to say who is in a conversation, its own waits for too many calls included. */
const ASK_WITHIN_MS = 5 * 60_000;
/** An upload that makes no headway for this long is given up. Milliseconds. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

/** Puts outcomes into Slack; what each call promises is said at `Delivery`. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { clients, deployment, fetch, clock, log, ports } = options;
  const mayShowProgress = createEditBudget(clock);
  const noteRefusal = (err: Error) => log.warn({ err }, 'Slack refused blocks, and gets older ones');

  async function post(
    { team }: Generation,
    place: Place,
    id: string,
    message: Message,
    signal: AbortSignal,
  ): Promise<Posted> {
    const client = await clients.posts(team);
    const send = (taken: Message) => {
      signal.throwIfAborted();
      return postMessage(client, place, id, taken);
    };
    return orOlderBlocks(message, send, noteRefusal);
  }

  /**
   * Asked before the first message, and again before a file: what a form names as the place proves nothing, and people leave.
   * Where a digest goes is checked at each of its runs.
   */
  async function refuseClosed(
    { team, ask }: Generation,
    { channel }: Place,
    person: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (ask?.digest) return;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASK_WITHIN_MS)]);
    if (!(await mayPostIn(channel, { team, person }, ports, inTime))) throw new PostRefused('not_a_member');
  }

  return {
    async postRoot(generation, place, id, signal) {
      await refuseClosed(generation, place, generation.person, signal);
      return post(generation, place, id, stateMessage(generation, deployment), signal);
    },
    async postNotice(generation, place, id, notice, signal) {
      if (notice.kind === 'picture') await refuseClosed(generation, place, generation.person, signal);
      return post(generation, place, id, noticeMessage(generation, deployment, notice), signal);
    },

    async update(generation, progress) {
      const { team, channel, rootTs } = generation;
      if (!rootTs || (progress && !mayShowProgress(team))) return;
      const client = await clients.reads(team);
      const edit = (taken: Message) =>
        orPostRefused(() => client.chat.update({ channel, ts: rootTs, ...taken }));
      await orOlderBlocks(stateMessage(generation, deployment, progress), edit, noteRefusal);
    },

    async findMessage(generation, place, id) {
      const client = await clients.reads(generation.team);
      return orPostRefused(() => findMessage(client, place, id, generation.createdAt));
    },

    async uploadFile(generation, file) {
      const client = await clients.reads(generation.team);
      const slot = await orPostRefused(() =>
        client.files.getUploadURLExternal({
          filename: file.name,
          length: file.size,
          // Slack's documentation names it one way, its SDK the other.
          ...(file.alt && { alt_txt: file.alt, alt_text: file.alt }),
        }),
      );
      await sendBytes(fetch, slot.upload_url ?? '', file);
      return { fileId: slot.file_id ?? '' };
    },

    async shareFile(generation, place, { by, exportAs, more = [], ...first }, signal) {
      await refuseClosed(generation, place, by, signal);
      const client = await clients.posts(generation.team);
      signal.throwIfAborted();
      await orPostRefused(() =>
        client.files.completeUploadExternal({
          files: [first, ...more].map(({ fileId: id, name: title }) => ({ id, title })),
          channel_id: place.channel,
          ...(place.threadTs && { thread_ts: place.threadTs }),
          initial_comment: fileComment(generation, by, exportAs),
        } as Parameters<typeof client.files.completeUploadExternal>[0]),
      );
    },

    async keepFile({ team }, { fileId: id, name: title }) {
      // Slack takes it once: after a lost answer the same call would be refused.
      const client = await clients.posts(team);
      await orPostRefused(() => client.files.completeUploadExternal({ files: [{ id, title }] }));
    },

    async processedType({ team }, fileId) {
      const client = await clients.reads(team);
      const { file } = await orPostRefused(() => client.files.info({ file: fileId }));
      return file?.mimetype || undefined;
    },

    async isFileShared(generation, place, fileId) {
      const client = await clients.reads(generation.team);
      const since = generation.createdAt.getTime();
      return (
        (await orPostRefused(() => findPost(client, place, since, hasFile(client, fileId)))) !== undefined
      );
    },

    async deleteFile({ team }, fileId) {
      const client = await clients.reads(team);
      // The words beside a file name the document, and Slack leaves them when the file goes. They go first: a deleted file no
      // longer says where it was shown.
      await unlessGone(FILE_GONE, async () => {
        const { file } = await client.files.info({ file: fileId });
        for (const shown of sharesOf(file)) await deleteMessage(client, shown);
        await client.files.delete({ file: fileId });
      });
    },

    async deleteNotice({ team }, notice) {
      await deleteMessage(await clients.reads(team), notice);
    },
  };
}

async function unlessGone(gone: ReadonlySet<string>, call: () => Promise<unknown>): Promise<void> {
  try {
    await orPostRefused(call);
  } catch (error) {
    if (!(error instanceof PostRefused) || !gone.has(error.code)) throw error;
  }
}

function deleteMessage(client: SlackClient, { channel, ts }: Posted): Promise<void> {
  return unlessGone(MESSAGE_GONE, () => client.chat.delete({ channel, ts }));
}

/** Where a file of ours is shown: by channel, public ones and private ones apart. */
interface SharedIn {
  shares?: { public?: Shares | undefined; private?: Shares | undefined } | undefined;
}
type Shares = Record<string, { ts?: string | undefined }[]>;

function sharesOf(file: SharedIn | undefined): Posted[] {
  return Object.entries({ ...file?.shares?.public, ...file?.shares?.private }).flatMap(([channel, shares]) =>
    shares.flatMap(({ ts }) => (ts ? { channel, ts } : [])),
  );
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
  if (generation.deletedAt) return deletedMessage(generation);
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
