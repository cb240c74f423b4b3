import { SlackFault } from '../../fault.ts';
import type { Slack } from '../../slack.ts';
import type { StoredFile, Team } from '../../workspace/model.ts';
import { findChannel, findFile, isMember } from '../../workspace/workspace.ts';
import type { Call } from './method.ts';

/** Who puts something into a team: the app, by its bot. */
export interface Poster {
  slack: Slack;
  team: Team;
}

/** A file that the app made or was given, or that was shared where it is. */
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
