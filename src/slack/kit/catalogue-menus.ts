import type { PlainTextElement, PlainTextOption } from '@slack/types';
import type { Found, Named, Theme } from '../../catalogue/catalogue.ts';
import { clip } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { MenuQuery } from '../bolt/requests.ts';
import { isOffered, noticeOption, option } from './form/menus.ts';
import { plain } from './text.ts';

/** Options for Slack's searchable menus. At most 100 are shown; typing narrows them. */
const OPTIONS_LIMIT = 100;

export type Options =
  | { options: PlainTextOption[] }
  | { option_groups: { label: PlainTextElement; options: PlainTextOption[] }[] };

/** Searchable menus ask on every keystroke. */
export async function suggestThemes({ actor, options }: MenuQuery, slack: SlackContext): Promise<Options> {
  return themeMenu(await slack.catalogue.themes(actor.team, options.value), slack.serviceName);
}

export async function suggestFolders({ actor, options }: MenuQuery, slack: SlackContext): Promise<Options> {
  return plainMenu(await slack.catalogue.folders(actor.team, options.value), 'folders', slack.serviceName);
}

export async function suggestTemplates({ actor, options }: MenuQuery, slack: SlackContext): Promise<Options> {
  return plainMenu(
    await slack.catalogue.templates(actor.team, options.value),
    'templates',
    slack.serviceName,
  );
}

/** The team's own themes before everybody's, in groups; an empty group is left out, as Slack refuses it. */
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

/** The reason why nothing can be offered; undefined where something can, or where nothing matches. */
function noticeFor({ state }: Found<Named>, what: string, serviceName: string): PlainTextOption | undefined {
  const service = clip(serviceName, 25);
  if (state === 'unconnected') return noticeOption(state, `Not connected to ${service} yet`);
  if (state === 'unavailable') return noticeOption(state, `No ${what} from ${service} now; try again`);
  return undefined;
}
