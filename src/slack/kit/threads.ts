import type { Clock } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import { createDirectory, idsIn } from '../../sources/directory.ts';
import { createDates } from '../../sources/markdown/context.ts';
import { markdownFromMrkdwn } from '../../sources/markdown/mrkdwn.ts';
import { previewThread, type ThreadPreview } from '../../sources/preview.ts';
import { type FilterSettings, filterRulesFor } from '../../sources/transcript/filter.ts';

/** Threads as sources, as the surfaces need them. Whether somebody may read one is asked of admission. */
export interface Threads {
  /** Shows the part that would be used. @throws SourceProblem where there is none */
  preview(team: string, thread: ThreadRef): Promise<ThreadPreview>;
  /** Puts what somebody wrote into plain words, with names in place of ids. */
  plain(team: string, mrkdwn: string): Promise<string>;
}

/** Where a thread is. */
export interface ThreadRef {
  channel: string;
  /** `ts` of its first message. */
  ts: string;
}

interface ThreadsDeps extends FilterSettings {
  clientFor(team: string): Promise<SlackClient>;
  /** Messages asked for at once. */
  pageSize: number;
  clock: Clock;
}

/** Milliseconds that looking up the names in a mention may take. */
const NAMES_WITHIN_MS = 10_000;
/** Milliseconds for the names in the beginning of a thread, while its form is waited for. */
const FORM_NAMES_WITHIN_MS = 2_000;

export function createThreads({ clientFor, pageSize, clock, ...filters }: ThreadsDeps): Threads {
  const directory = createDirectory(clock);

  const namesFor = (team: string, client: SlackClient, said: string | object, withinMs: number) =>
    directory.namesFor(team, client, idsIn(said), AbortSignal.timeout(withinMs));

  return {
    async preview(team, thread) {
      const client = await clientFor(team);
      const rules = await filterRulesFor(team, client, filters);
      const namesIn = (parts: object) => namesFor(team, client, parts, FORM_NAMES_WITHIN_MS);
      return previewThread(client, thread, { rules, pageSize, namesIn });
    },
    async plain(team, mrkdwn) {
      const client = await clientFor(team);
      const names = await namesFor(team, client, mrkdwn, NAMES_WITHIN_MS);
      return markdownFromMrkdwn(mrkdwn, { names, dates: createDates('UTC') });
    },
  };
}
