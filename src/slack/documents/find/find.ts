import type { KnownBlock } from '@slack/types';
import { within } from '../../../clock.ts';
import type { ForeignDocument, Found } from '../../../documents/find.ts';
import type { Generation } from '../../../generations/generation.ts';
import { capitalized, clip, unescapeSlack } from '../../../text.ts';
import { clickValue } from '../../bolt/answers/click.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import type { Click, Command, MenuQuery } from '../../bolt/requests.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { isDocument } from '../../kit/blocks/document-buttons.ts';
import {
  button,
  buttons,
  buttonValue,
  context,
  type Deployment,
  linked,
  type Message,
  section,
} from '../../kit/blocks/parts.ts';
import {
  channelMention,
  escaped,
  isChannel,
  mention,
  moment,
  oneLine,
  plain,
  serviceText,
} from '../../kit/blocks/text.ts';
import { causeText, referenceText } from '../../kit/copy/failure-copy.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { workCopy } from '../../kit/copy/work-copy.ts';
import type { Options } from '../../kit/lookups/catalogue-menus.ts';
import { showMore } from '../more.ts';

/** Handles `/deck find …`: replies with a list of documents. Only the person sees the reply. */
export async function findDocuments(command: Command, slack: SlackContext, text: string): Promise<void> {
  const words = unescapeSlack(text).trim();
  if (words === '') await command.respond({ response_type: 'ephemeral', text: USAGE });
  else await command.respond(await listOf(command, words, slack));
}

/** Opens the modal of a found document, after a click on "More…". If the document was deleted, also updates the list. */
export async function showFound(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  await showMore(click, generation, slack);
  const words = (clickValue(click) ?? '').split(' ').slice(1).join(' ');
  if (isDocument(generation) || !words || !click.respond) return;
  await click.respond({ ...(await listOf(click, words, slack)), replace_original: true });
}

async function listOf(acting: Acting, words: string, slack: SlackContext) {
  return {
    response_type: 'ephemeral' as const,
    ...(await listFound(acting, words, slack)),
    unfurl_links: false,
  };
}

export async function listFound(acting: Acting, words: string, slack: SlackContext): Promise<Message> {
  const { isPartial, ...found } = await search(acting, words, slack);
  return foundMessage({ found, words, isPartial }, slack);
}

const USAGE = 'Type `/deck find` followed by words of the document, such as `/deck find spring launch`.';

/** Timeout of the search for the menu on Home, in milliseconds, because Slack waits only 3 s for a menu's options. */
const SUGGEST_WITHIN_MS = 2400;

/** Returns the options of the search menu on Home; an empty list after `SUGGEST_WITHIN_MS`. */
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

/** Returns the id of the generation that the person chose in the search menu on Home. */
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
  const [{ isPartial, ...access }, policy, role] = await Promise.all([
    slack.accessOf(acting),
    slack.settings.of(actor.team),
    slack.roleOf(acting),
  ]);
  // A wide search also returns titles of documents that were not made with Deckhand. Guests may not see these titles.
  const isWide = policy.search === 'account' && (role === 'member' || role === 'admin');
  return { ...(await slack.documents.find(actor, words, access, { isWide }, signal)), isPartial };
}

export interface FoundDisplay {
  found: Found;
  /** The text that the person typed. */
  words: string;
  /** True if some documents may be missing, because Slack did not say which conversations the person is in. */
  isPartial: boolean;
}

/** Builds the message with the found documents. Only the person who searched sees it. */
export function foundMessage(
  { found, words, isPartial }: FoundDisplay,
  { serviceName }: Deployment,
): Message {
  const { made, others, isLocal, isNear, problem } = found;
  const service = serviceText(serviceName);
  const said = `“${escaped(oneLine(words), 150)}”`;
  const nothing = made.length + others.length === 0;
  const text = nothing || isNear ? `Nothing was found for ${said}.` : `Documents for ${said}.`;
  return {
    text,
    blocks: [
      section(
        isNear
          ? `${text} Did you mean one of these?`
          : nothing
            ? `${text} Try fewer words, or one word of the title.`
            : `*Documents for ${said}*`,
      ),
      ...fitting(made.map((one) => madeRow(one, words))),
      ...(others.length > 0 ? [section(`*Elsewhere at ${service}*`), ...others.map(foreignRow)] : []),
      ...context(
        isLocal
          ? `${problem ? `${capitalized(service)} does not search just now` : `Deckhand is not connected to ${service}`}, so only titles that Deckhand knows were searched.`
          : undefined,
        problem && causeText(problem, service),
        problem?.reference && referenceText(problem.reference),
        isPartial
          ? 'Slack did not say which channels you are in, so these are your own documents alone.'
          : undefined,
        nothing
          ? 'Deckhand searches titles and words, not people, in documents that you asked for or that were made for a channel that you are in.'
          : 'Only you see this list.',
      ),
      ...buttons(button('Make a deck about this', actions.createHere, buttonValue(words))),
    ],
  };
}

/** Maximum number of characters of the search text in a button. The search itself uses no more characters (src/documents/find.ts). */
const WORDS = 200;
/** Maximum number of characters of all rows that `madeRow` builds. Slack accepts about 13,200 per message, and rows may have long links. */
const BUDGET = 7_000;

/** Returns as many of the first rows as fit into `BUDGET`. */
function fitting(rows: KnownBlock[]): KnownBlock[] {
  let used = 0;
  return rows.filter((row) => {
    used += JSON.stringify(row).length;
    return used <= BUDGET;
  });
}

/** Builds the row of a document. Its button has the search text, so that a click can repeat the search and update the list. */
function madeRow(generation: Generation, words: string): KnownBlock {
  const { id, ask, docUrl, person, channel, createdAt, archivedAt } = generation;
  const where = isChannel(channel) ? ` in ${channelMention(channel)}` : '';
  const kind = ask && workCopy(generation).what(ask);
  const details = [kind, `for ${mention(person)}${where}`, moment(createdAt), archivedAt && 'Archived'];
  return {
    ...section([`*${linked(titleOf(generation, 75), docUrl)}*`, ...details.filter(Boolean)].join(' · ')),
    accessory: button('More…', actions.moreOfDocument, `${id} ${clip(words, WORDS, '')}`),
  };
}

function foreignRow({ title, docUrl, updatedTime }: ForeignDocument): KnownBlock {
  const at = Date.parse(updatedTime ?? '');
  const name = `*${linked(escaped(oneLine(title), 75) || 'Untitled', unlessLong(docUrl))}*`;
  return section([name, !Number.isNaN(at) && moment(new Date(at), 'changed ')].filter(Boolean).join(' · '));
}

/** Returns a URL of at most 300 characters, and undefined for a longer one, because long URLs could make the message too long. */
function unlessLong(url: string | undefined): string | undefined {
  return url && url.length <= 300 ? url : undefined;
}
