import type { Digest } from '../../digests/digest.ts';
import type { Rating } from '../../generations/ratings.ts';
import { channelOf, clickValue, locationOf, reply } from '../bolt/answers/click.ts';
import { openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isOwnerOrAdmin } from '../bolt/permissions/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { channelMention, mention, serviceText } from '../kit/blocks/text.ts';
import { pauseCopy, runText } from './copy.ts';
import { changeDigest } from './form/open.ts';
import { refreshDigests } from './lists.ts';

/**
 * Handlers of the buttons of digests, which are in lists, on Home and below notes (messages that there is no digest this time). The route
 * table checks who may manage a digest (`mayManageDigest` in bolt/permissions/digest-access.ts). For the thumbs and "Stop sending it to
 * me", the handler checks who clicked, not the route table.
 */

export async function pauseDigest(
  click: Click,
  { team, id, channel }: Digest,
  slack: SlackContext,
): Promise<void> {
  await slack.digests.pause(team, id, click.actor.person);
  await slack.audit.record({ ...click.actor, what: 'digest paused', object: id, via: 'digests' });
  if (!(await refreshDigests(click, slack, positionOf(click)))) {
    await reply(click, `The digest of ${channelMention(channel)} is paused.`);
  }
}

export async function resumeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel, pausedBecause } = digest;
  const isResumed = await slack.digests.resume(team, id);
  if (isResumed)
    await slack.audit.record({ ...click.actor, what: 'digest resumed', object: id, via: 'digests' });
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
  await slack.digests.remove(team, id);
  await slack.audit.record({ ...click.actor, what: 'digest deleted', object: id, via: 'digests' });
  const done = `The digest of ${channelMention(channel)} is deleted.`;
  if (!(await refreshDigests(click, slack, positionOf(click), done))) await reply(click, done);
}

/** Handles "Run now". The digest runs for its owner, so it uses only messages that the owner may see. */
export async function runDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const service = serviceText(slack.serviceName);
  const run = async () => {
    const result = await slack.digests.runNow(digest);
    if (result.outcome === 'started')
      await slack.audit.record({ ...click.actor, what: 'digest run', object: digest.id, via: 'digests' });
    return runText(result, digest, service);
  };
  if (!click.body.view) return reply(click, await run());
  // On Home only a modal can show the result. The modal opens before the channel is checked, because the trigger expires after 3 s.
  const title = 'Run now';
  const fill = async () => plainView(title, await run());
  await openThenFill(click, title, fill, slack);
}

/** Handles "Stop sending it to me", the button for the recipient of another person's digest. */
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

/** Handles "Show more" and "Back to the first". */
export async function paginateDigests(click: Click, slack: SlackContext): Promise<void> {
  await refreshDigests(click, slack, numberIn(clickValue(click)));
}

/** Returns the position of the button's digest in its list; 0 if the button is not in a list. */
function positionOf(click: Click): number {
  return numberIn((clickValue(click) ?? '').split(' ')[1]);
}

/** Parses a number in a button's value. Returns 0 for other values. */
function numberIn(value: string | undefined): number {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

/**
 * Handles the thumbs below the note that there were too few messages for a digest. If the person may change the digest, thumbs down
 * opens the digest's form, in which the person can lower the minimum number of messages or turn these notes off.
 */
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

/** Returns whether the person can see the digest's notes where they clicked. This is checked because the id in a click can be forged. */
function mayRate(click: Click, { channel, owner, deliverTo }: Digest): boolean {
  const { person } = click.actor;
  const isTheirs = person === owner || (deliverTo.kind === 'person' && deliverTo.person === person);
  return isTheirs || (deliverTo.kind !== 'person' && channelOf(click) === channel);
}
