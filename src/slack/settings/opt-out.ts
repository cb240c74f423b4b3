import { clickValue, refreshHome, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';

/** Returns the handler of "Leave my messages out" (`isOut`) and "Let my messages be used", for all conversations of the team. */
export function setOptOut(isOut: boolean) {
  return async (click: Click, slack: SlackContext): Promise<void> => {
    const { team, person } = click.actor;
    await slack.optOuts.set(team, person, isOut);
    slack.log.info({ team, isOut }, 'A person changed whether their messages are used');
    await refreshHome(click, slack);
    if (clickValue(click) === 'words') await reply(click, isOut ? NOW_OUT : NOW_IN);
  };
}

const NOW_OUT =
  'Your messages are left out from now on, in all conversations. Documents that exist already stay as they are. *Let my messages be used* on my Home takes this back.';
const NOW_IN = 'Your messages can be part of what people have made from now on.';
