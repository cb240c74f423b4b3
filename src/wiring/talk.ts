import type { SlackClients } from '../slack/clients.ts';
import { isMemberOf } from '../slack/membership.ts';
import { createConversationReader } from '../sources/conversation-reader.ts';
import { createDirectory } from '../sources/names/directory.ts';
import { createCollectedPages } from '../storage/collected-pages.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Parts } from './parts.ts';

/** What reads threads and channels. */
export function createTalkReader({ config, clock, db, clients }: Parts & { clients: SlackClients }) {
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
