import { openExport } from '../../service/download.ts';
import { NotFound } from '../../service/errors.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { postedFileOf } from '../work/kinds.ts';
import type { FileKind } from './delivery.ts';
import { fileName, postFiles, withKnownSize } from './files.ts';
import { deliveryFor } from './outbox.ts';

/**
 * Adds a picture to the result card: the requested picture, or the service's thumbnail, which costs no credits. The picture is posted in
 * the thread first, because people see a picture in an edited message only if it was posted before (slackapi/java-slack-sdk#1441).
 */

/** Maximum bytes of a thumbnail. A usual thumbnail has a few hundred thousand bytes. */
const PICTURE_LIMIT = 5_000_000;
/** Media types that Slack shows in blocks, with their file extensions. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

/** Returns true if the file is a picture or a zip of pictures. The card shows the first picture, and needs no thumbnail. */
export function hasOwnPicture({ exportAs }: { exportAs: FileKind }): boolean {
  return exportAs === 'picture' || exportAs === 'png';
}

/** Uploads the document's thumbnail, which nobody sees until it is shared. Returns undefined if there is none that Slack can show. */
export async function uploadThumbnail(
  generation: Generation,
  run: Run,
): Promise<{ fileId: string; name: string } | undefined> {
  const { id, team, docId } = generation;
  const { clientFor, delivery, fetch, limiters, signal, log } = run;
  try {
    if (!docId || !(await run.showsPictures(team))) return undefined;
    const address = (await (await clientFor(team))?.getDoc(docId, signal))?.thumbnailUrl;
    if (!address) return undefined;
    const transfer = async () => {
      const download = await openExport(address, { fetch, signal, maxBytes: PICTURE_LIMIT });
      const ending = endings[download.contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
      if (!ending) {
        await download.body.cancel();
        return undefined;
      }
      const name = fileName(generation, ending);
      return withKnownSize(download, async (sized) => {
        const { fileId } = await delivery.uploadFile(generation, { name, ...sized });
        return { fileId, name };
      });
    };
    return await limiters.files.run(team, transfer, signal);
  } catch (error) {
    signal.throwIfAborted();
    log.info({ generation: id, err: error }, 'a result stays without its picture');
    return undefined;
  }
}

/** Outbox `sequence` of a reply that has no exported file but only the picture for the card. */
const PICTURE_ONLY = 'picture';

/** Posts the card's picture once, as a reply to a result without a file. @returns false if a notice must be posted instead */
export async function replyWithPicture(generation: Generation, run: Run): Promise<boolean> {
  const { id, team, work, person: by } = generation;
  if (work === 'image') return false;
  const only = { generation: id, kind: 'file', sequence: PICTURE_ONLY } as const;
  const begun = run.isNewState ? null : await deliveryFor(run.db, only);
  // Do not repeat a failed reply, because a notice may have been posted instead. Continue a begun reply even if pictures are off now.
  if (begun?.state === 'failed' || (!begun && !(await run.showsPictures(team)))) return false;
  const upload = async () => {
    const picture = await uploadThumbnail(generation, run);
    if (!picture) throw new NotFound('There is no picture to post.');
    return [picture];
  };
  const failed = await postFiles(generation, { sequence: PICTURE_ONLY, by, upload }, run);
  if (!failed) return true;
  run.log.info({ delivery: failed.delivery, err: failed.error }, 'a notice is posted instead of a picture');
  return false;
}

/** Waits until Slack has processed the card's picture, and returns its file id; undefined if no picture has to be added. */
export async function processedPicture(generation: Generation, run: Run): Promise<string | undefined> {
  const { id, team, thumbnail } = generation;
  try {
    if (thumbnail || !(await run.showsPictures(team))) return undefined;
    const fileId = await postedPicture(generation, run);
    const type = fileId && (await untilProcessed(generation, fileId, run));
    return type && type in endings ? fileId : undefined;
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.info({ generation: id, err: error }, 'a card stays without its picture');
    return undefined;
  }
}

/** Returns Slack's file id of the card's picture, which is the exported file or the thumbnail. Returns undefined if none was posted. */
async function postedPicture(generation: Generation, { db }: Run): Promise<string | undefined> {
  const exportAs = postedFileOf(generation);
  const sequence = exportAs ? '' : PICTURE_ONLY;
  const row = await deliveryFor(db, { generation: generation.id, kind: 'file', sequence });
  if (row?.state !== 'sent') return undefined;
  return !exportAs || hasOwnPicture({ exportAs }) ? row.fileId : row.moreFiles?.split(' ').at(-1);
}

/** Waits until Slack has processed a file, because only then a message can show it. Returns its media type, or undefined after a while. */
async function untilProcessed(
  generation: Generation,
  fileId: string,
  { clock, delivery, policy, signal }: Run,
): Promise<string | undefined> {
  for (const until = clock.now() + policy.pictureWaitMs; clock.now() < until; ) {
    const type = await delivery.processedType(generation, fileId);
    if (type) return type;
    await clock.sleep(policy.picturePollMs, signal);
  }
  return undefined;
}
