import type { AllMiddlewareArgs, SlackOptionsMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { type Options, plainMenu, themeMenu } from './menus.ts';

type Asked = SlackOptionsMiddlewareArgs<'block_suggestion'> & AllMiddlewareArgs;

/** Answers of the form's searchable menus, asked for on every keystroke. */
export function suggestThemes({ catalogue, serviceName }: SlackContext) {
  return suggest(async (team, query) => themeMenu(await catalogue.themes(team, query), serviceName));
}

export function suggestFolders({ catalogue, serviceName }: SlackContext) {
  return suggest(async (team, query) =>
    plainMenu(await catalogue.folders(team, query), 'folders', serviceName),
  );
}

export function suggestTemplates({ catalogue, serviceName }: SlackContext) {
  return suggest(async (team, query) =>
    plainMenu(await catalogue.templates(team, query), 'templates', serviceName),
  );
}

function suggest(answer: (team: string, query: string) => Promise<Options>) {
  return async ({ ack, options, context }: Asked) => {
    await ack((await answer(teamOf(context), options.value)) as Parameters<typeof ack>[0]);
  };
}
