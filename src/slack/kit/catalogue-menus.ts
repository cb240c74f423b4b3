import type { SlackContext } from '../bolt/context.ts';
import type { MenuQuery } from '../bolt/requests.ts';
import { type Options, plainMenu, themeMenu } from './menus.ts';

/** Answers of the form's searchable menus, asked for on every keystroke. */
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
