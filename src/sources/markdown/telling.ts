import type { Dates } from './dates.ts';

/** What turning Slack's ids and times into words needs to know. */
export interface Telling {
  names: Names;
  dates: Dates;
}

/** Names by Slack's ids; undefined where nobody knows one. */
export interface Names {
  person(id: string): string | undefined;
  /** null where the name may not be told here: a private channel, or one that the app cannot see. */
  channel(id: string): string | null | undefined;
  group(id: string): string | undefined;
}
