import type { Page } from 'playwright-core';

/**
 * The texts in each picture. They are stored in words.txt to find pictures that are out of date: unlike the pixels, which
 * depend on the fonts, they are the same on every machine.
 */
export type Words = Map<string, string[]>;

/** CSS pixels of the window. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Runs in the page. Returns the texts and the values of fields that are visible in the box. */
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
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const isField = !isText && ['INPUT', 'TEXTAREA'].includes(node.tagName);
    const text = (isText ? node.data : isField ? node.value || node.placeholder : '').trim();
    if (text && isSeen(isText ? rectsOf(node) : node.getClientRects(), isText ? node.parentElement : node)) texts.push(text);
  }
  return texts;
}`;

export const wordsIn = (page: Page, box: Box): Promise<string[]> =>
  page.evaluate(`(${READ})(${JSON.stringify(box)})`);

/** Times, which can differ by a minute on a slow machine. */
const TIMES = /\d{1,2}:\d\d(?: [AP]M)?|just now|\d+ (?:seconds?|minutes?) ago|less than a minute ago/g;

/** Addresses of the sandbox. Its ports are free ones, so they differ in every run. */
const ADDRESSES = /127\.0\.0\.1:\d+/g;

export const steady = (text: string): string =>
  text.replace(ADDRESSES, '127.0.0.1:…').replace(TIMES, '…').replaceAll('\n', ' ');

export const written = (words: Words): string =>
  [...words].map(([file, lines]) => [`=== ${file}`, ...lines, ''].join('\n')).join('\n');

/** Returns the pictures whose texts changed, each with the texts that are gone (-) or new (+). */
export function differences(kept: string, words: Words): string[] {
  const before = new Map(
    kept.split(/^=== /m).map((part): [string, string[]] => {
      const [file = '', ...lines] = part.trimEnd().split('\n');
      return [file, lines];
    }),
  );
  return [...words].flatMap(([file, lines]) => {
    const old = before.get(file) ?? [];
    const gone = old.filter((line) => !lines.includes(line)).map((line) => `  - ${line}`);
    const added = lines.filter((line) => !old.includes(line)).map((line) => `  + ${line}`);
    return gone.length + added.length === 0 ? [] : [[file, ...gone, ...added].join('\n')];
  });
}
