import type { Log } from '../log.ts';
import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import { each } from './paging.ts';
import { type Folder, folderPage } from './schemas/folders.ts';
import { type NamedPageQuery, namedPageQuery, type Page } from './schemas/page.ts';

export interface FolderCalls {
  /** One batch of the folders that the connected person belongs to. */
  listFolders(query?: NamedPageQuery, signal?: AbortSignal): Promise<Page<Folder>>;
  /** All of them, batch by batch as they are wanted. */
  eachFolder(query?: NamedPageQuery, signal?: AbortSignal): AsyncIterable<Folder>;
}

export function folderCalls(call: Call, log?: Log): FolderCalls {
  const listFolders: FolderCalls['listFolders'] = async (query = {}, signal) => {
    return call({ route: 'GET /folders', query: checked(namedPageQuery, query), signal, answer: folderPage });
  };
  return {
    listFolders,
    eachFolder: (query = {}, signal) => each(listFolders, query, { signal, log }),
  };
}
