import type { KnownBlock } from '@slack/types';
import { clickValue, refreshHome, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, type Deployment, section } from '../kit/blocks/parts.ts';
import { optOutMarks } from '../kit/blocks/text.ts';

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

/** Draws the section on Home that says whether documents about threads and channels may use the person's messages. @param from where its button is */
export function optOutSection(
  isOptedOut: boolean,
  { optOutReaction }: Deployment,
  from: 'home' | 'words' = 'home',
): KnownBlock[] {
  return isOptedOut
    ? [
        section(
          'Your messages are *left out* of what anybody has made of a thread or channel. Only how many were left out is told.',
        ),
        ...buttons(button('Let my messages be used', actions.optIn, from)),
      ]
    : [
        section(
          `When somebody has something made of a thread or channel that you are in, your messages are part of it. ${optOutMarks(optOutReaction)} keeps that one out.`,
        ),
        ...buttons(button('Leave my messages out', actions.optOut, from)),
      ];
}
