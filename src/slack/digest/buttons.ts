import type { Digest } from '../../digests/digest.ts';
import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { openThenFill, plainView } from '../connection/open-then-fill.ts';
import { escaped } from '../kit/text.ts';
import { mention } from '../result/describe.ts';
import { channelMention, pauseWords } from './digest-words.ts';
import { refreshDigests } from './lists.ts';
import { mayManage } from './may-manage.ts';
import { openDigestChange, openDigestForm } from './open.ts';
import { trialWords } from './words.ts';

/** Buttons of digests: in lists, on Home, and below the line that one has paused. */

/** "Schedule a digest" */
export function scheduleDigest(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person, channel } = presserOf(press);
    const trigger = { id: press.body.trigger_id, isInModal: false };
    await openDigestForm({ client: press.client, team, person, channel, trigger }, slack);
  };
}

export function changeDigest(slack: SlackContext) {
  return managed(slack, async (digest, press) => {
    const trigger = { id: press.body.trigger_id, isInModal: false };
    await openDigestChange({ client: press.client, trigger }, digest, slack);
  });
}

export function pauseDigest(slack: SlackContext) {
  return managed(slack, async ({ team, id }, press, at) => {
    await slack.digests.pause(team, id);
    await refreshDigests(press, slack, at);
  });
}

export function resumeDigest(slack: SlackContext) {
  return managed(slack, async ({ team, id, channel, pausedBecause }, press, at) => {
    const isResumed = await slack.digests.resume(team, id);
    if (await refreshDigests(press, slack, at)) return;
    const which = `The digest of ${channelMention(channel)}`;
    if (isResumed) await tell(press, `${which} goes on.`);
    else if (pausedBecause === 'declined') {
      const { what, next } = pauseWords(pausedBecause, escaped(slack.serviceName, 75));
      await tell(press, `${which} stays paused. ${what} ${next}`);
    } else await tell(press, `${which} was not paused any more.`);
  });
}

export function deleteDigest(slack: SlackContext) {
  return managed(slack, async ({ team, id, channel }, press, at) => {
    await slack.digests.remove(team, id);
    if (!(await refreshDigests(press, slack, at))) {
      await tell(press, `The digest of ${channelMention(channel)} is deleted.`);
    }
  });
}

/** "Run now". On behalf of whoever set it up: what they may see is what counts. */
export function runDigest(slack: SlackContext) {
  return managed(slack, async (digest, press) => {
    const service = escaped(slack.serviceName, 75);
    const run = async () => trialWords(await slack.digests.runNow(digest), digest, service);
    if (!press.body.view) return tell(press, await run());
    // On Home only a view can answer, and one has to be open before the channel was looked at.
    const trigger = { id: press.body.trigger_id, isInModal: false };
    const title = 'Run now';
    return openThenFill(press.client, trigger, title, async () => plainView(title, await run()), slack);
  });
}

/** "Stop sending it to me", for whom somebody else's digest is delivered to. */
export function declineDigest(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person } = presserOf(press);
    const { id, at } = pressedOn(press);
    const declined = await slack.digests.decline(team, id, person);
    await tell(
      press,
      declined
        ? `The digest of ${channelMention(declined.channel)} no longer comes to you. ${mention(declined.owner)} is told.`
        : 'This digest does not come to you, or no longer.',
    );
    await refreshDigests(press, slack, at);
  };
}

/** "Show more", "Back to the first" */
export function turnDigests(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    await refreshDigests(press, slack, placeOf(buttonValue(press)));
  };
}

/** Which digest, and where in a list its button stands; the line that one has paused names no place. */
function pressedOn(press: Press): { id: string; at: number } {
  const [id = '', at] = (buttonValue(press) ?? '').split(' ');
  return { id, at: placeOf(at) };
}

/** The list may have changed since the button was drawn, and what comes from Slack may be anything. */
function placeOf(value: string | undefined): number {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : 0;
}

/** An id in a button proves nothing: the digest must be the team's, and the presser somebody who may manage it. */
function managed(slack: SlackContext, act: (digest: Digest, press: Press, at: number) => Promise<void>) {
  return async (press: Press) => {
    await press.ack();
    const { team, person } = presserOf(press);
    const { id, at } = pressedOn(press);
    const digest = await slack.digests.find(team, id);
    if (!digest) await tell(press, 'This digest was deleted. `/deck schedules` lists what there is.');
    else if (!(await mayManage(digest, { person, client: press.client }, slack))) {
      await tell(press, 'Only whoever set this digest up, or a Slack admin, can do that.');
    } else await act(digest, press, at);
  };
}
