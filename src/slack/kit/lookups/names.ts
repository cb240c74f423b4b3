import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';

/** Maximum numbers of ids that are looked up for one file. Slack allows `users.info` 100 times a minute, `conversations.info` 50 times. */
const MOST = { people: 100, channels: 50 };

const PRIVATE = 'private channel';

/**
 * Returns a function that gives the name of a person or channel for a file that an admin downloads. Names are empty for other ids, and for
 * those that were not found out. A private channel has its name only if the admin is in it.
 */
export async function namesFor(
  acting: Acting,
  ids: readonly string[],
  { threads, accessOf, log }: SlackContext,
): Promise<(id: string) => string> {
  const { team } = acting.actor;
  const some = (kind: RegExp, most: number) =>
    new Set([...new Set(ids.filter((id) => kind.test(id)))].slice(0, most));
  const channels = some(/^[CG][A-Z0-9]+$/, MOST.channels);
  const [found, access] = await Promise.all([
    threads.names(team, { people: some(/^[UW][A-Z0-9]+$/, MOST.people), channels }),
    accessOf(acting),
  ]);
  const own = [...channels].filter((id) => found.get(id) === null && access.channels.includes(id));
  for (const channel of own) {
    const shown = await acting.client.conversations.info({ channel }).catch((err: unknown) => {
      log.warn({ team, err }, 'Slack did not return the name of a channel');
      return undefined;
    });
    found.set(channel, shown?.channel?.name ?? null);
  }
  return (id) => found.get(id) ?? (found.has(id) && channels.has(id) ? PRIVATE : '');
}
