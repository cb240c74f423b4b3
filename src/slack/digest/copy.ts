import type { Digest, PauseReason } from '../../digests/digest.ts';
import type { RunResult } from '../../digests/manual-run.ts';
import { nextRuns } from '../../digests/timing.ts';
import type { State } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { askPhrases, closerPhrases } from '../kit/ask-fields/ask-form.ts';
import { channelMention, escaped, mention, moment } from '../kit/blocks/text.ts';
import { scheduleWords } from '../kit/copy/schedule-words.ts';

/** Texts about digests for lists, notes and forms. All are mrkdwn, in which texts that people wrote are escaped. */

/** Returns when a digest runs, as mrkdwn, for example "Every Monday at 9:00 AM (Europe/Lisbon)". */
export function when({ schedule }: Pick<Digest, 'schedule'>): string {
  return escaped(`${capitalized(scheduleWords(schedule))} (${schedule.zone})`, 250);
}

/** Returns where a digest is posted, as mrkdwn, for example "in a thread in #launch". */
export function destinationPhrase({ deliverTo, channel }: Pick<Digest, 'deliverTo' | 'channel'>): string {
  if (deliverTo.kind === 'person') return `in a direct message to ${mention(deliverTo.person)}`;
  return deliverTo.kind === 'thread'
    ? `in a thread in ${channelMention(channel)}`
    : `in ${channelMention(channel)}`;
}

/** Returns why a digest is paused, and what people can do next. @param service the service's name, already escaped */
export function pauseCopy(because: PauseReason, service: string): { what: string; next: string } {
  const table: Record<PauseReason, { what: string; next: string }> = {
    person: { what: 'Resume it at any time.', next: '' },
    archived: {
      what: 'The channel is archived.',
      next: 'Delete the digest, or resume it once the channel is back.',
    },
    gone: {
      what: 'The channel is gone, or Deckhand was removed from it.',
      next: 'If it is still there, type `/invite @Deckhand` in it and resume the digest; else delete it.',
    },
    absent: {
      what: 'Deckhand was removed from the channel.',
      next: 'Type `/invite @Deckhand` in it and resume the digest, or delete it.',
    },
    removed: {
      what: 'Deckhand was removed from this workspace.',
      next: 'Resume the digest once Deckhand is installed again.',
    },
    owner_left: {
      what: 'The person who set it up is no longer in the channel.',
      next: 'Anyone in the channel can set up their own with `/deck digests`.',
    },
    owner_closed: {
      what: 'The person who set it up may not use Deckhand here any more, because they have left the workspace.',
      next: 'Anyone in the channel can set up their own with `/deck digests`; then delete this one.',
    },
    owner_guest: {
      what: 'The person who set it up is a guest, and guests may not use Deckhand here now.',
      next: 'Before you resume it, let guests in with *Workspace rules…* on Deckhand’s Home. Otherwise delete it; anyone else in the channel can set up their own with `/deck digests`.',
    },
    private: {
      what: 'The channel is private now, so its digest can only go to the channel or to the person who set it up.',
      next: 'Change where the digest goes, then resume it.',
    },
    recipient_left: {
      what: 'The person it goes to cannot open the channel: they left it, or are no full member of this workspace.',
      next: 'Change where the digest goes, or add them to the channel; then resume it.',
    },
    declined: {
      what: 'The person it goes to stopped it.',
      next: 'Change where it goes, then resume it; or delete it.',
    },
    template_gone: {
      what: `Its template is no longer in your workspace at ${service}, or not open to the person who set it up.`,
      next: 'Change it to another template, or to none, then resume it.',
    },
    unconnected: {
      what: `The connection to ${service} is gone or has to be renewed.`,
      next: 'Type `/deck connect`, then resume the digest.',
    },
  };
  return table[because];
}

/** Returns the choices for the documents of a digest, for example "Presentation · 8 slides · folder Marketing". */
export function choicesText({ choices }: Pick<Digest, 'choices'>): string {
  return [...askPhrases(choices), ...closerPhrases(choices)].join(' · ');
}

/** Returns the confirmation that a digest was saved. It lists the next three runs, unless the digest is paused. */
export function savedText(digest: Digest, now: number): string {
  const { schedule, state } = digest;
  const runs = nextRuns(schedule, new Date(now), 3).map((run) => `• ${moment(run)}`);
  const next =
    state === 'active' ? `The next runs:\n${runs.join('\n')}` : 'It is paused; `/deck digests` resumes it.';
  const where = digest.deliverTo.kind === 'channel' ? '' : `, ${destinationPhrase(digest)}`;
  const often = escaped(scheduleWords(schedule), 250);
  return `*Done. ${channelMention(digest.channel)} gets a digest ${often}${where}.*\n${choicesText(digest)}\n${next}\n\`/deck digests\` lists, changes and stops digests.`;
}

/** Returns the response to "Run now" or "Run once now" on a digest. */
export function runText(
  result: RunResult,
  of: Pick<Digest, 'channel' | 'deliverTo'>,
  service: string,
): string {
  switch (result.outcome) {
    case 'started':
      return `The digest is being made. It will be posted ${destinationPhrase(of)}.`;
    case 'already':
      return repeatText(result.generation.state, destinationPhrase(of));
    case 'nothing':
      return `Nobody has written in ${channelMention(of.channel)} ${moment(result.since, 'since ')}, so there is nothing to make one of.`;
    case 'impossible': {
      const { what, next } = pauseCopy(result.because, service);
      return `:warning: This digest cannot be made now. ${what} ${next}`;
    }
  }
}

/** Returns why "Run now" did not start another run. @param state state of the generation that an earlier run started */
function repeatText(state: State, where: string): string {
  switch (state) {
    case 'delivered':
      return `This digest was made already, and posted ${where}. Change something in the form to make another.`;
    case 'late':
    case 'unsure':
      return `The last one, posted ${where}, is waiting for an answer. Use the buttons below its first message, then run this again.`;
    case 'disconnected':
      return 'The last one is waiting for the connection to be renewed, and then continues by itself. `/deck connect` renews it.';
    default:
      return `A digest is being made already. It will be posted ${where}. Nothing is spent twice.`;
  }
}
