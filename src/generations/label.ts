import type { Ask } from '../asks/schema.ts';

const LABEL_LENGTH = 80;

/** What a generation is called until the service has given it a title: the beginning of what was asked for. */
export function labelOf(ask: Pick<Ask, 'title' | 'prompt' | 'source'>): string {
  const text = (ask.title || ask.prompt || nameOf(ask.source)).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  return characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join('')}…` : text;
}

function nameOf(source: Ask['source']): string {
  if (source.kind === 'file') return source.name;
  if (source.kind === 'thread') return source.name || 'A thread';
  return source.kind === 'channel' ? 'What was said in a channel' : '';
}
