import { z } from 'zod';
import { randomId } from '../chance.ts';
import { cardId } from '../making/doc.ts';
import type { Service } from '../service.ts';
import type { Comment, Doc } from '../store/records.ts';

/** null: the author is unknown, e.g. a member who left. */
const author = z.string().nullable().default('Yuki Amano');
const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const toldSchema = z.strictObject({
  /** Id of an existing comment: it is changed and gets the replies. */
  id: z.string().min(1).optional(),
  text: z.string().default('Can we lead with this one?'),
  author,
  /** Position of the card, from 1; 0 means the whole doc. */
  card: z.int().min(0).default(1),
  /** The words that the comment is attached to; by default the card's title. */
  target: z.string().nullable().optional(),
  /** `open` and `resolved` are the usual ones. */
  status: z.string().default('open'),
  /** ISO time; by default now. */
  at: moment.optional(),
  replies: z.array(z.strictObject({ text: z.string(), author, at: moment.optional() })).default([]),
  /** Number of copies, to fill pages. */
  times: z.int().min(1).max(1_000).default(1),
});

/** A comment as a test or a button of the sandbox describes it. */
export type ToldComment = z.input<typeof toldSchema>;

/** Returns the comments on a doc until now, oldest first. */
export function commentsOf(service: Service, doc: Doc): Comment[] {
  const now = service.clock.now();
  return (doc.comments ?? []).filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
}

/** Adds comments to a doc, or changes one. Returns the ids of these comments. */
export function addComment(service: Service, doc: Doc, told: ToldComment): string[] {
  const { id, ...input } = toldSchema.parse(told);
  doc.comments ??= [];
  const known = doc.comments.find((comment) => comment.id === id);
  const added = known ? [] : Array.from({ length: input.times }, (_, at) => made(service, doc, input, at));
  if (known) change(service, known, told);
  else if (id && added[0]) added[0].id = id;
  doc.comments.push(...added);
  service.store.changed();
  return known ? [known.id] : added.map((comment) => comment.id);
}

function made(
  service: Service,
  doc: Doc,
  input: Omit<z.output<typeof toldSchema>, 'id'>,
  index: number,
): Comment {
  const at = input.at ?? service.clock.now();
  const title = doc.deck.cards[input.card - 1]?.title ?? doc.deck.title;
  return {
    id: `comment_${randomId(12)}`,
    ...(input.card > 0 && { cardId: cardId(doc, input.card - 1) }),
    status: input.status,
    targetText: input.target === undefined ? title : input.target,
    contentText: input.times > 1 ? `${input.text} (${index + 1})` : input.text,
    author: authorNamed(input.author),
    // The last copy is from now, so none is in the future.
    at: at - (input.times - 1 - index),
    replies: input.replies.map((reply) => madeReply(service, reply)),
  };
}

function change(service: Service, comment: Comment, told: ToldComment): void {
  const { text, status, replies } = toldSchema.partial().parse(told);
  if (told.text !== undefined && text !== undefined) comment.contentText = text;
  if (told.status !== undefined && status !== undefined) comment.status = status;
  comment.replies.push(...(replies ?? []).map((reply) => madeReply(service, reply)));
}

const madeReply = (
  service: Service,
  { text, author: name, at }: z.output<typeof toldSchema>['replies'][number],
): Comment['replies'][number] => ({
  id: `reply_${randomId(12)}`,
  contentText: text,
  author: authorNamed(name),
  at: at ?? service.clock.now(),
});

const authorNamed = (name: string | null) => (name === null ? null : { name });
