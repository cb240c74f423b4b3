import { PERSON_ID } from '../../../actor.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';

/** Maximum number of people, and of channels, whose names are looked up for one file. These are Slack's rate limits per minute. */
const MOST = { people: 100, channels: 50 };

const PRIVATE = 'private channel';

/**
 * Looks up names for a file that an admin downloads, and returns a function from an id to its name, or '' if it has none. A private channel
 * that the admin is not in is named "private channel".
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
    threads.names(team, { people: some(PERSON_ID, MOST.people), channels }),
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
