import { report } from './figures.ts';
import { benchFollowing } from './follow-many.ts';
import { benchLargeConversations } from './large-conversations.ts';
import { benchLeases } from './leases.ts';
import { benchStreaming } from './stream-export.ts';

/** `npm run bench`: each figure beside its baseline of the same run, as a table and as JSON; exit 1 where a limit is broken. */
const figures = [
  ...(await benchStreaming()),
  ...(await benchFollowing()),
  ...(await benchLeases()),
  ...(await benchLargeConversations()),
];
process.exit(report(figures) ? 0 : 1);
