import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { Reader, Readers, ReadersByName } from '../../../documents/readers.ts';
import type { Generation } from '../../../generations/generation.ts';
import { plural } from '../../../text.ts';
import { actions } from '../../bolt/action-ids.ts';
import { unitsOf } from '../../kit/ask-fields/choices.ts';
import { titleOf } from '../../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, section } from '../../kit/parts.ts';
import { atStart, moment, mrkdwn, oneLine, plain, serviceText } from '../../kit/text.ts';
import { cardBars, dayLine } from '../bars.ts';

/** How a document is read: figures, then names, then one person. Only the person who asked, and Slack admins, see any. */

export const READERS_TITLE = 'Readers';
/** On the button from one reader to all of them: the view is drawn anew, and none goes on top. */
export const BACK = ' back';

function view(generation: Generation, blocks: KnownBlock[]): ModalView {
  return {
    type: 'modal',
    title: plain(READERS_TITLE, 24),
    close: plain('Back', 24),
    private_metadata: JSON.stringify({ id: generation.id }),
    blocks,
  };
}

interface FiguresDisplay {
  generation: Generation;
  readers: Readers;
  /** The team's admins let people see who has read it. */
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
    views !== undefined && `*${plural(Math.round(views), 'view')}*`,
    people !== undefined && `by *${plural(Math.round(people), 'person', 'people')}*`,
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
    section(figures.length > 0 ? atStart(figures.join(', ')) : 'Nobody has opened it yet.'),
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
    const isAskable = value !== '' && value.length <= VALUE_LIMIT;
    return {
      ...personBlock(facts, generation),
      ...(isAskable && { accessory: button(atStart(unitsOf(formatOf(generation))), actions.reader, value) }),
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

/** Slack's limit for the value of a button. */
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

/** Names and addresses are plain text, in which nothing can be a mention or a link. */
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

/** As the service writes it; undefined where that is no time. */
function timeOf(text: string | undefined): Date | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}
