import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, type Press, presserOf } from '../bolt/press.ts';
import { roleIn } from '../bolt/roles.ts';
import { tell } from '../bolt/tell.ts';
import { refresh } from '../home/refresh.ts';
import { ONLY_ADMINS } from './connect-problems.ts';

/** "Let everyone connect" and "Let only admins connect", on Home. */
export function setConnectPolicy(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person } = presserOf(press);
    const role = await roleIn({ client: press.client, team, person }, slack.log);
    if (role !== 'admin') return tell(press, ONLY_ADMINS);
    const who = buttonValue(press) === 'everyone' ? 'everyone' : 'admins';
    await slack.connecting.policy.set(team, who);
    slack.log.info({ team, person, who }, 'who may connect was changed');
    await refresh(press, slack);
  };
}
