import type { Ask } from '../asks/schema.ts';

const LABEL_LENGTH = 80;

/** What a generation is called until the service has given it a title: the beginning of what was asked for. */
export function labelOf(ask: Pick<Ask, 'title' | 'prompt' | 'source'>): string {
  const name = ask.source.kind === 'file' ? ask.source.name : '';
  const text = (ask.title || ask.prompt || name).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  return characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join('')}…` : text;
}
