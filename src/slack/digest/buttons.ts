import type { Digest } from '../../digests/digest.ts';
import type { Rating } from '../../generations/ratings.ts';
import { channelOf, clickValue, locationOf, reply } from '../bolt/answers/click.ts';
import { openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isOwnerOrAdmin } from '../bolt/permissions/permissions.ts';
import { denialOfUse } from '../bolt/permissions/roles.ts';
import type { Click } from '../bolt/requests.ts';
import { recordDigest } from '../kit/audited-digest.ts';
import { channelMention, mention, serviceText } from '../kit/blocks/text.ts';
import { pauseCopy, runText } from './copy.ts';
import { changeDigest } from './form/open.ts';
import { refreshDigests } from './lists.ts';

/**
 * Handlers of the buttons on digests. The route table checks `mayManageDigest` for most buttons. The thumbs and "Stop sending it to me" are
 * also for people who may not manage the digest, so their handlers have their own checks.
 */

export async function pauseDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel } = digest;
  if (await slack.digests.pause(team, id, click.actor.person))
    await recordDigest(click, digest, { what: 'digest paused', via: 'digests' }, slack);
  if (!(await refreshDigests(click, slack, positionOf(click)))) {
    await reply(click, `The digest of ${channelMention(channel)} is paused.`);
  }
}

export async function resumeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel, pausedBecause } = digest;
  const isResumed = await slack.digests.resume(team, id);
  if (isResumed) await recordDigest(click, digest, { what: 'digest resumed', via: 'digests' }, slack);
  if (await refreshDigests(click, slack, positionOf(click))) return;
  const which = `The digest of ${channelMention(channel)}`;
  if (isResumed) await reply(click, `${which} is running again.`);
  else if (pausedBecause === 'declined') {
    const { what, next } = pauseCopy(pausedBecause, serviceText(slack.serviceName));
    await reply(click, `${which} stays paused. ${what} ${next}`);
  } else await reply(click, `${which} was already running again.`);
}

export async function deleteDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel } = digest;
  if (await slack.digests.remove(team, id))
    await recordDigest(click, digest, { what: 'digest deleted', via: 'digests' }, slack);
  const done = `The digest of ${channelMention(channel)} is deleted.`;
  // The owner may be a guest who is shut out, and sees no list then.
  const mayList = (await denialOfUse('anyone', click, slack)) === undefined;
  const isListed = mayList && (await refreshDigests(click, slack, positionOf(click), done));
  if (!isListed) await reply(click, done);
}

/** Handles "Run now". The digest runs for its owner even if an admin clicks, so it uses only messages that the owner may see. */
export async function runDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const service = serviceText(slack.serviceName);
  const run = async () => {
    const result = await slack.digests.runNow(digest);
    if (result.outcome === 'started')
      await recordDigest(click, digest, { what: 'digest run', via: 'digests' }, slack);
    return runText(result, digest, service);
  };
  if (!click.body.view) return reply(click, await run());
  // On Home, a modal shows the result. The modal opens before the channel is checked, because the `trigger_id` expires after 3 s.
  const title = 'Run now';
  const fill = async () => plainView(title, await run());
  await openThenFill(click, title, fill, slack);
}

/** Handles "Stop sending it to me", which pauses another person's digest. Works only for the person who gets the digest. */
export async function declineDigest(click: Click, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  const [id = ''] = (clickValue(click) ?? '').split(' ');
  const declined = await slack.digests.decline(team, id, person);
  await reply(
    click,
    declined
      ? `The digest of ${channelMention(declined.channel)} no longer comes to you. ${mention(declined.owner)} is informed.`
      : 'This digest does not come to you.',
  );
  await refreshDigests(click, slack, positionOf(click));
}

/** Handles "Show more" and "Back to the first", which show another page of a list of digests. */
export async function paginateDigests(click: Click, slack: SlackContext): Promise<void> {
  await refreshDigests(click, slack, numberIn(clickValue(click)));
}

/** Returns the index of the clicked digest in the list. Returns 0 if the button is not in a list. */
function positionOf(click: Click): number {
  return numberIn((clickValue(click) ?? '').split(' ')[1]);
}

/** Parses a number from a button's value. Returns 0 if the value is not a number. */
function numberIn(value: string | undefined): number {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

/** Handles the thumbs below a note that there were too few messages. Thumbs down opens the digest's form for people who may change it. */
export async function rateNote(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  if (!mayRate(click, digest)) return reply(click, 'Deckhand no longer has this digest.');
  const rating: Rating = clickValue(click)?.endsWith(' poor') ? 'poor' : 'good';
  const about = `${digest.id}/${click.body.message?.ts ?? locationOf(click)?.threadTs ?? ''}`;
  await slack.ratings.rate({ team, id: about, isDigest: true }, person, rating);
  if (rating === 'good') return reply(click, 'Thanks, that is noted.');
  if (await isOwnerOrAdmin(click, digest.owner, slack.log)) return changeDigest(click, digest, slack);
  return reply(
    click,
    `Thanks, that is noted. ${mention(digest.owner)} has set this digest up, and can have the next ones made otherwise.`,
  );
}

/** Returns true if the person owns or receives the digest, or clicked in the channel that gets it. The id in the click can be forged. */
function mayRate(click: Click, { channel, owner, deliverTo }: Digest): boolean {
  const { person } = click.actor;
  const isTheirs = person === owner || (deliverTo.kind === 'person' && deliverTo.person === person);
  return isTheirs || (deliverTo.kind !== 'person' && channelOf(click) === channel);
}
