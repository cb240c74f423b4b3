import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { CardReading, Reader, Readers, ReadersByName } from '../../../documents/readers.ts';
import type { Generation } from '../../../generations/generation.ts';
import { capitalized, clip, plural } from '../../../text.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { unitsOf } from '../../kit/ask-fields/choices.ts';
import { dayBars } from '../../kit/blocks/bars.ts';
import { button, buttons, context, type Deployment, section } from '../../kit/blocks/parts.ts';
import { escaped, moment, mrkdwn, oneLine, plain, serviceText } from '../../kit/blocks/text.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { modalForm } from '../../kit/form/modal.ts';

/** Modals about a document's readers: statistics, names, and a single reader. Only the asker and Slack admins can open them. */

export const READERS_TITLE = 'Readers';
/** Suffix in the value of the button "All readers". Because of it, a click updates the open modal instead of opening another one. */
export const BACK = ' back';

function view(generation: Generation, blocks: KnownBlock[]): ModalView {
  return modalForm({ title: READERS_TITLE, close: 'Back', display: { id: generation.id }, blocks });
}

interface FiguresDisplay {
  generation: Generation;
  readers: Readers;
  /** True if the team's settings allow showing the names of readers. */
  hasNames: boolean;
  now: Date;
}

export function figuresView(
  { generation, readers, hasNames, now }: FiguresDisplay,
  { serviceName }: Deployment,
) {
  const service = serviceText(serviceName);
  const { isOwnAlone, views, people, editors, lastOpened, days, cards } = readers;
  const opened = timeOf(lastOpened);
  const figures = [
    views !== undefined && (views > 0 ? `*${plural(Math.round(views), 'view')}*` : 'No views yet'),
    people && `by *${plural(Math.round(people), 'person', 'people')}*`,
    editors > 0 && `${plural(Math.round(editors), 'person', 'people')} edited it`,
    opened && moment(opened, 'last opened '),
  ].filter(Boolean);
  const said = dayLine(days, now);
  return view(generation, [
    section(`*${titleOf(generation)}*`),
    ...(isOwnAlone
      ? [
          section(
            `:warning: This is your own reading alone: ${service} shows Deckhand nobody else’s, only that of the account that is connected.`,
          ),
        ]
      : []),
    section(capitalized(figures.join(', ') || `${service} gives no totals for this document.`)),
    ...(said ? [section(said)] : []),
    ...(cards.length > 0
      ? [section('*How far people get*, and the time that all of them spent there'), ...cardBars(cards)]
      : []),
    ...(hasNames && !isOwnAlone ? buttons(button('Show names', actions.readersByName, generation.id)) : []),
    ...context('Nobody else sees this.'),
  ]);
}

export function namesView(
  generation: Generation,
  { people, hasMore }: ReadersByName,
  { serviceName }: Deployment,
): ModalView {
  const rows = people.map(({ id, ...facts }): KnownBlock => {
    const value = id === undefined ? '' : `${generation.id} ${id}`;
    const hasDetails = value !== '' && value.length <= VALUE_LIMIT;
    return {
      ...personBlock(facts, generation),
      ...(hasDetails && {
        accessory: button(capitalized(unitsOf(formatOf(generation))), actions.reader, value),
      }),
    };
  });
  return view(generation, [
    section(`*${titleOf(generation)}*`),
    ...(rows.length > 0 ? rows : [section('Nobody has opened it yet.')]),
    ...context(
      hasMore ? `There are more at ${serviceText(serviceName)}.` : undefined,
      'Nobody else sees this. Keep names and addresses to yourself.',
    ),
  ]);
}

/** Slack's limit for the value of a button, in characters. */
const VALUE_LIMIT = 2000;

export function readerView(generation: Generation, { cards, ...facts }: Reader): ModalView {
  const total = cards.reduce((sum, { percent }) => sum + percent, 0);
  return view(generation, [
    personBlock(facts, generation),
    ...(total > 0
      ? [section('*Where the time went*'), ...cardBars(cards)]
      : [section('No time was counted anywhere in it.')]),
    ...buttons(button('All readers', actions.readersByName, `${generation.id}${BACK}`)),
    ...context('Nobody else sees this. Keep names and addresses to yourself.'),
  ]);
}

/** Builds the row of a reader. Name and e-mail address are plain text, so that they cannot mention people or add links in Slack. */
function personBlock(
  { name, email, lastOpened, cardsViewed }: Omit<Reader, 'cards' | 'id'>,
  generation: Generation,
): SectionBlock {
  const opened = timeOf(lastOpened);
  const said = [
    opened && moment(opened, 'Last opened '),
    cardsViewed !== undefined && `${unitsOf(formatOf(generation), Math.round(cardsViewed))} seen`,
  ].filter(Boolean);
  const who = [oneLine(name ?? '') || 'Somebody without a name', oneLine(email ?? '')];
  return {
    type: 'section',
    fields: [plain(who.filter(Boolean).join('\n'), 300), mrkdwn(said.join('\n') || 'Opened it')],
  };
}

const formatOf = ({ ask }: Generation) => ask?.format ?? 'presentation';

/** Parses a time from the service; undefined if it is missing or invalid. */
function timeOf(text: string | undefined): Date | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Bar charts drawn with text characters, because a picture would have to be uploaded to Slack. */

/** Length of a bar for 100 %, in characters. */
const WIDTH = 10;
/** Maximum number of characters of a slide's name. */
const NAME = 40;
/** Maximum number of rows per block, because Slack accepts 3,000 characters in a block. */
const ROWS = 20;
/** Maximum number of slides in the chart. The service makes documents of up to 75 slides. */
const MOST = 100;

/** Builds a row with a bar for each slide. The slide's name is last, because letters of different widths would shift the numbers. */
export function cardBars(cards: CardReading[]): KnownBlock[] {
  const rows = cards.slice(0, MOST).map(barOf);
  const blocks: KnownBlock[] = [];
  for (let first = 0; first < rows.length; first += ROWS)
    blocks.push(section(`\`\`\`${rows.slice(first, first + ROWS).join('\n')}\`\`\``));
  return blocks;
}

function barOf({ percent, seconds, position, name }: CardReading): string {
  const share = Math.min(100, Math.max(0, percent));
  const filled = Math.round((share / 100) * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const time = seconds === undefined ? '' : ` ${duration(seconds).padStart(6)}`;
  const title = clip(oneLine(name), NAME) || 'Untitled';
  return escaped(
    `${bar} ${`${Math.round(share)}%`.padStart(4)}${time}  ${Math.round(position)}. ${title}`,
    130,
  );
}

/** Formats seconds as "42s", "7m05s" or "3h12m". */
function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  const hours = Math.floor(whole / 3600);
  return hours > 999 ? '>999h' : `${hours}h${two(Math.floor((whole % 3600) / 60))}m`;
}

const DAYS = 30;

/** Returns a line such as "▁▁▃█▂ 14 views in the last 30 days, most on Nov 12 (9)"; undefined if `days` is empty. */
export function dayLine(days: { date: string; views: number }[], now: Date): string | undefined {
  const views = new Map(days.map(({ date, views: count }) => [date.slice(0, 10), Math.max(0, count)]));
  const last = Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(now.getTime() - (DAYS - 1 - index) * 86_400_000);
    return { at, views: views.get(at.toISOString().slice(0, 10)) ?? 0 };
  });
  const total = last.reduce((sum, { views: count }) => sum + count, 0);
  const most = last.reduce((one, other) => (other.views > one.views ? other : one));
  if (days.length === 0) return undefined;
  if (total === 0) return 'Nobody has opened it in the last 30 days.';
  const day = most.at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const peak = total === most.views ? `all on ${day}` : `most on ${day} (${most.views})`;
  return `\`${dayBars(last.map(({ views: count }) => count))}\`\n${plural(Math.round(total), 'view')} in the last 30 days, ${peak}.`;
}
