import type { fetch as undiciFetch } from 'undici';
import { canOpenDestination } from '../../asks/access.ts';
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
import type { SlackClients } from '../bolt/calls/clients.ts';
import { createPoster, findPost, hasFile, orOlderBlocks, orPostRefused } from '../bolt/calls/posts.ts';
import { roleIn } from '../bolt/permissions/roles.ts';
import type { Deployment, Message } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import { workCopy } from '../kit/copy/work-copy.ts';
import { lacksCredits, notMadeMessage } from './failure-card.ts';
import { progressMessage } from './progress-card.ts';
import { deletedMessage, resultMessage } from './result-card.ts';
import { stoppedMessage } from './stopped-card.ts';
import { fileComment, noticeMessage } from './thread-notices.ts';
import { disconnectedMessage, lateMessage, unsureMessage } from './waiting-cards.ts';

interface DeliveryOptions {
  clients: SlackClients;
  deployment: Deployment;
  fetch: typeof undiciFetch;
  clock: Clock;
  log: Log;
  /** Returns the language that is the team's default; undefined if there is none. */
  usualLanguage(team: string): Promise<string | undefined>;
  /** Look-ups in Slack that say whether a person can open a conversation. */
  ports: SlackPorts;
}

/** Slack's error codes for a file that was deleted, or whose upload was never completed. */
const FILE_GONE = new Set(['file_not_found', 'file_deleted']);

/** Slack's error codes for a message that no longer exists, or whose channel or thread no longer exists. */
const MESSAGE_GONE = new Set(['message_not_found', 'channel_not_found', 'thread_not_found']);

/** Maximum number of messages that `hasReplies` reads. */
const REPLIES = 20;

/** Timeout for checking whether a person can open a conversation, in milliseconds, including waits for Slack's rate limits. */
const CHECK_WITHIN_MS = 5 * 60_000;
/** Timeout for uploading one file, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

/** Implements `Delivery` with Slack's API. See `Delivery` for what each function guarantees. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { clients, deployment, fetch, clock, log, ports } = options;
  const mayShowProgress = createEditBudget(clock);
  const poster = createPoster(options);

  /**
   * Throws `PostRefused` if the person left the conversation or forged its id. Digests are skipped, because they are checked before each
   * run.
   */
  async function requireMembership(
    { team, ask }: Generation,
    { channel }: Place,
    person: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (ask?.digest) return;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(CHECK_WITHIN_MS)]);
    // `undefined` means that Deckhand cannot see the conversation. No error is needed, because Slack will refuse the message.
    const canOpen = await canOpenDestination(channel, { team, person }, ports, inTime);
    if (canOpen === false) throw new PostRefused('not_a_member');
  }

  /**
   * Builds the message for the generation's state. Omits the language if it is the team's default. Without a team default, the default is
   * English.
   */
  async function messageFor(generation: Generation, progress?: Progress): Promise<Message> {
    const { team, ask } = generation;
    const isUsual = ask?.language && ask.language === ((await options.usualLanguage(team)) ?? 'en');
    const shown = isUsual ? { ...generation, ask: { ...ask, language: undefined } } : generation;
    return stateMessage(shown, deployment, progress);
  }

  return {
    async postRoot(generation, place, id, signal) {
      await requireMembership(generation, place, generation.person, signal);
      // Use the channel of `place`, because the result may be sent as a direct message instead of to the channel that the asker chose.
      const message = await messageFor({ ...generation, channel: place.channel });
      return poster.post(generation.team, place, id, message, signal);
    },
    async postNotice(generation, place, id, signal) {
      const { team, person } = generation;
      const role =
        lacksCredits(generation) && (await roleIn({ client: await clients.reads(team), team, person }, log));
      const message = noticeMessage(generation, deployment, { reader: role === 'admin' ? role : 'member' });
      return poster.post(team, place, id, message, signal);
    },

    async update(generation, progress) {
      const { team, channel, rootTs } = generation;
      // If the team has used up its budget of edits, skip edits that only show progress or the place in line (`turn`). Other edits are made
      // only once, such as the reason why a generation waits, so never skip them.
      const isOptional = progress && !progress.isLooking && (!progress.wait || progress.wait.for === 'turn');
      if (!rootTs || (isOptional && !mayShowProgress(team))) return;
      const client = await clients.reads(team);
      const edit = (taken: Message) =>
        orPostRefused(() => client.chat.update({ channel, ts: rootTs, ...taken }));
      await orOlderBlocks(await messageFor(generation, progress), edit, log);
    },

    findMessage: ({ team, createdAt }, place, id) => poster.find(team, place, id, createdAt),

    async uploadFile(generation, file) {
      const client = await clients.reads(generation.team);
      const slot = await orPostRefused(() =>
        client.files.getUploadURLExternal({
          filename: file.name,
          length: file.size,
          // Send both names, because Slack's documentation says alt_text and its SDK says alt_txt.
          ...(file.alt && { alt_txt: file.alt, alt_text: file.alt }),
        }),
      );
      await sendBytes(fetch, slot.upload_url ?? '', file);
      return { fileId: slot.file_id ?? '' };
    },

    async shareFile(generation, place, { by, exportAs, more = [], ...first }, signal) {
      await requireMembership(generation, place, by, signal);
      const client = await clients.posts(generation.team);
      signal.throwIfAborted();
      await orPostRefused(() =>
        client.files.completeUploadExternal({
          files: [first, ...more].map(({ fileId: id, name: title }) => ({ id, title })),
          channel_id: place.channel,
          ...(place.threadTs && { thread_ts: place.threadTs }),
          initial_comment: exportAs
            ? fileComment(generation, deployment, by, exportAs, more.length + 1)
            : noticeMessage(generation, deployment).text,
        } as Parameters<typeof client.files.completeUploadExternal>[0]),
      );
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
      // First delete the messages with the file, because they name the document, and Slack does not report them after the file is deleted.
      await unlessGone(FILE_GONE, async () => {
        const { file } = await client.files.info({ file: fileId });
        for (const shown of sharesOf(file)) await deleteMessage(client, shown);
        await client.files.delete({ file: fileId });
      });
    },

    async hasReplies({ team, channel, threadTs, rootTs = '' }) {
      const client = await clients.reads(team);
      const page = { channel, ts: threadTs ?? rootTs, oldest: rootTs, limit: REPLIES };
      try {
        const { messages = [] } = await orPostRefused(() => client.conversations.replies(page));
        // In a thread that is older than the generation's message, ignore messages of apps, because they may be about something else.
        return messages.some(({ ts = '', bot_id }) => ts > rootTs && !(threadTs && bot_id));
      } catch (error) {
        if (error instanceof PostRefused && MESSAGE_GONE.has(error.code)) return false;
        throw error;
      }
    },

    async hintAtDirectMessage(generation) {
      const { team, channel, person: user, threadTs } = generation;
      if (!isChannel(channel)) return;
      const client = await clients.posts(team);
      const text = `“${titleOf(generation)}” ${workCopy(generation).isNotDone}. I’ve sent you a direct message that says why and what to do.`;
      const message = { channel, user, text, ...(threadTs && { thread_ts: threadTs }) };
      await client.chat
        .postEphemeral(message)
        .catch((err) => log.info({ err }, 'The hint at a direct message was not posted'));
    },

    async deleteNotice({ team }, notice) {
      await deleteMessage(await clients.reads(team), notice);
    },
  };
}

/** Makes a call to Slack, and ignores error codes in `gone`, which mean that the file or message no longer exists. */
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

/** The messages in which a file was shared, by channel, as Slack reports them. */
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
  failed: notMadeMessage,
  stopped: stoppedMessage,
  unsure: unsureMessage,
  disconnected: disconnectedMessage,
};

/** Builds the message that shows a generation's current state. It is posted once, and edited whenever the state changes. */
function stateMessage(generation: Generation, deployment: Deployment, progress?: Progress): Message {
  if (generation.deletedAt) return deletedMessage(generation);
  return builders[generation.state](generation, deployment, progress);
}

/** Streams a file to Slack's upload URL, so that it is never in memory as a whole. */
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

/** Maximum number of edits per minute and team that show progress. Slack allows 50 edits of any kind per minute (Tier 3). */
const EDITS_PER_MINUTE = 20;
const MINUTE = 60_000;

/** Returns a function that counts one edit and returns false if the team has exceeded `EDITS_PER_MINUTE`. */
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
