import { within } from '../../../clock.ts';
import type { Found } from '../../../documents/find.ts';
import { unescapeSlack } from '../../../text.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions.ts';
import type { Click, Command, MenuQuery } from '../../bolt/requests.ts';
import type { Options } from '../../kit/catalogue-menus.ts';
import { plain } from '../../kit/text.ts';
import { foundMessage } from './list.ts';

/** `/deck find …`: a list that nobody else sees. */
export async function findDocuments(command: Command, slack: SlackContext, text: string): Promise<void> {
  const words = unescapeSlack(text).trim();
  if (words === '') {
    await command.respond({ response_type: 'ephemeral', text: USAGE });
    return;
  }
  const { isPartial, ...found } = await search(command, words, slack);
  await command.respond({
    response_type: 'ephemeral',
    ...foundMessage({ found, words, isPartial }, slack),
    unfurl_links: false,
  });
}

const USAGE = 'Type `/deck find` followed by words of the document, such as `/deck find spring launch`.';

/** Slack waits 3 s for the options of a menu. */
const SUGGEST_WITHIN_MS = 2400;

/** The search on Home, while somebody types in it. */
export async function suggestDocuments(query: MenuQuery, slack: SlackContext): Promise<Options> {
  const words = query.options.value;
  const find = (signal: AbortSignal) => search(query, words, slack, signal);
  const found = await within(slack.clock, SUGGEST_WITHIN_MS, find, null);
  const options = (found?.made ?? []).map((generation) => ({
    text: plain(generation.title || generation.label, 75),
    value: generation.id,
  }));
  return { options };
}

/** The document that was chosen there. */
export function foundId({ action }: Click): string | undefined {
  return 'selected_option' in action ? (action.selected_option?.value ?? undefined) : undefined;
}

async function search(
  acting: Acting,
  words: string,
  slack: SlackContext,
  signal?: AbortSignal,
): Promise<Found & { isPartial: boolean }> {
  const { actor } = acting;
  const [{ isPartial, ...sight }, policy, role] = await Promise.all([
    slack.sightOf(acting),
    slack.documentPolicies.of(actor.team),
    slack.roleOf(acting),
  ]);
  // Opened for the team: guests are let into some of its channels, and would read the titles of all its documents.
  const isWide = policy.search === 'account' && (role === 'member' || role === 'admin');
  return { ...(await slack.documents.find(actor, words, sight, { isWide }, signal)), isPartial };
}
