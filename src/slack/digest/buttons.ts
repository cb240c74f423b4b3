import type { Digest } from '../../digests/digest.ts';
import { channelOf, clickValue, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill, plainView } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { channelMention, escaped, mention } from '../kit/text.ts';
import { pauseWords, trialWords } from './copy.ts';
import { openDigestChange, openDigestForm } from './form/open.ts';
import { refreshDigests } from './lists.ts';

/** Buttons of digests: in lists, on Home, and below the line that one has paused. */

/** "Schedule a digest" */
export async function scheduleDigest(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: false };
  await openDigestForm({ client, ...actor, channel: channelOf(click), trigger }, slack);
}

export async function changeDigest(
  { client, body }: Click,
  digest: Digest,
  slack: SlackContext,
): Promise<void> {
  const trigger = { id: body.trigger_id, isInModal: false };
  await openDigestChange({ client, trigger }, digest, slack);
}

export async function pauseDigest(click: Click, { team, id }: Digest, slack: SlackContext): Promise<void> {
  await slack.digests.pause(team, id);
  await refreshDigests(click, slack, positionOf(click));
}

export async function resumeDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel, pausedBecause } = digest;
  const isResumed = await slack.digests.resume(team, id);
  if (await refreshDigests(click, slack, positionOf(click))) return;
  const which = `The digest of ${channelMention(channel)}`;
  if (isResumed) await reply(click, `${which} goes on.`);
  else if (pausedBecause === 'declined') {
    const { what, next } = pauseWords(pausedBecause, escaped(slack.serviceName, 75));
    await reply(click, `${which} stays paused. ${what} ${next}`);
  } else await reply(click, `${which} was not paused any more.`);
}

export async function deleteDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const { team, id, channel } = digest;
  await slack.digests.remove(team, id);
  if (!(await refreshDigests(click, slack, positionOf(click)))) {
    await reply(click, `The digest of ${channelMention(channel)} is deleted.`);
  }
}

/** "Run now". On behalf of whoever set it up: what they may see is what counts. */
export async function runDigest(click: Click, digest: Digest, slack: SlackContext): Promise<void> {
  const service = escaped(slack.serviceName, 75);
  const run = async () => trialWords(await slack.digests.runNow(digest), digest, service);
  if (!click.body.view) return reply(click, await run());
  // On Home only a view can answer, and one has to be open before the channel was looked at.
  const trigger = { id: click.body.trigger_id, isInModal: false };
  const title = 'Run now';
  await openThenFill(click.client, trigger, title, async () => plainView(title, await run()), slack);
}

/** "Stop sending it to me", for whom somebody else's digest is delivered to. */
export async function declineDigest(click: Click, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  const [id = ''] = (clickValue(click) ?? '').split(' ');
  const declined = await slack.digests.decline(team, id, person);
  await reply(
    click,
    declined
      ? `The digest of ${channelMention(declined.channel)} no longer comes to you. ${mention(declined.owner)} is told.`
      : 'This digest does not come to you, or no longer.',
  );
  await refreshDigests(click, slack, positionOf(click));
}

/** "Show more", "Back to the first" */
export async function paginateDigests(click: Click, slack: SlackContext): Promise<void> {
  await refreshDigests(click, slack, numberIn(clickValue(click)));
}

/** Where in a list the button stands; the line that a digest has paused names no place. */
function positionOf(click: Click): number {
  return numberIn((clickValue(click) ?? '').split(' ')[1]);
}

/** The list may have changed since the button was drawn, and what comes from Slack may be anything. */
function numberIn(value: string | undefined): number {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}
