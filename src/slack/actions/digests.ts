import type { Digest } from '../../digests/digest.ts';
import { channelMention } from '../blocks/digest-words.ts';
import { escaped } from '../blocks/text.ts';
import { openThenFill, plainView } from '../connecting/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import { refreshDigests } from '../digest-lists.ts';
import { mayManage } from '../may-manage.ts';
import { openDigestChange, openDigestForm } from '../views/digest/open.ts';
import { trialWords } from '../views/digest/words.ts';
import { buttonValue, type Press, presserOf } from './press.ts';
import { tell } from './tell.ts';

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
  return managed(slack, async ({ team, id }, press) => {
    await slack.digests.pause(team, id);
    await refreshDigests(press, slack);
  });
}

export function resumeDigest(slack: SlackContext) {
  return managed(slack, async ({ team, id, channel }, press) => {
    const isResumed = await slack.digests.resume(team, id);
    if (!(await refreshDigests(press, slack))) {
      const which = `The digest of ${channelMention(channel)}`;
      await tell(press, isResumed ? `${which} goes on.` : `${which} was not paused any more.`);
    }
  });
}

export function deleteDigest(slack: SlackContext) {
  return managed(slack, async ({ team, id, channel }, press) => {
    await slack.digests.remove(team, id);
    if (!(await refreshDigests(press, slack))) {
      await tell(press, `The digest of ${channelMention(channel)} is deleted.`);
    }
  });
}

/** "Run now". On behalf of whoever set it up: what they may see is what counts. */
export function runDigest(slack: SlackContext) {
  return managed(slack, async (digest, press) => {
    const service = escaped(slack.serviceName, 75);
    const run = async () => trialWords(await slack.digests.runNow(digest), digest, service);
    if (press.respond) return tell(press, await run());
    // On Home only a view can answer, and one has to be open before the channel was looked at.
    const trigger = { id: press.body.trigger_id, isInModal: false };
    const title = 'Run now';
    return openThenFill(press.client, trigger, title, async () => plainView(title, await run()), slack);
  });
}

/** An id in a button proves nothing: the digest must be the team's, and the presser somebody who may manage it. */
function managed(slack: SlackContext, act: (digest: Digest, press: Press) => Promise<void>) {
  return async (press: Press) => {
    await press.ack();
    const { team, person } = presserOf(press);
    const digest = await slack.digests.find(team, buttonValue(press) ?? '');
    if (!digest) await tell(press, 'This digest was deleted. `/deck schedules` lists what there is.');
    else if (!(await mayManage(digest, { person, client: press.client }, slack))) {
      await tell(press, 'Only whoever set this digest up, or a Slack admin, can do that.');
    } else await act(digest, press);
  };
}
