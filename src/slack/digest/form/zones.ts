import { z } from 'zod';
import { isZone } from '../../../digests/schedule.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { MenuQuery } from '../../bolt/requests.ts';
import { single } from '../../kit/form/controls.ts';
import type { Control } from '../../kit/form/field.ts';
import { option } from '../../kit/form/menus.ts';

/** The runtime lists some zones by their former names alone; people look for the ones of today. */
const TODAY =
  'UTC Asia/Kolkata Asia/Kathmandu Asia/Ho_Chi_Minh Asia/Yangon Europe/Kyiv America/Nuuk Atlantic/Faroe ' +
  'America/Argentina/Buenos_Aires America/Indiana/Indianapolis Pacific/Chuuk Pacific/Pohnpei Pacific/Kanton Africa/Asmara';

let zones: string[] | undefined;

/** Listed once somebody looks for one: the runtime's calendars take 8 MB, which a start does without. */
function allZones(): string[] {
  zones ??= [...new Set([...TODAY.split(' ').filter(isZone), ...Intl.supportedValuesOf('timeZone')])].sort();
  return zones;
}

const OPTIONS_LIMIT = 100;

/** Time zones by any part of their name: `lisb`, `new york`, `kolk`. */
export async function suggestZones({ options }: MenuQuery, { clock }: Pick<SlackContext, 'clock'>) {
  // The offset in brackets is ours.
  const wanted = options.value.replace(/\(.*/, '').trim().toLowerCase().replaceAll(' ', '_');
  const found = allZones()
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, OPTIONS_LIMIT);
  return { options: found.map((zone) => zoneOption(zone, clock.now())) };
}

/** @param now milliseconds since the epoch */
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

/** "Europe/Lisbon (GMT+1)": with what its clocks are at now. */
function zoneOption(zone: string, now: number) {
  return option({ id: zone, name: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, now)})` });
}

function offsetOf(zone: string, now: number): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}
