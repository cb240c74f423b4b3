import type { SlackContext } from '../bolt/context.ts';
import { type Press, presserOf } from '../bolt/press.ts';
import { refresh } from '../home/refresh.ts';

/** "Leave my messages out" and back: for the person who presses, in all conversations of their team. */
export function setOptOut(slack: SlackContext, isOut: boolean) {
  return async (press: Press) => {
    await press.ack();
    const { team, person } = presserOf(press);
    await slack.optOuts.set(team, person, isOut);
    slack.log.info({ team, isOut }, 'somebody has said whether their messages may be used');
    await refresh(press, slack);
  };
}
