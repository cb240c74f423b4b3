import type { Blocker } from '../../asks/admission.ts';
import type { Ask } from '../../asks/schema.ts';
import { PROMPT_LIMIT } from '../../service/options.ts';
import { askFields as fields } from '../kit/ask-fields/fields.ts';
import { connectionError, threadProblem } from '../kit/blocker-copy.ts';
import type { FieldErrors } from '../kit/form/form.ts';
import type { Words } from '../kit/parts.ts';

/** What stands in the way of an ask, as errors of the form: of several at one field the first. */
export function blockerErrors(blockers: Blocker[], ask: Ask, words: Words): FieldErrors {
  return Object.fromEntries(blockers.map((blocker) => errorOf(blocker, ask, words)).reverse());
}

function errorOf(found: Blocker, { source, destination }: Ask, words: Words): [string, string] {
  switch (found.part) {
    case 'connection':
      return [fields.prompt.id, connectionError(found.blocker, words)];
    case 'theme':
      return [fields.theme.id, 'This theme no longer exists. Choose another one, or leave it empty.'];
    case 'destination':
      return [fields.channel.id, channelError(found.blocker, destination.channel)];
    default:
      return source.kind === 'thread'
        ? [fields.prompt.id, threadProblem(found.blocker, source, words)]
        : [fields.file.id, fileError(found)];
  }
}

function channelError(blocker: Blocker['blocker'], channel: string): string {
  if (blocker === 'channel_archived') return 'This channel is archived. Choose another one.';
  return channel.startsWith('D')
    ? 'Deckhand is not part of this conversation. Choose a channel, or your own conversation with Deckhand.'
    : 'Deckhand is not in this channel. Type /invite @Deckhand there, then press Create again.';
}

function fileError(found: Extract<Blocker, { part: 'source' }>): string {
  if (found.blocker === 'source_empty') return 'There is no text in this file.';
  if (found.blocker === 'source_not_text') {
    return 'This file holds something else than text. Save it as plain text and attach that.';
  }
  if (found.blocker === 'source_too_long') {
    const [has, fit] = [found.characters, PROMPT_LIMIT].map((value) => value.toLocaleString('en-US'));
    return `This file has ${has} characters; ${fit} fit. Shorten it, or part it into several.`;
  }
  return 'Deckhand could not read this file. Attach it again, or paste its text into the prompt.';
}
