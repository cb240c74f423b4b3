import { openExport } from '../../service/download.ts';
import { NotFound } from '../../service/errors.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { fileOf } from '../work/kinds.ts';
import type { FileKind } from './delivery.ts';
import { fileName, postFiles, withKnownSize } from './files.ts';
import { deliveryFor } from './outbox.ts';

/**
 * The picture on the card: the picture that the person requested, or the service's thumbnail of the first slide, which costs no credits. If
 * an edited message gets a picture, other people see it only if the picture was already posted in another message
 * (slackapi/java-slack-sdk#1441). So the picture is first posted in the thread, together with the file, and then the card is edited. If
 * there is no picture or it cannot be posted, the card has none.
 */

/** Maximum size of a thumbnail, in bytes. A usual thumbnail has a few hundred thousand bytes. */
const PICTURE_LIMIT = 5_000_000;
/** Media types that Slack shows in blocks, with their file extensions. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

/** Returns true if the file is a picture, or a zip of pictures. The card then shows the first of these pictures and needs no thumbnail. */
export function hasOwnPicture({ exportAs }: { exportAs: FileKind }): boolean {
  return exportAs === 'picture' || exportAs === 'png';
}

/**
 * Uploads the document's thumbnail. It is invisible until it is shared. Returns undefined if there is no thumbnail, if Slack cannot show
 * it, or if the upload failed.
 */
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

/** `sequence` of the outbox row for a reply that contains only the card's picture and no export. */
const PICTURE_ONLY = 'picture';

/**
 * Posts the card's picture as a reply in the thread, once. Used if the result has no file.
 * @returns false if a notice has to be posted instead
 */
export async function replyWithPicture(generation: Generation, run: Run): Promise<boolean> {
  const { id, team, work, person: by } = generation;
  if (work === 'image') return false;
  const begun = await deliveryFor(run.db, { generation: id, kind: 'file', sequence: PICTURE_ONLY });
  // After a crash, a reply that has failed is not tried again, because the notice may have been posted instead. A reply that was not
  // finished is continued, even if the team has switched pictures off since.
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

/** Returns Slack's file id of the picture for the card, once Slack has processed it; undefined if the card has a picture or gets none. */
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

/**
 * Returns Slack's file id of the posted picture that the card shows. If the export file is a picture, this is the export file. Otherwise it
 * is the thumbnail that was posted with the export file or alone. Returns undefined if no picture was posted.
 */
async function postedPicture(generation: Generation, { db }: Run): Promise<string | undefined> {
  const exportAs = fileOf(generation);
  const find = (sequence: string) => deliveryFor(db, { generation: generation.id, kind: 'file', sequence });
  const file = await find('');
  if (exportAs && file?.state === 'sent')
    return hasOwnPicture({ exportAs }) ? file.fileId : file.moreFiles?.split(' ').at(-1);
  const alone = await find(PICTURE_ONLY);
  return alone?.state === 'sent' ? alone.fileId : undefined;
}

/**
 * Waits until Slack has processed a file, because Slack refuses a message with a file that is still being processed.
 * @returns the file's media type; undefined if Slack has not processed the file within `pictureWaitMs`
 */
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
