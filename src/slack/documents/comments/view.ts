import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { CommentList, OpenComment } from '../../../documents/comments.ts';
import type { NewComments } from '../../../documents/watch/new-comments.ts';
import type { Generation } from '../../../generations/generation.ts';
import { capitalized, clip, plural } from '../../../text.ts';
import { actions, COMMENTS_FORM } from '../../bolt/routes/action-ids.ts';
import { unitOf } from '../../kit/ask-fields/choices.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  heading,
  linked,
  type Message,
  section,
} from '../../kit/blocks/parts.ts';
import { day, moment, mrkdwn, oneLine, plain, serviceText } from '../../kit/blocks/text.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { modalForm } from '../../kit/form/modal.ts';

export const COMMENTS_TITLE = 'Comments';
const DIVIDER: KnownBlock = { type: 'divider' };
/** Maximum number of comments per page of the modal. */
const PAGE = 10;

export interface CommentsDisplay {
  generation: Generation;
  list: CommentList;
  /** Index of the first comment on the shown page. */
  from: number;
  /** Keys of the selected comments, on all pages. */
  selected: ReadonlySet<string>;
  /** True if this person may tell Deckhand to change the document as comments ask. */
  canApply: boolean;
  /** Missing if the person may not turn posting of new comments on or off. `until` is when posting ends; null if it is off. */
  watch?: { until: Date | null } | undefined;
  /** The result of a click, shown at the top of the modal. It is mrkdwn, so user input in it must be escaped. */
  notice?: string | undefined;
}

/** Builds the modal that shows a page of open comments. If the person may change the document, each comment has a checkbox to select it. */
export function commentsView(display: CommentsDisplay, deployment: Deployment): ModalView {
  const { generation, list, selected, canApply, notice } = display;
  const from = Math.max(0, Math.min(display.from, lastPage(list)));
  const shown = list.open.slice(from, from + PAGE);
  const maySelect = canApply && shown.length > 0;
  return modalForm({
    callbackId: COMMENTS_FORM,
    title: COMMENTS_TITLE,
    close: 'Back',
    ...(maySelect && { submit: 'Apply (spends credits)' }),
    display: { id: generation.id, from, selected: [...selected].slice(0, SELECTED_LIMIT) },
    blocks: [
      ...(notice ? [section(notice), DIVIDER] : []),
      section(`*${titleOf(generation)}*\n${countText(list)}`),
      ...shown.flatMap((comment, index) => [
        ...cardHeading(comment, shown[index - 1], generation),
        ...commentBlocks(comment, maySelect ? selected.has(comment.key) : undefined),
      ]),
      ...pager(generation, list, from),
      ...watchBlocks(display),
      ...context(
        maySelect
          ? `The comments that you check are applied by ${serviceText(deployment.serviceName)}’s AI. They stay open until you resolve them.`
          : undefined,
      ),
    ],
  });
}

/** Maximum number of selected comments. Their keys must fit into the modal's metadata. */
const SELECTED_LIMIT = 100;

function lastPage({ open }: CommentList): number {
  return Math.max(0, Math.floor((open.length - 1) / PAGE) * PAGE);
}

function countText({ open, resolved }: CommentList): string {
  const hidden =
    resolved > 0 ? ` ${plural(resolved, 'resolved one is', 'resolved ones are')} not shown.` : '';
  if (open.length > 0) return `${plural(open.length, 'open comment')}.${hidden}`;
  return resolved > 0 ? `No open comments.${hidden}` : 'Nobody has commented.';
}

/** Returns the block above a comment: a heading if the comment is the first on its slide, or a divider. */
function cardHeading(
  { card }: OpenComment,
  before: OpenComment | undefined,
  { ask }: Generation,
): KnownBlock[] {
  if (before && before.card?.position === card?.position) return [DIVIDER];
  const name = card && `${slideLabel(ask, card)}${card.name ? `: ${oneLine(card.name)}` : ''}`;
  return [heading(name ?? 'On the document')];
}

/** Returns "Slide 3" for a presentation, and "Page 3", "Section 3" or "Card 3" for other formats. */
export function slideLabel(ask: Generation['ask'], { position }: { position: number }): string {
  return `${capitalized(unitOf(ask?.format ?? 'presentation'))} ${position}`;
}

/**
 * Returns the blocks of a comment. Texts of people are plain text, so that they cannot mention people or add links in Slack.
 * @param isSelected whether the comment's checkbox is selected; undefined for no checkbox
 */
function commentBlocks(comment: OpenComment, isSelected: boolean | undefined): KnownBlock[] {
  const { key, about, text, author, createdTime, replies } = comment;
  const at = Date.parse(createdTime ?? '');
  const said: SectionBlock = { type: 'section', text: plain(text, TEXT) };
  const answers = replies.slice(0, REPLIES).map((reply) => {
    const words = `↳ ${authorName(reply.author)}: ${oneLine(reply.text)}`;
    return plain(words, REPLY);
  });
  if (replies.length > REPLIES)
    answers.push(plain(plural(replies.length - REPLIES, 'more reply', 'more replies'), 75));
  return [
    {
      type: 'context',
      elements: [
        plain(authorName(author), 75),
        ...(Number.isNaN(at) ? [] : [mrkdwn(moment(new Date(at)))]),
        ...(about ? [plain(`on “${clip(oneLine(about), 150)}”`, 200)] : []),
      ],
    },
    isSelected === undefined ? said : withCheckbox(said, key, isSelected),
    ...(answers.length > 0 ? [{ type: 'context' as const, elements: answers }] : []),
  ];
}

/** Maximum number of characters that the modal shows of a comment. */
const TEXT = 1500;
/** Maximum number of characters that the modal shows of a reply. */
const REPLY = 300;
/** Maximum number of replies that the modal shows per comment. */
const REPLIES = 5;

export function authorName(name: string | undefined): string {
  return oneLine(name ?? '') || 'Somebody';
}

function withCheckbox(block: SectionBlock, key: string, isSelected: boolean): SectionBlock {
  const option = { text: plain('Apply', 75), value: key };
  return {
    ...block,
    block_id: `comment_${key}`,
    accessory: {
      type: 'checkboxes',
      action_id: actions.tickComment,
      options: [option],
      ...(isSelected && { initial_options: [option] }),
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
        ? `New comments are posted in the thread ${day(until, 'until ')} (hourly at most).`
        : 'Post new comments in the thread for a week (hourly at most).',
    ),
    ...buttons(
      until
        ? button('Stop telling the thread', actions.unwatchComments, id)
        : button('Tell the thread', actions.watchComments, id),
    ),
  ];
}

/** Maximum number of characters of a comment in the message in the thread. */
const QUOTED = 250;

/** Builds the message about new comments. The comments are plain text, so that they cannot mention people or add links in Slack. */
export function newCommentsMessage({ generation, count, comments, until }: NewComments): Message {
  const said = plural(count, 'new comment');
  return {
    text: `${said} on “${titleOf(generation)}”.`,
    blocks: [
      section(`*${said} on ${linked(`“${titleOf(generation)}”`, generation.docUrl)}*`),
      ...comments.map(({ author, card, text }) => {
        const where = card ? `, ${slideLabel(generation.ask, card)}` : '';
        return {
          type: 'context' as const,
          elements: [plain(`${clip(authorName(author), 75)}${where}: ${clip(oneLine(text), QUOTED)}`, 400)],
        };
      }),
      ...buttons(button('All comments', actions.comments, generation.id)),
      ...context(
        count > comments.length ? `and ${plural(count - comments.length, 'other')}` : undefined,
        `New ones are told here ${day(until, 'until ')}, once an hour at most.`,
      ),
    ],
  };
}
