import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { CommentList, OpenComment } from '../../../documents/comments.ts';
import type { Generation } from '../../../generations/generation.ts';
import { clip, plural } from '../../../text.ts';
import { actions, COMMENTS_FORM } from '../../bolt/action-ids.ts';
import { unitsOf } from '../../kit/ask-fields/choices.ts';
import { titleOf } from '../../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, section } from '../../kit/parts.ts';
import { atStart, day, moment, mrkdwn, oneLine, plain, serviceText } from '../../kit/text.ts';

export const COMMENTS_TITLE = 'Comments';
const DIVIDER: KnownBlock = { type: 'divider' };
/** Comments shown at once. */
export const PAGE = 10;

export interface CommentsDisplay {
  generation: Generation;
  list: CommentList;
  /** The number of the first comment that is shown. */
  from: number;
  /** Keys of comments that are ticked. */
  ticked: ReadonlySet<string>;
  /** A change of the document can be asked for here. */
  canApply: boolean;
  /** Whether the thread hears of new comments, and until when; missing where this person has no say in that. */
  watch?: { until: Date | null } | undefined;
  /** Said above all else. mrkdwn, foreign parts escaped */
  notice?: string | undefined;
}

/** What people have said in a document at the service, page by page, to be ticked and worked in. */
export function commentsView(display: CommentsDisplay, deployment: Deployment): ModalView {
  const { generation, list, ticked, canApply, notice } = display;
  const from = Math.max(0, Math.min(display.from, lastPage(list)));
  const shown = list.open.slice(from, from + PAGE);
  const mayTick = canApply && shown.length > 0;
  return {
    type: 'modal',
    callback_id: COMMENTS_FORM,
    title: plain(COMMENTS_TITLE, 24),
    close: plain('Back', 24),
    ...(mayTick && { submit: plain('Apply (spends credits)', 24) }),
    private_metadata: JSON.stringify({ id: generation.id, from, ticked: [...ticked].slice(0, TICKED) }),
    blocks: [
      ...(notice ? [section(notice), DIVIDER] : []),
      section(`*${titleOf(generation)}*\n${countText(list)}`),
      ...shown.flatMap((comment, index) => [
        ...cardHeading(comment, shown[index - 1], generation),
        ...commentBlocks(comment, mayTick ? ticked.has(comment.key) : undefined),
      ]),
      ...pager(generation, list, from),
      ...watchBlocks(display),
      ...context(
        mayTick
          ? `What you tick is quoted to ${serviceText(deployment.serviceName)}, whose AI works it in. The comments stay open there: resolve them once you are content.`
          : undefined,
      ),
    ],
  };
}

/** Keys that the metadata of a view has room for. */
const TICKED = 100;

function lastPage({ open }: CommentList): number {
  return Math.max(0, Math.floor((open.length - 1) / PAGE) * PAGE);
}

function countText({ open, resolved }: CommentList): string {
  const hidden =
    resolved > 0 ? ` ${plural(resolved, 'resolved one is', 'resolved ones are')} not shown.` : '';
  if (open.length > 0) return `${plural(open.length, 'open comment')}.${hidden}`;
  return resolved > 0 ? `No open comments.${hidden}` : 'Nobody has commented.';
}

/** Above the first comment of a card. */
function cardHeading(
  { card }: OpenComment,
  before: OpenComment | undefined,
  { ask }: Generation,
): KnownBlock[] {
  if (before && before.card?.position === card?.position) return [DIVIDER];
  const [one = 'card'] = unitsOf(ask?.format ?? 'presentation', 1)
    .split(' ')
    .slice(1);
  const name = card && `${atStart(one)} ${card.position}${card.name ? `: ${oneLine(card.name)}` : ''}`;
  return [{ type: 'header', text: plain(name ?? 'On the document', 150) }];
}

/**
 * What people wrote is plain text, in which nothing can be a mention, a link, or another comment.
 * @param isTicked undefined where it cannot be ticked
 */
function commentBlocks(comment: OpenComment, isTicked: boolean | undefined): KnownBlock[] {
  const { key, about, text, author, createdTime, replies } = comment;
  const at = Date.parse(createdTime ?? '');
  const said: SectionBlock = { type: 'section', text: plain(text, TEXT) };
  const answers = replies.slice(0, REPLIES).map((reply) => {
    const words = `↳ ${person(reply.author)}: ${oneLine(reply.text)}`;
    return plain(words, REPLY);
  });
  if (replies.length > REPLIES)
    answers.push(plain(plural(replies.length - REPLIES, 'more reply', 'more replies'), 75));
  return [
    {
      type: 'context',
      elements: [
        plain(person(author), 75),
        ...(Number.isNaN(at) ? [] : [mrkdwn(moment(new Date(at)))]),
        ...(about ? [plain(`on “${clip(oneLine(about), 150)}”`, 200)] : []),
      ],
    },
    isTicked === undefined ? said : withTick(said, key, isTicked),
    ...(answers.length > 0 ? [{ type: 'context' as const, elements: answers }] : []),
  ];
}

const TEXT = 1500;
const REPLY = 300;
const REPLIES = 5;

function person(name: string | undefined): string {
  return oneLine(name ?? '') || 'Somebody';
}

function withTick(block: SectionBlock, key: string, isTicked: boolean): SectionBlock {
  const option = { text: plain('Apply', 75), value: key };
  return {
    ...block,
    block_id: `comment_${key}`,
    accessory: {
      type: 'checkboxes',
      action_id: actions.tickComment,
      options: [option],
      ...(isTicked && { initial_options: [option] }),
    },
  };
}

function pager({ id }: Generation, list: CommentList, from: number): KnownBlock[] {
  const page = (label: string, at: number) =>
    button(label, at < from ? actions.earlierComments : actions.laterComments, `${id} ${at}`);
  return buttons(
    from > 0 ? page('Earlier comments', from - PAGE) : undefined,
    from + PAGE < list.open.length ? page('More comments', from + PAGE) : undefined,
  );
}

function watchBlocks({ generation: { id }, watch }: CommentsDisplay): KnownBlock[] {
  if (!watch) return [];
  const { until } = watch;
  return [
    DIVIDER,
    section(
      until
        ? `The thread in Slack hears of new comments ${day(until, 'until ')}, once an hour at most.`
        : 'The thread in Slack can hear of new comments: for a week, once an hour at most. Everybody there reads them.',
    ),
    ...buttons(
      until
        ? button('Stop telling the thread', actions.unwatchComments, id)
        : button('Tell the thread', actions.watchComments, id),
    ),
  ];
}
