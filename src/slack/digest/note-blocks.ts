import type { Button } from '@slack/types';
import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { Note } from '../../digests/notes.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { thumbsFor } from '../kit/blocks/document-buttons.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { channelMention, day, mention, serviceText } from '../kit/blocks/text.ts';
import { HOW_TO_STOP, quietChannelText } from '../kit/copy/generation-phrases.ts';
import { cadenceNames } from '../kit/copy/schedule-words.ts';
import { deleteButton, runButton } from './button-blocks.ts';
import { destinationPhrase, pauseCopy } from './copy.ts';

/**
 * Builds a note: a message which says that there is no digest this time, and why.
 * @param reader id of the person or channel that gets the note
 */
export function digestNote(
  digest: Digest,
  note: Note,
  { serviceName }: Deployment,
  reader: string = digest.owner,
): Message {
  if (note.kind === 'skipped' || note.kind === 'given_up') return skipped(digest, note);
  if (note.kind === 'paused' && note.because === 'owner_guest' && reader === digest.owner)
    return pausedForGuest(digest);
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
  // The note about an owner who may no longer use Deckhand goes to admins, so the note names the owner.
  const by =
    because === 'owner_closed' || because === 'owner_guest' ? ` that ${mention(digest.owner)} set up` : '';
  const text = `${by ? 'The' : 'Your'} digest of ${channelMention(digest.channel)}${by}${where} is paused. ${what} ${next}`;
  return {
    text,
    blocks: [
      section(`:warning: ${text}`),
      ...buttons(resumeOrChange(because, digest.id), deleteButton(digest.id)),
    ],
  };
}

/** Builds the note to an owner who is a guest. It has no *Resume*, which would pause the digest again at its next run. */
function pausedForGuest(digest: Digest): Message {
  const text = `Your digest of ${channelMention(digest.channel)} is paused, because guests may not use Deckhand here now. What it has made so far stays. Once a Slack admin lets guests in, \`/deck digests\` resumes it.`;
  return { text, blocks: [section(`:warning: ${text}`), ...buttons(deleteButton(digest.id))] };
}

function resumeOrChange(because: PauseReason, id: string): Button {
  return because === 'declined' || because === 'template_gone'
    ? button('Change', actions.changeDigest, id)
    : button('Resume', actions.resumeDigest, id);
}

/** Returns a line that names the digest's owner and says how to stop the digest. */
function origin(digest: Digest): string {
  return `${cadenceNames[digest.schedule.every]} digest, set up by ${mention(digest.owner)}. ${HOW_TO_STOP}`;
}
