import { SlackFault } from '../../fault.ts';
import type { Slack } from '../../slack.ts';
import type { StoredFile, Team } from '../../workspace/model.ts';
import { findChannel, findFile, isMember } from '../../workspace/workspace.ts';
import type { Call } from './method.ts';

/** The team in which the app posts something. */
export interface Poster {
  slack: Slack;
  team: Team;
}

/** Returns a file that the app uploaded or got in a form, or that is shared in one of its conversations. */
export function fileAccess({ team }: Poster, id: string): StoredFile | undefined {
  const file = findFile(team, id);
  const bot = team.installation?.botUserId ?? '';
  const isShared = file?.shares.some((share) => {
    const channel = findChannel(team, share.channel);
    return channel && isMember(channel, bot);
  });
  return file?.complete && (file.user === bot || file.given || isShared) ? file : undefined;
}

export function visibleFile(call: Call, id: string): StoredFile {
  const file = fileAccess(call, id);
  if (!file) throw new SlackFault('file_not_found');
  return file;
}
