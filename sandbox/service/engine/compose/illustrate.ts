import { type Card, plain } from '../deck.ts';
import type { DocInput } from './compose.ts';
import { lengthOf } from './fit.ts';

/** Every how many text cards one gets a picture. */
const EVERY = 3;

/** Gives some cards with little on them a picture, and takes all pictures away where none are wanted. */
export function illustrated(
  cards: Card[],
  title: string,
  input: Pick<DocInput, 'format' | 'imageSource' | 'imageStyle'>,
): Card[] {
  if (input.imageSource === 'noImages') return cards.map(withoutPicture);
  let since = EVERY - 2;
  return cards.map((card) => {
    if (card.layout === 'picture') since = 0;
    // Between the paragraphs of a document a picture would only part them.
    if (!isRoomy(card) || input.format === 'document') return styled(card, input.imageStyle);
    since += 1;
    if (since < EVERY) return card;
    since = 0;
    const seed = `${title} ${card.title} ${input.imageStyle ?? ''}`;
    return {
      ...card,
      layout: 'picture',
      blocks: [{ kind: 'picture', seed, caption: `Illustration for ${card.title}` }, ...card.blocks],
    };
  });
}

/** Another style gives other pictures. */
function styled(card: Card, style: string | undefined): Card {
  if (!style) return card;
  return {
    ...card,
    blocks: card.blocks.map((block) =>
      block.kind === 'picture' ? { ...block, seed: `${block.seed} ${style}` } : block,
    ),
  };
}

function isRoomy(card: Card): boolean {
  if (card.layout !== 'bullets' || card.kicker === 'Agenda' || !card.title) return false;
  const isText = card.blocks.every((block) => block.kind === 'list' || block.kind === 'paragraph');
  const flat = card.blocks.every(
    (block) => block.kind !== 'list' || block.items.every((item) => plain(item.spans).length < 110),
  );
  return isText && flat && lengthOf(card.blocks) < 380;
}

function withoutPicture(card: Card): Card {
  const blocks = card.blocks.filter((block) => block.kind !== 'picture');
  if (blocks.length === card.blocks.length) return card;
  return {
    ...card,
    blocks,
    layout: card.layout === 'picture' ? (blocks.length > 0 ? 'bullets' : 'section') : card.layout,
  };
}
