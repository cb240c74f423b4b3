import type { Slack } from '../slack.ts';
import { openDirect } from '../workspace/membership.ts';
import { meOf } from './me.ts';

/** Sends the app the event that a person has opened its Home or Messages tab. */
export function openHome(slack: Slack, { user, tab }: { user: string; tab: 'home' | 'messages' }): void {
  const { team } = meOf(slack, user);
  const { installation } = team;
  if (!installation) return;
  const members = [user, installation.botUserId];
  const channel = openDirect(slack.workspace, team, members, slack.clock.now());
  const view = tab === 'home' ? team.homes[user] : undefined;
  slack.emit(team.id, {
    type: 'app_home_opened',
    user,
    channel: channel.id,
    tab,
    ...(view ? { view } : {}),
    event_ts: slack.workspace.nextTs(),
  });
}
