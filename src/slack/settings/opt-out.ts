import type { KnownBlock } from '@slack/types';
import { actions } from '../bolt/action-ids.ts';
import { refreshHome } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { button, buttons, type Deployment, section } from '../kit/parts.ts';
import { optOutMarks } from '../kit/text.ts';

/** "Leave my messages out" and back: for the person who clicks, in all conversations of their team. */
export function setOptOut(isOut: boolean) {
  return async (click: Click, slack: SlackContext): Promise<void> => {
    const { team, person } = click.actor;
    await slack.optOuts.set(team, person, isOut);
    slack.log.info({ team, isOut }, 'Somebody has said whether their messages may be used');
    await refreshHome(click, slack);
  };
}

/** On Home: whether a person's messages are used when others have something made of a thread or channel. */
export function optOutSection(isOptedOut: boolean, { optOutReaction }: Deployment): KnownBlock[] {
  return isOptedOut
    ? [
        section(
          'Your messages are *left out* of what anybody has made of a thread or channel; it is only told how many were.',
        ),
        ...buttons(button('Let my messages be used', actions.optIn, 'home')),
      ]
    : [
        section(
          `When somebody has something made of a thread or channel that you are in, your messages are part of it. ${optOutMarks(optOutReaction)} keeps that one out.`,
        ),
        ...buttons(button('Leave my messages out', actions.optOut, 'home')),
      ];
}
