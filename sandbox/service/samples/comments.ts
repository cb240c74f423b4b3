import { chanceOf } from '../chance.ts';
import { cardId } from '../making/doc.ts';
import type { Comment, Doc, Member } from '../store/records.ts';

/** What people say about docs, each with what somebody answers, if anything. */
export const REMARKS = [
  { text: 'Can we lead with this one?', reply: 'Good idea, moving it up.' },
  {
    text: 'Where is this figure from? I would name the source.',
    reply: 'From the quarterly review, I will add it.',
  },
  { text: 'Love how short this is.' },
  { text: 'This needs an owner and a date.', reply: 'Mine, by Friday.' },
  { text: 'Could be two cards.' },
  { text: 'Same point as on the first card, I would cut it.' },
];

/** Somebody says something about so often in a doc's first days, in milliseconds. */
const EVERY_MS = 90 * 60 * 1000;

/** Comments come in by and by: at most six, the same ones whenever they are asked for. */
export function commentsOn(doc: Doc, members: readonly Member[], now: number): Comment[] {
  const others = members.filter(({ id }) => id !== doc.ownerId);
  const count = Math.floor(chanceOf(`${doc.id} comments`) * (REMARKS.length + 1));
  const first = Math.floor(chanceOf(`${doc.id} first remark`) * REMARKS.length);
  return Array.from({ length: others.length > 0 ? count : 0 }, (_, index) => {
    const chance = (of: string) => chanceOf(`${doc.id} comment ${index} ${of}`);
    const remark = REMARKS[(first + index) % REMARKS.length] ?? { text: '' };
    const on = Math.floor(chance('card') * doc.deck.cards.length);
    const at = doc.createdAt + Math.round((index + chance('pause')) * EVERY_MS);
    const repliedAt = at + Math.round(chance('answer') * EVERY_MS);
    const isAnswered = remark.reply !== undefined && repliedAt <= now;
    return {
      id: `comment_${doc.id.replace('g_', '')}_${index + 1}`,
      cardId: cardId(doc, on),
      status: isAnswered && chance('status') < 0.5 ? 'resolved' : 'open',
      targetText: doc.deck.cards[on]?.title ?? doc.deck.title,
      contentText: remark.text,
      author: { name: pick(others, chance('author')).name },
      at,
      replies: isAnswered ? [reply(doc, members, index, remark.reply ?? '', repliedAt)] : [],
    };
  }).filter(({ at }) => at <= now);
}

function reply(doc: Doc, members: readonly Member[], index: number, contentText: string, at: number) {
  const owner = members.find(({ id }) => id === doc.ownerId);
  const id = `reply_${doc.id.replace('g_', '')}_${index + 1}`;
  return { id, contentText, author: { name: owner?.name ?? 'Former member' }, at };
}

function pick(people: readonly Member[], chance: number): Member {
  const one = people[Math.floor(chance * people.length)];
  if (!one) throw new Error('Nobody to pick from');
  return one;
}
