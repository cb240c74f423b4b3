import type { WebClient } from '@slack/web-api';
import type { Press } from './actions/press.ts';
import { isAdmin } from './admin.ts';
import { digestsMessage, type ListedDigest } from './blocks/digest-list.ts';
import type { SlackContext } from './context.ts';
import { publishHome } from './events/home.ts';
import { teamOf } from './team.ts';

interface Looker {
  client: WebClient;
  team: string;
  person: string;
  /** Where the list is shown; none on Home. */
  channel?: string | undefined;
}

/** A person's own digests, and those of the channel that they are looking from. */
export async function listDigests(looker: Looker, slack: SlackContext): Promise<ListedDigest[]> {
  const { client, team, person, channel } = looker;
  const [own, here] = await Promise.all([
    slack.digests.ownedBy(team, person),
    channel ? slack.digests.inChannel(team, channel) : [],
  ]);
  const others = here.filter(({ owner }) => owner !== person);
  const admin = others.length > 0 && (await isAdmin(client, person, slack.log));
  return [
    ...own.map((digest) => ({ digest, mayManage: true })),
    ...others.map((digest) => ({ digest, mayManage: admin })),
  ];
}

/** Shows what a press has changed, where it was pressed in a list. @returns false where there is no list to show it in */
export async function refreshDigests(press: Press, slack: SlackContext): Promise<boolean> {
  const { body, client, context } = press;
  const team = teamOf(context);
  const person = body.user.id;
  if (body.view?.type === 'home') {
    await publishHome(client, { team, person }, slack);
    return true;
  }
  if (!body.container.is_ephemeral) return false;
  const listed = await listDigests({ client, team, person, channel: body.channel?.id }, slack);
  await press.respond({
    response_type: 'ephemeral',
    replace_original: true,
    ...digestsMessage(listed, slack),
  });
  return true;
}
