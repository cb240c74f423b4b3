import { redrawPlace } from '../bolt/answer-places.ts';
import { channelOf } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, ownerOrAdminAmong } from '../bolt/permissions.ts';
import type { Click, Command, Submission } from '../bolt/requests.ts';
import { digestsMessage, type ListedDigest } from './list-blocks.ts';

/** `/deck digests` */
export async function showDigests(request: Command, slack: SlackContext): Promise<void> {
  const listed = await listDigests(request, request.command.channel_id, slack);
  await request.respond({ response_type: 'ephemeral', ...digestsMessage(listed, slack) });
}

/**
 * The digests of the channel, then the person's own in others, then those that are delivered to them.
 * @param channel the conversation that shows the list; none on Home
 */
export async function listDigests(
  acting: Acting,
  channel: string | undefined,
  slack: SlackContext,
): Promise<ListedDigest[]> {
  const { team, person } = acting.actor;
  const [here, own, sent] = await Promise.all([
    channel ? slack.digests.inChannel(team, channel) : [],
    slack.digests.ownedBy(team, person),
    slack.digests.sentTo(team, person),
  ]);
  const digests = [...new Map([...here, ...own, ...sent].map((digest) => [digest.id, digest])).values()];
  const owners = digests.map(({ owner }) => owner);
  const mayManage = await ownerOrAdminAmong(acting, owners, slack.log);
  return digests.map((digest) => ({
    digest,
    mayManage: mayManage(digest.owner),
    isSentToThem: sent.some(({ id }) => id === digest.id),
  }));
}

/**
 * Draws the list again in which a click changed a digest.
 * @param at shows the page with this digest on it
 * @param done what the click has done, where the list alone would not show it
 * @returns false where there is no list to show it in
 */
export async function refreshDigests(
  click: Click,
  slack: SlackContext,
  at: number,
  done?: string,
): Promise<boolean> {
  const { actor, body, client } = click;
  if (body.view?.type === 'home') {
    await slack.showHome(client, actor, at);
    return true;
  }
  if (!body.container.is_ephemeral) return false;
  const listed = await listDigests(click, channelOf(click), slack);
  await click.respond({
    response_type: 'ephemeral',
    replace_original: true,
    ...digestsMessage(listed, slack, { at, done }),
  });
  return true;
}

/** After a form: the list that it was opened from, on the page with that digest, and Home. */
export async function redrawDigests(
  submission: Submission,
  id: string | undefined,
  slack: SlackContext,
): Promise<void> {
  const { client, actor, view } = submission;
  const draw = async (channel: string) => {
    const listed = await listDigests(submission, channel, slack);
    const at = listed.findIndex(({ digest }) => digest.id === id);
    return digestsMessage(listed, slack, { at: Math.max(0, at) });
  };
  await Promise.all([redrawPlace(actor, view.id, draw, slack), slack.showHome(client, actor)]);
}
