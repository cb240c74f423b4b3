import type { Page } from 'playwright-core';

/**
 * What can be read in the pictures. It is the same on every machine, where fonts make other pictures of it, and is kept
 * beside them: a picture of what is no longer said is found out.
 */
export type Words = Map<string, string[]>;

/** CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page: texts and entries of fields that lie in the box with nothing over them. */
const READ = `(box) => {
  const isSeen = (rects, element) => [...rects].some(({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isInside = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    const shown = isInside && document.elementFromPoint(x, y);
    return shown && (element.contains(shown) || shown.contains(element));
  });
  const rectsOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects();
  };
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const isField = !isText && ['INPUT', 'TEXTAREA'].includes(node.tagName);
    const text = (isText ? node.data : isField ? node.value || node.placeholder : '').trim();
    if (text && isSeen(isText ? rectsOf(node) : node.getClientRects(), isText ? node.parentElement : node)) said.push(text);
  }
  return said;
}`;

export const wordsIn = (page: Page, box: Box): Promise<string[]> =>
  page.evaluate(`(${READ})(${JSON.stringify(box)})`);

/** Times of the clock, and how long ago something was: a slow machine is a minute late. */
const LATE = /\d{1,2}:\d\d(?: [AP]M)?|just now|\d+ (?:seconds?|minutes?) ago|less than a minute ago/g;

export const steady = (text: string): string => text.replace(LATE, '…').replaceAll('\n', ' ');

export const written = (words: Words): string =>
  [...words].map(([file, lines]) => [`=== ${file}`, ...lines, ''].join('\n')).join('\n');

/** Pictures whose words are others now, each with what is gone (-) and what is new (+). */
export function differences(kept: string, words: Words): string[] {
  const before = new Map(
    kept.split(/^=== /m).map((part): [string, string[]] => {
      const [file = '', ...lines] = part.trimEnd().split('\n');
      return [file, lines];
    }),
  );
  return [...words].flatMap(([file, is]) => {
    const was = before.get(file) ?? [];
    const gone = was.filter((line) => !is.includes(line)).map((line) => `  - ${line}`);
    const fresh = is.filter((line) => !was.includes(line)).map((line) => `  + ${line}`);
    return gone.length + fresh.length === 0 ? [] : [[file, ...gone, ...fresh].join('\n')];
  });
}
