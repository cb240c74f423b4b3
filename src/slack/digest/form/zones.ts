import { z } from 'zod';
import { isZone } from '../../../digests/schedule.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { MenuQuery } from '../../bolt/requests.ts';
import { single } from '../../kit/form/controls.ts';
import type { Control } from '../../kit/form/field.ts';
import { option } from '../../kit/form/menus.ts';

/** Current names of time zones for which the runtime's list has only older names. */
const CURRENT_NAMES =
  'UTC Asia/Kolkata Asia/Kathmandu Asia/Ho_Chi_Minh Asia/Yangon Europe/Kyiv America/Nuuk Atlantic/Faroe ' +
  'America/Argentina/Buenos_Aires America/Indiana/Indianapolis Pacific/Chuuk Pacific/Pohnpei Pacific/Kanton Africa/Asmara';

let zones: string[] | undefined;

/** Returns the names of all time zones. The list is created at first use, because it takes 8 MB of memory. */
function allZones(): string[] {
  zones ??= [
    ...new Set([...CURRENT_NAMES.split(' ').filter(isZone), ...Intl.supportedValuesOf('timeZone')]),
  ].sort();
  return zones;
}

/** Slack's maximum number of options in a menu. */
const OPTIONS_LIMIT = 100;

/** Returns menu options for the time zones whose name contains what the person typed, for example "lisb" or "new york". */
export async function suggestZones({ options }: MenuQuery, { clock }: SlackContext) {
  // The person may have pasted the text of an option, which ends with the offset in brackets.
  const wanted = options.value.replace(/\(.*/, '').trim().toLowerCase().replaceAll(' ', '_');
  const found = allZones()
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, OPTIONS_LIMIT);
  return { options: found.map((zone) => zoneOption(zone, clock.now())) };
}

/** Returns the menu of time zones. @param now current time in milliseconds. The shown offsets depend on it, because of summer time */
export function zoneMenu(now: number): Control<string, string> {
  return {
    ...single<string>(
      (raw) => ({
        type: 'external_select',
        min_query_length: 0,
        ...(isZone(raw) && { initial_option: zoneOption(raw, now) }),
      }),
      ({ selected_option }) => selected_option?.value ?? '',
    ),
    empty: '',
    raw: z.string(),
    schema: z.string().refine(isZone, 'Search for a time zone, such as Europe/Lisbon.'),
  };
}

/** Returns an option such as "Europe/Lisbon (GMT+1)". @param now current time in milliseconds, for the offset */
function zoneOption(zone: string, now: number) {
  return option({ id: zone, name: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, now)})` });
}

function offsetOf(zone: string, now: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}
