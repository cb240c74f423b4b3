import type { Button } from '@slack/types';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { Note } from '../../digests/surroundings.ts';
import { actions } from '../action-ids.ts';
import { mention } from './describe.ts';
import { deleteButton } from './digest-buttons.ts';
import { channelMention, pauseWords } from './digest-words.ts';
import { button, buttons, context, type Message, section, type Words } from './parts.ts';
import { cadenceNames } from './schedule-words.ts';
import { escaped } from './text.ts';

/** Lines of a digest that stand by themselves. */
export function digestNote(digest: Digest, note: Note, { serviceName }: Words): Message {
  return note.kind === 'quiet' ? quiet(digest, note.since) : paused(digest, note, escaped(serviceName, 75));
}

function quiet(digest: Digest, since: Date): Message {
  const seconds = Math.floor(since.getTime() / 1000);
  const day = `<!date^${seconds}^{date_long}|${since.toISOString().slice(0, 10)}>`;
  const few =
    digest.threshold === 1 ? 'nothing was said' : `fewer than ${digest.threshold} messages were written`;
  const text = `It has been quiet in ${channelMention(digest.channel)}: ${few} since ${day}, so there is no digest this time.`;
  return { text, blocks: [section(text), ...context(origin(digest))] };
}

function paused(digest: Digest, { because }: Extract<Note, { kind: 'paused' }>, service: string): Message {
  const { what, next } = pauseWords(because, service);
  const text = `Your digest of ${channelMention(digest.channel)} is paused. ${what} ${next}`;
  return {
    text,
    blocks: [section(`:warning: ${text}`), ...buttons(wayOn(because, digest.id), deleteButton(digest.id))],
  };
}

function wayOn(because: PauseReason, id: string): Button {
  return because === 'declined'
    ? button('Change', actions.changeDigest, id)
    : button('Resume', actions.resumeDigest, id);
}

/** Who set it up and how to stop it: on everything that a digest posts. */
function origin(digest: Digest): string {
  return `${cadenceNames[digest.schedule.every]} digest, set up by ${mention(digest.owner)}. ${HOW_TO_STOP}`;
}

const HOW_TO_STOP = '`/deck schedules` changes or stops it.';
