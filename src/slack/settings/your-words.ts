import type { KnownBlock } from '@slack/types';
import { actions } from '../bolt/action-ids.ts';
import { optOutMarks } from '../kit/opt-out-marks.ts';
import { button, buttons, section, type Words } from '../kit/parts.ts';

/** On Home: whether a person's words are used when others have something made of a thread or channel. */
export function yourWordsSection(isOptedOut: boolean, { optOutReaction }: Words): KnownBlock[] {
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
