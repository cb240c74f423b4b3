import type { KnownBlock, ModalView } from '@slack/types';
import { type Budget, monthStart, type SpendKind } from '../../asks/limits.ts';
import type { UsedOfLimit } from '../../generations/spending.ts';
import type { Usage, UsageCount, UsageGroup } from '../../generations/usage.ts';
import { plural, thousands } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { dayBars } from '../kit/blocks/bars.ts';
import { button, buttons, context, heading, section } from '../kit/blocks/parts.ts';
import { channelMention, personName } from '../kit/blocks/text.ts';
import { ownCreditsText } from '../kit/copy/blocker-copy.ts';
import { modalForm } from '../kit/form/modal.ts';
import { generalLimit } from './exception-rows.ts';

export const USAGE_TITLE = 'Usage';

/** Maximum number of rows per list in the modal, for example of people. The downloaded file has no such limit. */
const SHOWN = 15;

const kindNames: Record<SpendKind, string> = {
  quick: 'Quick documents and changes',
  thorough: 'Thorough documents',
  picture: 'Pictures',
  digest: 'Digests',
};

interface UsageDisplay {
  /** What the person who opened the modal has used this month. Set if the modal shows the usage of this person and not of the team. */
  spent?: UsedOfLimit | undefined;
  /** The limits of this month, if the modal shows the usage of the team. */
  limits?: Budget | undefined;
  now: number;
}

/** Draws the modal that shows the credits spent in one month. */
export function usageView(usage: Usage, { spent, limits, now }: UsageDisplay): ModalView {
  const isOwn = spent !== undefined;
  const isThisMonth = usage.month.getTime() === monthStart(now).getTime();
  const { total, by, people } = usage;
  // The limits of earlier months are not stored.
  const held = isThisMonth ? limits : undefined;
  const own = isThisMonth ? spent : undefined;
  // An erasure moves a person's asks to a pseudonym. They still count towards the limit.
  const erased = own ? Math.max(0, rounded(own.used - total.credits)) : 0;
  const limitOf = ({ name }: UsageGroup) =>
    held && name
      ? held.creditsOf[name] === undefined
        ? generalLimit(name, held)
        : held.creditsOf[name]
      : null;
  const groups: KnownBlock[] = [
    section(`${chartBars(usage)}\n${chartText(usage)}`),
    ...(isOwn ? [] : list('By person', by.person, people, ({ name }) => personName(name), limitOf)),
    ...list('For what', by.kind, by.kind.length, ({ name }) => kindNames[name as SpendKind] ?? name),
    ...list('Where', by.place, by.place.length, placeName, limitOf),
  ];
  return modalForm({
    title: USAGE_TITLE,
    close: 'Close',
    blocks: [
      heading(monthName(usage.month)),
      ...(erased > 0 && total.asks === 0
        ? []
        : [section(totalText(usage, { isOwn, limit: held?.creditsOfTeam }))]),
      ...(own ? [section(ownCreditsText(own))] : []),
      ...(erased > 0
        ? context(`${plural(erased, 'credit')} of this: before your data was erased, so without details.`)
        : []),
      ...(total.asks > 0 ? groups : []),
      ...turns(usage, isOwn, now),
      ...context(
        'Credits that are spent or reserved, by the day on which an ask was sent. An ask for which no cost was reported counts as 1. Months are those of UTC.',
        isOwn ? 'Slack admins see how much each person uses, without titles.' : undefined,
        held ? 'Bold: at least 80 % of a limit.' : undefined,
      ),
    ],
  });
}

function turns({ month, total, hasEarlier }: Usage, isOwn: boolean, now: number): KnownBlock[] {
  const action = isOwn ? actions.ownUsage : actions.teamUsage;
  const turn = (months: number) => {
    const to = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months));
    const id = monthId(to);
    return to.getTime() <= now ? [button(monthName(to), action, id)] : [];
  };
  const file = !isOwn && total.asks > 0 && button('Download (CSV)', actions.usageFile, monthId(month));
  // The buttons for the earlier and the later month are in different blocks, because Slack does not allow one action id twice in a block.
  return [...buttons(...(file ? [file] : []), ...(hasEarlier ? turn(-1) : [])), ...buttons(...turn(1))];
}

/** Returns a text such as "*142 of 500 credits* for 17 asks by 5 people." @param of.limit the limit of the team; null or undefined: none */
export function totalText(
  { month, total, people }: Usage,
  { isOwn, limit }: { isOwn?: boolean; limit?: number | null | undefined } = {},
): string {
  if (total.asks === 0) return `Nothing was made in ${monthName(month)}.`;
  const by = isOwn ? '' : ` by ${plural(people, 'person', 'people')}`;
  return `${isOwn ? 'You used ' : ''}*${creditsText(total, limit)}* for ${plural(total.asks, 'ask')}${by}.`;
}

/** Returns the alternative text of the chart: "Credits per day in November 2026. Most on November 12: 34." */
export function chartText(usage: Usage): string {
  const [most] = usage.by.day;
  const begin = `Credits per day in ${monthName(usage.month)}.`;
  if (!most || most.credits === 0) return begin;
  const month = usage.month.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  return `${begin} Most on ${month} ${most.name}: ${thousands(rounded(most.credits))}.`;
}

/** Returns the credits spent on each day of the month, including days with none. */
export function creditsByDay({ month, by }: Usage): number[] {
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  return Array.from(
    { length: last },
    (_, at) => by.day.find(({ name }) => name === String(at + 1))?.credits ?? 0,
  );
}

/** Returns the chart as characters. A picture in a modal would need a public URL, or an upload that Slack has processed. */
function chartBars(usage: Usage): string {
  return `\`${dayBars(creditsByDay(usage))}\``;
}

function list(
  title: string,
  groups: UsageGroup[],
  count: number,
  nameOf: (group: UsageGroup) => string,
  limitOf: (group: UsageGroup) => number | null = () => null,
): KnownBlock[] {
  const lines = groups
    .slice(0, SHOWN)
    .map((group) => `${nameOf(group)}: ${countText(group, limitOf(group))}`);
  const more = count > SHOWN ? [`and ${thousands(count - SHOWN)} more in the download`] : [];
  return [section([`*${title}*`, ...lines, ...more].join('\n'))];
}

/** Share of a limit from which the credits are bold. */
const NEAR = 0.8;

function countText(count: UsageCount, limit: number | null): string {
  const credits = creditsText(count, limit);
  const isNear = limit !== null && count.credits >= limit * NEAR;
  return `${isNear ? `*${credits}*` : credits}, ${plural(count.asks, 'ask')}`;
}

function creditsText({ credits }: UsageCount, limit: number | null = null): string {
  const used = rounded(credits);
  return limit === null ? plural(used, 'credit') : `${thousands(used)} of ${plural(limit, 'credit')}`;
}

function placeName({ name }: UsageGroup): string {
  return name ? channelMention(name) : 'Direct messages, for one person';
}

function rounded(credits: number): number {
  return Math.round(credits * 10) / 10;
}

/** Formats a month as "November 2026". */
function monthName(month: Date): string {
  return month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Formats a month as "2026-11", which buttons have as their value. */
export function monthId(month: Date): string {
  return month.toISOString().slice(0, 7);
}
