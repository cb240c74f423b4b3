import type { Log } from '../log.ts';
import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import { each } from './paging.ts';
import { type NamedPageQuery, namedPageQuery, type Page } from './schemas/page.ts';
import { type Theme, themePage } from './schemas/themes.ts';

export interface ThemeCalls {
  /** One batch of the workspace's and everybody's themes. */
  listThemes(query?: NamedPageQuery, signal?: AbortSignal): Promise<Page<Theme>>;
  /** All of them, batch by batch as they are wanted. */
  eachTheme(query?: NamedPageQuery, signal?: AbortSignal): AsyncIterable<Theme>;
}

export function themeCalls(call: Call, log?: Log): ThemeCalls {
  const listThemes: ThemeCalls['listThemes'] = async (query = {}, signal) => {
    return call({ route: 'GET /themes', query: checked(namedPageQuery, query), signal, answer: themePage });
  };
  return {
    listThemes,
    eachTheme: (query = {}, signal) => each(listThemes, query, { signal, log }),
  };
}
