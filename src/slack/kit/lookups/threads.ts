import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { createDirectory, type Ids, idsIn } from '../../../sources/directory.ts';
import { createDates } from '../../../sources/markdown/context.ts';
import { markdownFromMrkdwn } from '../../../sources/markdown/mrkdwn.ts';
import {
  countDays,
  type DaysCount,
  filesOfDays,
  type OfferedFile,
  previewThread,
  type ThreadPreview,
} from '../../../sources/preview.ts';
import { type FilterSettings, filterRulesFor } from '../../../sources/transcript/filter.ts';

/** Reads threads and channels for documents. Does not check permissions: admission checks whether a person may read a thread. */
export interface Threads {
  /** Returns a preview of the messages that a document would be made from. @throws SourceProblem if there are no such messages */
  preview(team: string, thread: ThreadRef): Promise<ThreadPreview>;
  /** Returns the files of a thread that Deckhand could read. Returns none if Slack allows too few requests (see `LARGE_PAGE`). */
  filesInThread(team: string, thread: ThreadRef): Promise<OfferedFile[]>;
  /** Returns the files that were shared in a channel in a time span. A form offers these files as additional sources. */
  filesOf(team: string, days: Days): Promise<OfferedFile[]>;
  /** Counts a channel's messages in a time span. Returns undefined if Slack allows too few requests (see `LARGE_PAGE`). */
  countDays(team: string, days: Days): Promise<DaysCount | undefined>;
  /** Converts Slack's mrkdwn to Markdown, with names instead of ids. */
  plain(team: string, mrkdwn: string): Promise<string>;
  /** Returns names by id. The name is null for a private channel, or if Slack has none. An id is missing if its look-up did not finish. */
  names(team: string, ids: Pick<Ids, 'people' | 'channels'>): Promise<Map<string, string | null>>;
}

export interface ThreadRef {
  channel: string;
  /** `ts` of the thread's first message. */
  ts: string;
}

/** A time span in a channel. `since` and `until` are ISO 8601 times. */
interface Days {
  channel: string;
  since: string;
  until?: string | undefined;
}

interface ThreadsDeps extends FilterSettings {
  clientFor(team: string): Promise<SlackClient>;
  /** Returns true if a team has granted the scope that lets Deckhand read canvases. */
  readsCanvases(team: string): Promise<boolean>;
  /** Number of messages to request per page. */
  pageSize: number;
  clock: Clock;
  log: Log;
}

/** Matches the backslash in lines such as `\# Goals` or `\---`. `plain` removes it, so that these lines divide the text into sections. */
const ESCAPED_STRUCTURE = /^([ \t]*)\\(?=#{1,6}[ \t]|---[ \t]*$)/gm;

/** Timeout for looking up the names of people and channels that a sentence or a downloaded file mentions, in milliseconds. */
const NAMES_WITHIN_MS = 10_000;
/** Timeout for looking up the names in a thread's preview, in milliseconds. It is short, because a person waits for the form. */
const FORM_NAMES_WITHIN_MS = 2_000;

/** Minimum `pageSize` with which `countDays` counts and `filesInThread` looks. With smaller pages, Slack allows one request a minute, which the document needs. */
const LARGE_PAGE = 100;

export function createThreads({
  clientFor,
  readsCanvases,
  pageSize,
  clock,
  log,
  ...filters
}: ThreadsDeps): Threads {
  const directory = createDirectory(clock);

  const namesFor = (team: string, client: SlackClient, said: string | object, withinMs: number) =>
    directory.namesFor(team, client, idsIn(said), AbortSignal.timeout(withinMs));

  async function preview(team: string, thread: ThreadRef): Promise<ThreadPreview> {
    const client = await clientFor(team);
    const rules = await filterRulesFor(team, client, filters);
    const namesIn = (parts: object) => namesFor(team, client, parts, FORM_NAMES_WITHIN_MS);
    const canvases = await readsCanvases(team);
    return previewThread(client, thread, { rules, pageSize, canvases, namesIn });
  }

  return {
    preview,
    async filesInThread(team, thread) {
      return pageSize < LARGE_PAGE ? [] : ((await preview(team, thread)).files ?? []);
    },
    async filesOf(team, days) {
      const client = await clientFor(team);
      const [rules, canvases] = await Promise.all([
        filterRulesFor(team, client, filters),
        readsCanvases(team),
      ]);
      return filesOfDays(client, days, { rules, pageSize, canvases });
    },
    async countDays(team, days) {
      if (pageSize < LARGE_PAGE) return undefined;
      const client = await clientFor(team);
      return countDays(client, days, { rules: await filterRulesFor(team, client, filters), pageSize });
    },
    async plain(team, mrkdwn) {
      const client = await clientFor(team);
      const names = await namesFor(team, client, mrkdwn, NAMES_WITHIN_MS);
      const markdown = markdownFromMrkdwn(mrkdwn, { names, dates: createDates('UTC') });
      return markdown.replace(ESCAPED_STRUCTURE, '$1');
    },
    async names(team, ids) {
      const found = new Map<string, string | null>();
      const signal = AbortSignal.timeout(NAMES_WITHIN_MS);
      await directory
        .namesFor(team, await clientFor(team), { ...ids, groups: new Set() }, signal, found)
        .catch((err) => log.warn({ team, err }, 'Slack did not return all names'));
      return found;
    },
  };
}
