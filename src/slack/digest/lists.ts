import { isDirectMessageId } from '../../asks/schema.ts';
import { channelOf, clickValue } from '../bolt/answers/click.ts';
import { replaceOriginalMessage } from '../bolt/answers/response-url.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, ownerOrAdminAmong } from '../bolt/permissions/permissions.ts';
import type { Click, Command, Submission } from '../bolt/requests.ts';
import { digestsMessage, type ListedDigest } from './list-blocks.ts';

export async function showDigests(request: Command, slack: SlackContext): Promise<void> {
  const listed = await listDigests(request, request.command.channel_id, slack);
  await request.respond({ response_type: 'ephemeral', ...digestsMessage(listed, slack) });
}

/**
 * Returns the digests of the channel, then others that the person set up, then others that are sent to the person. Admins also get all
 * others of the team. Slack shows the name of a private channel only to its members.
 * @param channel the conversation in which the list is shown; undefined on Home
 */
export async function listDigests(
  acting: Acting,
  channel: string | undefined,
  slack: SlackContext,
): Promise<ListedDigest[]> {
  const { team, person } = acting.actor;
  const isListedAll = (await slack.roleOf(acting)) === 'admin';
  const [here, own, sent, all] = await Promise.all([
    channel ? slack.digests.inChannel(team, channel) : [],
    slack.digests.ownedBy(team, person),
    slack.digests.sentTo(team, person),
    isListedAll ? slack.digests.ofTeam(team) : [],
  ]);
  const theirs = new Set([...here, ...own, ...sent].map(({ id }) => id));
  const found = [
    ...new Map([...here, ...own, ...sent, ...all].map((digest) => [digest.id, digest])).values(),
  ];
  const owners = found.map(({ owner }) => owner);
  const ids = found.map(({ id }) => id);
  const [mayManage, costs] = await Promise.all([
    ownerOrAdminAmong(acting, owners, slack.log),
    slack.digests.lastCosts(team, ids),
  ]);
  // `roleOf` is cached. If the person has just ceased to be an admin, `mayManage` knows.
  const digests = found.filter(({ id, owner }) => theirs.has(id) || mayManage(owner));
  return digests.map((digest) => ({
    digest,
    mayManage: mayManage(digest.owner),
    isSentToThem: sent.some(({ id }) => id === digest.id),
    lastCost: costs.get(digest.id),
  }));
}

/**
 * Updates the list of digests, or Home, after a click on one of its buttons.
 * @param at index of a digest in the list. The page with this digest is shown
 * @param done what the click has done, for example that a digest was deleted, which the list itself does not show
 * @returns false if the click was neither in a list nor on Home
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
  // In a direct message, only the buttons of a list have an index in their value.
  const isList = isDirectMessageId(channelOf(click) ?? '') && /^\S+ \d+$/.test(clickValue(click) ?? '');
  if (!body.container.is_ephemeral && !isList) return false;
  const listed = await listDigests(click, channelOf(click), slack);
  await click.respond({
    ...(isList ? {} : { response_type: 'ephemeral' }),
    replace_original: true,
    ...digestsMessage(listed, slack, { at, done }),
  });
  return true;
}

/** Updates Home, and the list from which the form was opened. The list shows the page with the digest `id`, or its first page. */
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
  await Promise.all([replaceOriginalMessage(actor, view.id, draw, slack), slack.showHome(client, actor)]);
}
