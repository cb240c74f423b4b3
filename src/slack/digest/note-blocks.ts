import type { Button } from '@slack/types';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { Note } from '../../digests/gateway.ts';
import { actions } from '../bolt/action-ids.ts';
import { thumbsFor } from '../kit/feedback.ts';
import { HOW_TO_STOP, quietChannelText } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { cadenceNames } from '../kit/schedule-words.ts';
import { channelMention, day, mention, serviceText } from '../kit/text.ts';
import { deleteButton, runButton } from './button-blocks.ts';
import { destinationPhrase, pauseCopy } from './copy.ts';

/** Messages of a digest in place of a document. */
export function digestNote(digest: Digest, note: Note, { serviceName }: Deployment): Message {
  if (note.kind === 'skipped' || note.kind === 'given_up') return skipped(digest, note);
  return note.kind === 'quiet' ? quiet(digest, note.since) : paused(digest, note, serviceText(serviceName));
}

const WHY_SKIPPED = {
  skipped: 'Slack did not let Deckhand read the channel for a day',
  given_up: 'something went wrong inside Deckhand each time that it was tried',
};

function skipped(digest: Digest, { kind, due }: Extract<Note, { kind: 'skipped' | 'given_up' }>): Message {
  const text = `The digest of ${channelMention(digest.channel)} ${day(due, 'due ')} was skipped: ${WHY_SKIPPED[kind]}. The next one covers that time, too.`;
  return {
    text,
    blocks: [section(`:warning: ${text}`), ...buttons(runButton(digest.id))],
  };
}

function quiet(digest: Digest, since: Date): Message {
  const text = quietChannelText(digest, since);
  const thumbs = thumbsFor(actions.rateNote, digest.id);
  return { text, blocks: [section(text), ...context(origin(digest)), ...thumbs] };
}

function paused(digest: Digest, { because }: Extract<Note, { kind: 'paused' }>, service: string): Message {
  const { what, next } = pauseCopy(because, service);
  const where = because === 'declined' ? `, posted ${destinationPhrase(digest)},` : '';
  const text = `Your digest of ${channelMention(digest.channel)}${where} is paused. ${what} ${next}`;
  return {
    text,
    blocks: [section(`:warning: ${text}`), ...buttons(wayOn(because, digest.id), deleteButton(digest.id))],
  };
}

function wayOn(because: PauseReason, id: string): Button {
  return because === 'declined' || because === 'template_gone'
    ? button('Change', actions.changeDigest, id)
    : button('Resume', actions.resumeDigest, id);
}

/** The owner, and how to stop it: on everything that a digest posts. */
function origin(digest: Digest): string {
  return `${cadenceNames[digest.schedule.every]} digest, set up by ${mention(digest.owner)}. ${HOW_TO_STOP}`;
}
