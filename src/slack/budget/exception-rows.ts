import type { KnownBlock } from '@slack/types';
import type { Budget } from '../../asks/limits.ts';
import { plural, thousands } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { section } from '../kit/blocks/parts.ts';
import { channelMention, isChannel, isErased, personName, plain } from '../kit/blocks/text.ts';

type Limits = Pick<Budget, 'creditsOf' | 'creditsOfPerson' | 'creditsOfChannel'>;

/** Draws the exceptions (people and channels with their own limit), each with a menu to change or remove it. */
export function exceptionRows(limits: Limits, ids = Object.keys(limits.creditsOf)): KnownBlock[] {
  return ids.map((id) => ({
    ...section(`${limitLine(id, limits.creditsOf[id] ?? null)}${others(id, limits)}`),
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

/** Returns the exceptions that were at least as high as the limit of others before a change, and are lower after it. */
export function heldBack(before: Limits, after: Limits): string[] {
  return Object.keys(after.creditsOf).filter((id) => isLower(id, after) && !isLower(id, before));
}

/** Returns the limit of a person or channel that has no exception. @param of the id, or `people` or `channels` */
export function generalLimit(of: string, { creditsOfPerson, creditsOfChannel }: Limits): number | null {
  return of === 'channels' || isChannel(of) ? creditsOfChannel : creditsOfPerson;
}

function isLower(id: string, limits: Limits): boolean {
  const [own, general] = [limits.creditsOf[id] ?? null, generalLimit(id, limits)];
  return own !== null && (general === null || own < general);
}

/** Returns the limit of others, if it is higher than the exception. */
function others(id: string, limits: Limits): string {
  if (!isLower(id, limits)) return '';
  const general = generalLimit(id, limits);
  return ` (others: ${general === null ? 'no limit' : thousands(general)})`;
}

/** Returns for example "@Ben: 35 credits". */
export const limitLine = (id: string, limit: number | null) => `${nameOf(id)}: ${limitText(limit)}`;

const nameOf = (id: string) => (isChannel(id) ? channelMention(id) : personName(id));

function limitText(limit: number | null): string {
  return limit === null ? 'no limit' : plural(limit, 'credit');
}
