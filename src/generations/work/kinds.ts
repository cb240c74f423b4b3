import type { Ask } from '../../asks/schema.ts';
import { retry } from '../../retry.ts';
import type { ServiceClient } from '../../service/client.ts';
import { isTransient } from '../../service/error-meaning.ts';
import { Conflict } from '../../service/errors.ts';
import type { ExportFormat } from '../../service/options.ts';
import { waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { Run } from '../context.ts';
import { renderOwnFile } from '../delivery/render-export.ts';
import { isBusy, isLimitReached } from '../failures.ts';
import type { Generation } from '../generation.ts';
import { agentsUnderWay, editsUnderWay, isDocumentDeleted } from '../store.ts';
import { agentRequest, templateRequest, textRequest } from './request.ts';
import type { Link, Wait, Work, WorkStatus } from './work.ts';

/** A new document, made from text or with a template. */
const documentWork: Work = {
  async submit(client, ask, text) {
    const { template } = ask;
    const { generationId, warnings } = await (template
      ? client.createFromTemplate(templateRequest({ ...ask, template }, text))
      : client.createGeneration(textRequest(ask, text)));
    return { id: generationId, warnings };
  },
  poll: (client, id, signal) => client.getGeneration(id, signal),
  limits: (policy) => ({
    follow: policy.followLimitMs,
    submitRetry: policy.submitRetryMs,
    look: policy.lookMs,
  }),
  isWhole: ({ exportAs }, { docId, docUrl, exportUrl }) =>
    Boolean(docId && docUrl && (exportUrl || !exportAs)),
  async link({ generationId = '' }, client, run) {
    return linkIn(await readPatiently(() => client.getGeneration(generationId, run.signal), run));
  },
};

/** A change of a document. The service makes one change of a document at a time, so a change waits for others, even those of other apps. */
const editWork: Work = {
  async submit(client, { work }, text) {
    if (work.kind !== 'edit') throw new Error('The ask is not for a change of a document');
    const { editId } = await client.editDoc(work.document.docId, { prompt: text });
    return { id: editId };
  },
  poll: async (client, id, signal) => titled(client, await client.getEdit(id, signal), signal),
  limits: (policy) => ({ follow: policy.followLimitMs, submitRetry: policy.editRetryMs }),
  // The service returns no file for a change, so `link` exports the changed document.
  isWhole: () => true,
  async link(generation, client, run) {
    const { docId, exportAs } = generation;
    if (!docId || !exportAs) return { failure: { reason: 'export_failed' } };
    return renderOwnFile(generation, { docId, exportAs }, client, run);
  },
  isRefusal: isBusy,
  async whyNotSent(generation, run) {
    if (await isDocumentDeleted(run.db, generation)) return { reason: 'not_found' };
    return (await run.mayStillChange(generation, run.signal)) ? undefined : { reason: 'no_longer_allowed' };
  },
  async turn(generation, run) {
    const [first] = await editsUnderWay(run.db, generation);
    return first && first.id !== generation.id ? OTHER_CHANGE : undefined;
  },
  async waitAfter(error) {
    if (isBusy(error)) return { for: 'service' };
    return error instanceof Conflict ? OTHER_CHANGE : undefined;
  },
};

const OTHER_CHANGE: Wait = { for: 'other_change' };

/**
 * Adds the document's title to the status of a finished change. The change may have altered the title, which the service does not return.
 */
async function titled(client: ServiceClient, status: WorkStatus, signal: AbortSignal): Promise<WorkStatus> {
  if (status.status !== 'completed' || !status.docId) return status;
  const doc = await client.getDoc(status.docId, signal).catch(() => null);
  return doc?.title ? { ...status, title: doc.title } : status;
}

/** A thorough document, which takes up to 25 minutes. Asks over the workspace's limit are refused and sent again, the oldest first. */
const agentWork: Work = {
  async submit(client, ask, text) {
    const { generationId, warnings } = await client.createAgentGeneration(agentRequest(ask, text));
    return { id: generationId, warnings };
  },
  poll: (client, id, signal) => client.getAgentGeneration(id, signal),
  limits: (policy) => ({
    follow: Math.max(policy.followLimitMs, policy.agentFollowLimitMs),
    submitRetry: policy.agentRetryMs,
    look: policy.lookMs && policy.agentLookMs,
  }),
  isWhole: documentWork.isWhole,
  async link({ generationId = '' }, client, run) {
    return linkIn(await readPatiently(() => client.getAgentGeneration(generationId, run.signal), run));
  },
  isRefusal: isBusy,
  async turn(generation, run) {
    const place = await placeInLine(generation, run);
    return place.ahead > 0 ? place : undefined;
  },
  async waitAfter(error, generation, run) {
    if (isBusy(error)) return { for: 'service' };
    return isLimitReached(error) ? placeInLine(generation, run) : undefined;
  },
};

/** Returns how many other thorough documents of the team are in progress, and how many asks for one wait before this ask. */
async function placeInLine(generation: Generation, { db }: Run): Promise<Extract<Wait, { for: 'turn' }>> {
  const agents = await agentsUnderWay(db, generation.team);
  const underWay = agents.filter(
    ({ id, state }) => id !== generation.id && (state === 'submitting' || state === 'following'),
  ).length;
  const before = agents.slice(
    0,
    agents.findIndex(({ id }) => id === generation.id),
  );
  // Count only asks that the service has refused before. It may accept the other asks at once.
  const ahead = before.filter(({ state, failure }) => state === 'collecting' && failure).length;
  return { for: 'turn', underWay, ahead };
}

const imageWork: Work = {
  async submit(client, { work, theme }, text) {
    if (work.kind !== 'image') throw new Error('The ask is not for a picture');
    const { imageGenerationId } = await client.createImage({
      prompt: text,
      type: work.type,
      sizePreset: work.size,
      themeId: theme?.id,
    });
    return { id: imageGenerationId };
  },
  async poll(client, id, signal) {
    const status = await client.getImage(id, signal);
    if (status.status !== 'completed') return status;
    return { status: 'completed', credits: status.credits };
  },
  limits: (policy) => ({
    follow: Math.min(policy.followLimitMs, policy.imageFollowLimitMs),
    submitRetry: policy.submitRetryMs,
  }),
  file: () => 'picture',
  // Polling need not return the picture's address, because `link` requests the address just before the picture is uploaded to Slack.
  isWhole: () => true,
  async link({ generationId = '' }, client, run) {
    const status = await readPatiently(() => client.getImage(generationId, run.signal), run);
    if (status.status !== 'completed') return { failure: { reason: 'picture_lost' } };
    const { url, mimeType } = status.image;
    return { url, ending: endings[mimeType ?? ''] ?? endingOf(url) };
  },
};

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
};

/** Returns the picture extension at the end of a URL, or `png`. Slack shows a file as a picture only if its name has such an extension. */
function endingOf(url: string): string {
  const [, ending] = /\.(png|jpe?g|webp|gif|svg)$/i.exec(new URL(url).pathname) ?? [];
  return ending?.toLowerCase() ?? 'png';
}

/** Reads the status of completed work. While the service is unreachable, tries again for up to `exportWaitMs`. */
function readPatiently<T>(read: () => Promise<T>, { clock, policy, random, signal }: Run): Promise<T> {
  const until = clock.now() + policy.exportWaitMs;
  const waitMs = (error: unknown, attempt: number) => {
    const wait = Math.max(policy.pollIntervalMs, waitBeforeRetryMs(error, attempt - 1, random));
    return isTransient(error) && clock.now() + wait < until ? wait : undefined;
  };
  return retry(read, { clock, signal, waitMs });
}

function linkIn({ exportUrl }: { status: string; exportUrl?: string | undefined }): Link {
  return exportUrl ? { url: exportUrl } : { failure: { reason: 'export_late' } };
}

const works: Record<Ask['work']['kind'], Work> = {
  document: documentWork,
  edit: editWork,
  agent: agentWork,
  image: imageWork,
};

export function workOf({ work }: { work: Ask['work']['kind'] }): Work {
  return works[work];
}

/** Returns the kind of file that is posted in the thread; undefined if the asker wants no file. */
export function fileOf(generation: Generation): ExportFormat | 'picture' | undefined {
  return workOf(generation).file?.() ?? generation.exportAs;
}

/** Returns the kind of the file that was posted for a delivered generation; undefined if the asker wanted none or it was not posted. */
export function postedFileOf(generation: Generation): ExportFormat | 'picture' | undefined {
  return generation.failure ? undefined : fileOf(generation);
}
