import { roleIn } from '../admin.ts';
import { ONLY_ADMINS } from '../blocks/connect-problems.ts';
import type { SlackContext } from '../context.ts';
import { buttonValue, type Press, presserOf } from './press.ts';
import { refresh } from './refresh.ts';
import { tell } from './tell.ts';

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
