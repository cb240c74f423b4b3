import type { Digest } from '../../digests/digest.ts';
import { clickValue, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { channelMention, mention, serviceText } from '../kit/text.ts';
import { pauseCopy, runText } from './copy.ts';
import { refreshDigests } from './lists.ts';

/** Buttons of digests: in lists, on Home, and below the line that one has paused. */

export async function pauseDigest(
  click: Click,
  { team, id, channel }: Digest,
  slack: SlackContext,
): Promise<void> {
  await slack.digests.pause(team, id);
  if (!(await refreshDigests(click, slack, positionOf(click)))) {
    await reply(click, `The digest of ${channelMention(channel)} is paused.`);
  }
}

export async function resumeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel, pausedBecause } = digest;
  const isResumed = await slack.digests.resume(team, id);
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
  const done = `The digest of ${channelMention(channel)} is deleted.`;
  if (!(await refreshDigests(click, slack, positionOf(click), done))) await reply(click, done);
}

/** "Run now". It runs for its owner: only messages that the owner may see are used. */
export async function runDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const service = serviceText(slack.serviceName);
  const run = async () => runText(await slack.digests.runNow(digest), digest, service);
  if (!click.body.view) return reply(click, await run());
  // On Home only a view can answer, and its trigger ends before the channel has been checked.
  const title = 'Run now';
  const fill = async () => plainView(title, await run());
  await openThenFill(click.client, { id: click.body.trigger_id }, title, fill, slack);
}

/** "Stop sending it to me", for the recipient of somebody else's digest. */
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

/** "Show more", "Back to the first" */
export async function paginateDigests(click: Click, slack: SlackContext): Promise<void> {
  await refreshDigests(click, slack, numberIn(clickValue(click)));
}

/** The digest's position in the list that the button is in; 0 where it is in no list. */
function positionOf(click: Click): number {
  return numberIn((clickValue(click) ?? '').split(' ')[1]);
}

/** A value from Slack may be anything. */
function numberIn(value: string | undefined): number {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}
