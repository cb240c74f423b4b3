import { clickValue } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { refresh } from '../home/refresh.ts';

/** "Let everyone connect" and "Let only admins connect", on Home. */
export async function setConnectPolicy(click: Click, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  const who = clickValue(click) === 'everyone' ? 'everyone' : 'admins';
  await slack.connecting.policy.set(team, who);
  slack.log.info({ team, person, who }, 'who may connect was changed');
  await refresh(click, slack);
}
