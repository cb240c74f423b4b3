const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  // A sentence may begin with a figure, which the segmenter takes for a part of the one before.
  const segments = [...segmenter.segment(text)].flatMap(({ segment }) =>
    segment.split(/(?<=\p{L}{3}[.!?])\s+(?=[$€£]?\d)/u),
  );
  for (const segment of segments) {
    const sentence = segment.trim();
    // "e.g." and "Dr." end no sentence: what follows begins with a small letter or what came before is very short.
    const last = found.at(-1);
    if (
      last &&
      (/^[a-z]/.test(sentence) || /\b(e\.g|i\.e|Dr|Mr|Ms|Mrs|vs|approx|no|St|excl|incl)\.$/i.test(last))
    )
      found[found.length - 1] = `${last} ${sentence}`;
    else if (sentence) found.push(sentence);
  }
  return found;
}

const weighty =
  /\b(decided|decision|agreed|agree|will|must|need|needs|because|result|goal|risk|deadline|due|launch|cost|revenue|customer|plan|next|important|key|main|should)\b/i;

/** How much a sentence says, roughly: figures, names and words of decision count, very long ones count less. */
export function weight(sentence: string, position: number): number {
  const figures = (sentence.match(/\d/g) ?? []).length > 0 ? 2 : 0;
  const names = Math.min((sentence.match(/(?<=\s)\p{Lu}\p{Ll}+/gu) ?? []).length, 3) * 0.4;
  const long = sentence.length > 220 ? -1.5 : sentence.length < 15 ? -1 : 0;
  return figures + names + long + (weighty.test(sentence) ? 1.5 : 0) + (position === 0 ? 2 : 0);
}

/** The weightiest sentences, in the order in which they were said. */
export function best(sentences: string[], most: number): string[] {
  if (sentences.length <= most) return sentences;
  const ranked = sentences
    .map((sentence, i) => ({ i, rank: weight(sentence, i) }))
    .sort((a, b) => b.rank - a.rank || a.i - b.i)
    .slice(0, most);
  return ranked.sort((a, b) => a.i - b.i).map(({ i }) => sentences[i] as string);
}

/** Characters of a title. */
const TITLE = 90;

/** A sentence as a title: whole, or up to where a clause ends; never torn at a mere word. */
export function clauseOf(sentence: string): string {
  const text = sentence.replace(/[\s.:;,]+$/, '');
  if (text.length <= TITLE && (text.match(/["“”]/g) ?? []).length % 2 === 0) return text;
  const clause = /^.{16,90}?(?=[:;,–—(](?:\s|$))/u.exec(text)?.[0];
  const joint = /^.{16,90}(?=\s(?:and|but|because|so|which|that|with|in|on|at|for|und|et|y)\s)/iu.exec(
    text,
  )?.[0];
  return (clause ?? joint ?? text.slice(0, Math.max(text.lastIndexOf(' ', TITLE - 10), 40))).trim();
}

export function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
