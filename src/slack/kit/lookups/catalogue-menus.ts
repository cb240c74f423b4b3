import type { PlainTextElement, PlainTextOption } from '@slack/types';
import type { Found, Named, Theme } from '../../../catalogue/catalogue.ts';
import { clip } from '../../../text.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { MenuQuery } from '../../bolt/requests.ts';
import { plain } from '../blocks/text.ts';
import { isOffered, noticeOption, option } from '../form/menus.ts';

/** Slack's maximum number of options of a searchable menu. */
const OPTIONS_LIMIT = 100;

export type Options =
  | { options: PlainTextOption[] }
  | { option_groups: { label: PlainTextElement; options: PlainTextOption[] }[] };

type Query = Pick<MenuQuery, 'actor'> & { options: { value: string } };

/** Returns all options of a menu as one list, also if the menu has groups. */
export function optionsOf(menu: Options): PlainTextOption[] {
  return 'options' in menu ? menu.options : menu.option_groups.flatMap(({ options }) => options);
}

/** Returns the themes whose name or description (colours and moods) matches, names first. The service itself searches only names. */
export async function suggestThemes(
  { actor: { team }, options: { value: typed } }: Query,
  { catalogue, serviceName }: SlackContext,
): Promise<Options> {
  const [named, all] = await Promise.all([catalogue.themes(team, typed), catalogue.themes(team, '')]);
  const words = typed.toLowerCase().split(/\s+/);
  const isDescribed = ({ description = '' }: Theme) =>
    words.every((word) => description.toLowerCase().includes(word));
  const known = new Set(named.items.map(({ id }) => id));
  const more = all.items.filter((theme) => !known.has(theme.id) && isDescribed(theme));
  const found = more.length > 0 ? { state: 'fresh' as const, items: [...named.items, ...more] } : named;
  return themeMenu(found, serviceName);
}

/** Suggests folders. A guest gets none, because the names of folders can tell what the company works on. */
export async function suggestFolders(query: MenuQuery, slack: SlackContext): Promise<Options> {
  const { actor, options } = query;
  if ((await slack.roleOf(query)) === 'guest')
    return { options: [noticeOption('guest', 'Guests cannot choose a folder')] };
  return plainMenu(await slack.catalogue.folders(actor.team, options.value), 'folders', slack.serviceName);
}

export async function suggestTemplates({ actor, options }: MenuQuery, slack: SlackContext): Promise<Options> {
  return plainMenu(
    await slack.catalogue.templates(actor.team, options.value),
    'templates',
    slack.serviceName,
  );
}

/** Returns a menu with a group of custom themes and one of standard themes. Omits empty groups, because Slack refuses them. */
function themeMenu(found: Found<Theme>, serviceName: string): Options {
  const notice = noticeFor(found, 'themes', serviceName);
  if (notice) return { options: [notice] };
  const offered = (found.items as Theme[]).filter(isOffered);
  const own = offered.filter(({ type }) => type === 'custom').slice(0, OPTIONS_LIMIT);
  const standard = offered.filter(({ type }) => type === 'standard').slice(0, OPTIONS_LIMIT - own.length);
  const groups = [group('Your workspace’s themes', own), group('Standard themes', standard)].flat();
  return groups.length > 0 ? { option_groups: groups } : { options: [] };
}

function plainMenu(found: Found<Named>, what: string, serviceName: string): Options {
  const notice = noticeFor(found, what, serviceName);
  if (notice) return { options: [notice] };
  return { options: (found.items as Named[]).filter(isOffered).slice(0, OPTIONS_LIMIT).map(option) };
}

function group(label: string, items: Named[]) {
  return items.length > 0 ? [{ label: plain(label, 75), options: items.map(option) }] : [];
}

/** Returns an option that says why a menu's options could not be loaded. Returns undefined if loading them succeeded. */
function noticeFor({ state }: Found<Named>, what: string, serviceName: string): PlainTextOption | undefined {
  const service = clip(serviceName, 25);
  if (state === 'unconnected') return noticeOption(state, `Not connected to ${service}`);
  if (state === 'unavailable') return noticeOption(state, `No ${what} from ${service} now; try again`);
  return undefined;
}
