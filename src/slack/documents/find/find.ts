import { within } from '../../../clock.ts';
import type { Found } from '../../../documents/find.ts';
import type { Generation } from '../../../generations/generation.ts';
import { unescapeSlack } from '../../../text.ts';
import { clickValue } from '../../bolt/click.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions.ts';
import type { Click, Command, MenuQuery } from '../../bolt/requests.ts';
import type { Options } from '../../kit/catalogue-menus.ts';
import { isDocument } from '../../kit/document-actions.ts';
import { plain } from '../../kit/text.ts';
import { showMore } from '../more.ts';
import { foundMessage } from './list.ts';

/** `/deck find …`: a list that nobody else sees. */
export async function findDocuments(command: Command, slack: SlackContext, text: string): Promise<void> {
  const words = unescapeSlack(text).trim();
  if (words === '') await command.respond({ response_type: 'ephemeral', text: USAGE });
  else await command.respond(await listOf(command, words, slack));
}

/** "More…" on such a list. One that still has a document which was deleted since is searched for anew. */
export async function showFound(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  await showMore(click, generation, slack);
  const words = (clickValue(click) ?? '').split(' ').slice(1).join(' ');
  if (isDocument(generation) || !words || !click.respond) return;
  await click.respond({ ...(await listOf(click, words, slack)), replace_original: true });
}

async function listOf(acting: Acting, words: string, slack: SlackContext) {
  const { isPartial, ...found } = await search(acting, words, slack);
  return {
    response_type: 'ephemeral' as const,
    ...foundMessage({ found, words, isPartial }, slack),
    unfurl_links: false,
  };
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
    slack.settings.of(actor.team),
    slack.roleOf(acting),
  ]);
  // Opened for the team: guests are let into some of its channels, and would read the titles of all its documents.
  const isWide = policy.search === 'account' && (role === 'member' || role === 'admin');
  return { ...(await slack.documents.find(actor, words, sight, { isWide }, signal)), isPartial };
}
