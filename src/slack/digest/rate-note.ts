import type { Digest } from '../../digests/digest.ts';
import type { Rating } from '../../generations/ratings.ts';
import { channelOf, clickValue, placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isOwnerOrAdmin } from '../bolt/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { mention } from '../kit/text.ts';
import { changeDigest } from './form/open.ts';

/**
 * The thumbs under a note that there is no digest this time. Down, they lead to the settings: how much has to be said for one, and
 * whether to post such notes at all.
 */
export async function rateNote(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  if (!isBefore(click, digest)) return reply(click, 'Deckhand no longer has this digest.');
  const rating: Rating = clickValue(click)?.endsWith(' poor') ? 'poor' : 'good';
  const about = `${digest.id}/${click.body.message?.ts ?? placeOf(click)?.threadTs ?? ''}`;
  await slack.ratings.rate({ team, id: about, isDigest: true }, person, rating);
  if (rating === 'good') return reply(click, 'Thanks, that is noted.');
  if (await isOwnerOrAdmin(click, digest.owner, slack.log)) return changeDigest(click, digest, slack);
  return reply(
    click,
    `Thanks, that is noted. ${mention(digest.owner)} has set this digest up, and can have the next ones made otherwise.`,
  );
}

/** An id in a button proves nothing: the note stands where the digest goes. */
function isBefore(click: Click, { channel, owner, deliverTo }: Digest): boolean {
  const { person } = click.actor;
  const isTheirs = person === owner || (deliverTo.kind === 'person' && deliverTo.person === person);
  return isTheirs || (deliverTo.kind !== 'person' && channelOf(click) === channel);
}
