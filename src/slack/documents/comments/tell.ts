import type { CommentGateway, Tidings } from '../../../documents/watch/run.ts';
import type { Generation } from '../../../generations/generation.ts';
import { clip, plural } from '../../../text.ts';
import { actions } from '../../bolt/action-ids.ts';
import type { SlackClients } from '../../bolt/clients.ts';
import { findMessage, orPostRefused, postMessage } from '../../bolt/posts.ts';
import { unitsOf } from '../../kit/ask-fields/choices.ts';
import { titleOf } from '../../kit/generation-phrases.ts';
import { button, buttons, context, linked, type Message, section } from '../../kit/parts.ts';
import { atStart, day, oneLine, plain } from '../../kit/text.ts';

/** New comments on a document, as a reply in its thread. */
export function createCommentGateway(clients: SlackClients): CommentGateway {
  return {
    async post(generation, place, id, tidings) {
      const client = await clients.posts(generation.team);
      return postMessage(client, place, id, tidingsMessage(generation, tidings));
    },
    async find(generation, place, id) {
      const client = await clients.reads(generation.team);
      return orPostRefused(() => findMessage(client, place, id, generation.createdAt));
    },
  };
}

const TEXT = 250;

/** What people wrote is plain text, in which nothing can be a mention, a link, or another comment. */
export function tidingsMessage(generation: Generation, { count, comments, until }: Tidings): Message {
  const said = plural(count, 'new comment');
  const [unit = 'card'] = unitsOf(generation.ask?.format ?? 'presentation', 1)
    .split(' ')
    .slice(1);
  return {
    text: `${said} on “${titleOf(generation)}”.`,
    blocks: [
      section(`*${said} on ${linked(`“${titleOf(generation)}”`, generation.docUrl)}*`),
      ...comments.map(({ author, card, text }) => {
        const who = oneLine(author ?? '') || 'Somebody';
        const where = card ? `, ${atStart(unit)} ${card.position}` : '';
        return {
          type: 'context' as const,
          elements: [plain(`${clip(who, 75)}${where}: ${clip(oneLine(text), TEXT)}`, 400)],
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
