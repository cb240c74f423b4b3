import { refreshHome } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';

/** "Leave my messages out" and back: for the person who clicks, in all conversations of their team. */
export function setOptOut(isOut: boolean) {
  return async (click: Click, slack: SlackContext): Promise<void> => {
    const { team, person } = click.actor;
    await slack.optOuts.set(team, person, isOut);
    slack.log.info({ team, isOut }, 'somebody has said whether their messages may be used');
    await refreshHome(click, slack);
  };
}
