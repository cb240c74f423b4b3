import { openExport } from '../../service/download.ts';
import { NotFound } from '../../service/errors.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveThumbnail } from '../store.ts';
import { fileOf } from '../work/kinds.ts';
import type { FileKind } from './delivery.ts';
import { fileName, postFiles, withKnownSize } from './files.ts';
import { redrawCard } from './messages.ts';
import { deliveryFor } from './outbox.ts';

/**
 * The picture on the card: the one that was asked for, or the service's thumbnail of the first slide, which costs nothing. Slack does not
 * show other people a picture that is edited into a message, only one in a new message (slackapi/java-slack-sdk#1441). So the reply in the
 * thread has it beside the file, and the card shows it after that. A result is complete without it.
 */

/** Maximum bytes of a thumbnail. Thumbnails usually have some hundred thousand. */
const PICTURE_LIMIT = 5_000_000;
/** Media types that Slack shows in blocks, with their file endings. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

/** Returns true if the file consists of pictures. The first one is then on the card. */
export function hasOwnPicture({ exportAs }: { exportAs: FileKind }): boolean {
  return exportAs === 'picture' || exportAs === 'png';
}

/** Uploads the thumbnail, which nobody sees until it is shared. Returns undefined if there is none that Slack can show. */
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

/** Names the reply that has a picture and no file. */
const PICTURE_ONLY = 'picture';

/** Posts the reply of a result without a file, with the picture of the card, once. @returns false if a notice has to be posted instead */
export async function replyWithPicture(generation: Generation, run: Run): Promise<boolean> {
  const { id, team, work, person: by } = generation;
  if (work === 'image') return false;
  const begun = await deliveryFor(run.db, { generation: id, kind: 'file', sequence: PICTURE_ONLY });
  // After a crash, the notice may have been posted already.
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

/** Shows the picture that was posted on the card, once Slack has processed it. May be repeated. */
export async function showThumbnail(generation: Generation, run: Run): Promise<void> {
  const { id, team, thumbnail } = generation;
  try {
    if (thumbnail || !(await run.showsPictures(team))) return;
    const fileId = await postedPicture(generation, run);
    const type = fileId && (await untilProcessed(generation, fileId, run));
    if (!type || !(type in endings)) return;
    const shown = await saveThumbnail(run.db, generation, fileId);
    if (shown?.rootTs) await redrawCard(shown, run);
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.info({ generation: id, err: error }, 'a card stays without its picture');
  }
}

/** Returns Slack's id of the picture that was posted for the card: an own one, or the one beside the file. */
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
 * Waits until Slack has processed a file, because Slack refuses a message with a file that it still processes.
 * @returns the file's media type
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
