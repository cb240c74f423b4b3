import { sentence } from '../../blocks/messages.ts';
import { isProcessed } from '../../workspace/files.ts';
import type { StoredFile } from '../../workspace/model.ts';
import { picturesIn } from '../../workspace/pictures.ts';
import { fileAccess, type Poster } from './file-access.ts';

/** Slack's names of the pictures that blocks can show. */
const SHOWN = new Set(['png', 'jpg', 'gif']);

/**
 * Pictures in blocks that are files of the workspace and that Slack does not take: there is no such file, the app may
 * not see it, it is no PNG, JPEG or GIF, or Slack has not processed it yet. All of them are told in the same words.
 */
export function faultsOfPictures(poster: Poster, blocks: unknown, pointer: string): string[] {
  return picturesIn(blocks).flatMap(({ id, path }) => {
    const file = fileAccess(poster, id);
    return file && isShown(poster, file) ? [] : [sentence('invalid slack file', pointer, path)];
  });
}

const isShown = ({ slack }: Poster, file: StoredFile): boolean =>
  SHOWN.has(file.filetype) && isProcessed(slack, file);
