/** What can be asked for, and how each is known again. */

/** A deck, a change of one that was delivered, a picture, a deck made thoroughly, a digest that falls due. */
export const kinds = ['deck', 'edit', 'image', 'thorough', 'digest'] as const;
export type Kind = (typeof kinds)[number];

/** Of a hundred asks. */
export const SHARES: Record<Kind, number> = { deck: 60, edit: 15, image: 10, thorough: 10, digest: 5 };

/** The call that spends credits, and the one that asks how far it is. */
export const ROUTES: Record<Kind, { create: string; poll: string }> = {
  deck: { create: 'POST /generations', poll: 'GET /generations/{id}' },
  digest: { create: 'POST /generations', poll: 'GET /generations/{id}' },
  edit: { create: 'POST /agent/gammas/{gammaId}/edits', poll: 'GET /agent/edits/{editId}' },
  image: { create: 'POST /images', poll: 'GET /images/{id}' },
  thorough: { create: 'POST /agent/generations', poll: 'GET /agent/generations/{id}' },
};

/** A change speaks of its document by the document's own word, so its own is told apart. */
const WISH = 'Wis';
const LETTERS = 'bcdfghjklmnpqrstvwxz';

export function wordFor(kind: Kind, number: number, random: () => number): string {
  const tail = Array.from({ length: 4 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
  return `${kind === 'edit' ? WISH : 'Quo'}${String(number).padStart(5, '0')}${tail}`;
}

/** How such a word looks, to find any of them. */
const anyWord = /(?:Quo|Wis)\d{5}[a-z]{4}/g;

export const wordsIn = (value: unknown): string[] => [
  ...new Set((typeof value === 'string' ? value : JSON.stringify(value ?? '')).match(anyWord) ?? []),
];

/** The titles of slides, pages or sections on a card. A change adds one whose title has the change's word. */
const SLIDES = /\b(?:Slides|Pages|Sections|Cards): [^"\n]*/g;

/** The words in a message, except those in titles of slides. */
export const wordsAbout = (value: unknown): string[] =>
  wordsIn((typeof value === 'string' ? value : JSON.stringify(value ?? '')).replace(SLIDES, ''));

/** The word of the ask that a text of ours is about: of a change, and not of its document. */
export function subjectOf(words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith(WISH)) ?? words[0];
}
