import type { ModalView } from '@slack/types';
import { csvOf } from '../../csv.ts';
import type { UsageScope } from '../../generations/usage.ts';
import { clickValue } from '../bolt/answers/click.ts';
import { fillOrOpen } from '../bolt/answers/open-then-fill.ts';
import { sendOwnFiles } from '../bolt/calls/send-own-files.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { namesFor } from '../kit/lookups/names.ts';
import { barChart } from './chart.ts';
import { chartText, monthId, totalText, USAGE_TITLE, usageView } from './usage-blocks.ts';

/** Shows the credits that were spent in a month. Everybody can see their own usage. Admins can also see the usage of the whole team. */

export const ONLY_ADMINS_USAGE = 'Only Slack admins and owners can see the usage of the whole workspace.';

/** Handles "Your usage…" on Home, which everybody has, and the buttons for other months in the opened modal. */
export function showOwnUsage(click: Click, slack: SlackContext): Promise<void> {
  return show(click, click.actor, slack);
}

/** Handles "Usage…" on Home, which only admins have, and the buttons for other months in the opened modal. */
export function showTeamUsage(click: Click, slack: SlackContext): Promise<void> {
  return show(click, { team: click.actor.team }, slack);
}

/** Shows the usage of the month that the button names. Opens a modal, or updates the modal in which the click was. */
async function show(click: Click, scope: UsageScope, slack: SlackContext): Promise<void> {
  const fill = async (): Promise<ModalView> => {
    const [usage, spent, limits] = await Promise.all([
      slack.generations.usage(scope, monthIn(click, slack)),
      scope.person === undefined ? undefined : slack.generations.spentByPerson(click.actor),
      scope.person === undefined ? slack.settings.of(scope.team) : undefined,
    ]);
    return usageView(usage, { spent, limits, now: slack.clock.now() });
  };
  await fillOrOpen(click, USAGE_TITLE, fill, slack);
}

/** Returns a time (milliseconds since the epoch) in the month that the button names; now if the month is invalid or in the future. */
function monthIn(click: Click, { clock }: Pick<SlackContext, 'clock'>): number {
  const named = clickValue(click) ?? '';
  const at = /^20\d\d-(0[1-9]|1[0-2])$/.test(named) ? Date.parse(`${named}-01T00:00:00Z`) : Number.NaN;
  return at <= clock.now() ? at : clock.now();
}

/** Handles the button "Download (CSV)": sends the admin a direct message with a month's usage as CSV and as a chart. */
export async function sendUsage(click: Click, slack: SlackContext): Promise<void> {
  const { team } = click.actor;
  const at = monthIn(click, slack);
  const month = monthId(new Date(at));
  const make = async () => {
    const [usage, rows] = await Promise.all([
      slack.generations.usage({ team }, at),
      slack.generations.usageRows(team, at),
    ]);
    const ids = rows.flatMap(({ person, place }) => [person, place]);
    const nameOf = await namesFor(click, ids, slack);
    const lines = rows.map(({ day, person, place, kind, asks, credits }) => [
      ...[day, person, nameOf(person), place || 'private', nameOf(place), kind, asks, credits],
    ]);
    const header = ['day', 'person', 'name', 'channel', 'channel name', 'kind', 'asks', 'credits'];
    const csv = csvOf([header, ...lines]);
    const files = [
      { name: `deckhand-usage-${month}.csv`, data: csv },
      { name: `deckhand-usage-${month}.png`, data: barChart(usage), alt: chartText(usage) },
    ];
    return { files, comment: `${totalText(usage)} ${chartText(usage)}` };
  };
  if (await sendOwnFiles(click, make, slack))
    await slack.audit.record({ ...click.actor, what: 'usage exported', object: month, via: 'usage' });
}
