import { sentence } from '../../blocks/messages.ts';
import { isProcessed } from '../../workspace/files.ts';
import type { StoredFile } from '../../workspace/model.ts';
import { picturesIn } from '../../workspace/pictures.ts';
import { fileAccess, type Poster } from './file-access.ts';

/** File types that blocks can show. */
const SHOWN = new Set(['png', 'jpg', 'gif']);

/**
 * Returns an error for each picture in blocks that is a file but cannot be shown: the file does not exist, is not visible to the
 * app, is not a PNG, JPEG or GIF, or is not processed yet. Slack uses the same message for all of them.
 */
export function faultsOfPictures(poster: Poster, blocks: unknown, pointer: string): string[] {
  return picturesIn(blocks).flatMap(({ id, path }) => {
    const file = fileAccess(poster, id);
    return file && isShown(poster, file) ? [] : [sentence('invalid slack file', pointer, path)];
  });
}

const isShown = ({ slack }: Poster, file: StoredFile): boolean =>
  SHOWN.has(file.filetype) && isProcessed(slack, file);
