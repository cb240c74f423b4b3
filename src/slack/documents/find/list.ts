import type { KnownBlock } from '@slack/types';
import type { ForeignDocument, Found } from '../../../documents/find.ts';
import type { Generation } from '../../../generations/generation.ts';
import { clip } from '../../../text.ts';
import { actions } from '../../bolt/action-ids.ts';
import { titleOf } from '../../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, linked, type Message, section } from '../../kit/parts.ts';
import {
  atStart,
  channelMention,
  escaped,
  isChannel,
  mention,
  moment,
  oneLine,
  serviceText,
} from '../../kit/text.ts';
import { asValue } from '../../kit/typed-words.ts';

export interface FoundDisplay {
  found: Found;
  /** As they were typed. */
  words: string;
  /** Slack did not say which conversations the person is in. */
  isPartial: boolean;
}

/** What a search has found, for one person's eyes only. */
export function foundMessage(
  { found, words, isPartial }: FoundDisplay,
  { serviceName }: Deployment,
): Message {
  const { made, others, isLocal } = found;
  const service = serviceText(serviceName);
  const said = `“${escaped(oneLine(words), 150)}”`;
  const nothing = made.length + others.length === 0;
  const text = nothing ? `Nothing was found for ${said}.` : `Documents for ${said}.`;
  return {
    text,
    blocks: [
      section(nothing ? text : `*Documents for ${said}*`),
      ...fitting(made.map((one) => madeRow(one, words))),
      ...(others.length > 0 ? [section(`*Elsewhere at ${service}*`), ...others.map(foreignRow)] : []),
      ...context(
        isLocal
          ? `${atStart(service)} does not search just now: these are the titles that Deckhand knows.`
          : undefined,
        isPartial
          ? 'Slack did not say which channels you are in, so these are your own documents alone.'
          : undefined,
        nothing
          ? 'Deckhand looks for documents that you asked for, or that were made for a channel that you are in.'
          : 'Only you see this list.',
      ),
      ...buttons(button('Make something of these words', actions.createHere, asValue(words))),
    ],
  };
}

/** Characters of them that a search goes by (documents/find.ts). */
const WORDS = 200;
/** Blocks of a message have room for about 13,200 characters, and addresses can be long. */
const BUDGET = 7_000;

function fitting(rows: KnownBlock[]): KnownBlock[] {
  let used = 0;
  return rows.filter((row) => {
    used += JSON.stringify(row).length;
    return used <= BUDGET;
  });
}

/** The button has the words, too: a list that is out of date is searched for anew. */
function madeRow(generation: Generation, words: string): KnownBlock {
  const { id, docUrl, person, channel, createdAt, archivedAt } = generation;
  const where = isChannel(channel) ? ` in ${channelMention(channel)}` : '';
  const details = [`for ${mention(person)}${where}`, moment(createdAt), archivedAt && 'Archived'];
  return {
    ...section([`*${linked(titleOf(generation, 75), docUrl)}*`, ...details.filter(Boolean)].join(' · ')),
    accessory: button('More…', actions.moreOfDocument, `${id} ${clip(words, WORDS, '')}`),
  };
}

function foreignRow({ title, docUrl, updatedTime }: ForeignDocument): KnownBlock {
  const at = Date.parse(updatedTime ?? '');
  const name = `*${linked(escaped(oneLine(title), 75) || 'Untitled', shortened(docUrl))}*`;
  return section([name, !Number.isNaN(at) && moment(new Date(at), 'changed ')].filter(Boolean).join(' · '));
}

/** An address that would crowd out the rest of the list is left out. */
function shortened(url: string | undefined): string | undefined {
  return url && url.length <= 300 ? url : undefined;
}
