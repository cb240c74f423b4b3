import type { WebClient } from '@slack/web-api';
import { createCollectedPages } from '../generations/collected-pages.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { isMemberOf } from '../slack/kit/membership.ts';
import type { Threads } from '../slack/thread/threads.ts';
import { createConversationReader } from '../sources/conversation-reader.ts';
import { createDirectory, idsIn } from '../sources/directory.ts';
import { createDates } from '../sources/markdown/context.ts';
import { markdownFromMrkdwn } from '../sources/markdown/mrkdwn.ts';
import { previewThread } from '../sources/preview.ts';
import { filterRulesFor } from '../sources/transcript/filter.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Parts } from './parts.ts';

type TalkParts = Parts & { clients: SlackClients };

/** What reads threads and channels, for generations. */
export function createTalkReader({ config, clock, db, clients }: TalkParts) {
  return createConversationReader({
    clientFor: clients.reads,
    isMemberOf,
    directory: createDirectory(clock),
    optedOut: createOptOuts(db).of,
    pagesOf: (team, generation) => createCollectedPages(db, { team, generation }),
    clock,
    pageSize: config.SLACK_HISTORY_PAGE,
    reaction: config.OPT_OUT_REACTION,
  });
}

/** Milliseconds that looking up the names in a mention may take. */
const NAMES_WITHIN_MS = 10_000;
/** And those in the beginning of a thread, while its form is waited for. */
const FORM_NAMES_WITHIN_MS = 2_000;

/** Threads, as people point at them. */
export function createThreads({ config, clock, db, clients }: TalkParts): Threads {
  const directory = createDirectory(clock);
  const pageSize = config.SLACK_HISTORY_PAGE;

  const filters = { optedOut: createOptOuts(db).of, reaction: config.OPT_OUT_REACTION };

  const namesFor = (team: string, client: WebClient, mrkdwn: string, withinMs: number) =>
    directory.namesFor(team, client, idsIn(mrkdwn), AbortSignal.timeout(withinMs));

  return {
    async plain(team, mrkdwn) {
      const client = await clients.reads(team);
      const names = await namesFor(team, client, mrkdwn, NAMES_WITHIN_MS);
      return markdownFromMrkdwn(mrkdwn, { names, dates: createDates('UTC') });
    },
    async look(team, thread) {
      const client = await clients.reads(team);
      const rules = await filterRulesFor(team, client, filters);
      const namesIn = (mrkdwn: string) => namesFor(team, client, mrkdwn, FORM_NAMES_WITHIN_MS);
      return previewThread(client, thread, { rules, pageSize, namesIn });
    },
  };
}
