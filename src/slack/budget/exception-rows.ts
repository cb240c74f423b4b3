import type { KnownBlock } from '@slack/types';
import type { Budget } from '../../asks/limits.ts';
import { plural } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { section } from '../kit/blocks/parts.ts';
import { channelMention, isChannel, isErased, personName, plain } from '../kit/blocks/text.ts';

type Limits = Pick<Budget, 'creditsOf' | 'creditsOfPerson' | 'creditsOfChannel'>;

/** Draws the exceptions (people and channels with their own limit), each with a menu to change or remove it. */
export function exceptionRows({ creditsOf }: Limits): KnownBlock[] {
  return Object.entries(creditsOf).map(([id, limit]) => ({
    ...section(`${nameOf(id)}: ${limitText(limit)}`),
    accessory: {
      type: 'overflow',
      action_id: actions.limitException,
      options: [
        ...(isErased(id) ? [] : [{ text: plain('Change…', 75), value: `change ${id}` }]),
        { text: plain('Remove', 75), value: `remove ${id}` },
      ],
    },
  }));
}

/** Returns the limit of a person or channel that has no exception. @param of the id, or `people` or `channels` */
export function generalLimit(of: string, { creditsOfPerson, creditsOfChannel }: Limits): number | null {
  return of === 'channels' || isChannel(of) ? creditsOfChannel : creditsOfPerson;
}

const nameOf = (id: string) => (isChannel(id) ? channelMention(id) : personName(id));

function limitText(limit: number | null): string {
  return limit === null ? 'no limit' : plural(limit, 'credit');
}
