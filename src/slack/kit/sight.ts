import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Sight } from '../../generations/document-search.ts';
import type { Log } from '../../log.ts';
import type { Acting } from '../bolt/permissions.ts';
import { channelsOf } from './conversation.ts';

/** A search asks on every keystroke, and Slack allows 20 such calls a minute. Milliseconds. */
const KNOWN_FOR_MS = 15_000;
const PEOPLE = 2_000;

/** `isPartial`: Slack did not say which conversations the person is in, so that none counts. */
export type KnownSight = Sight & { isPartial: boolean };

/** What somebody may be shown: documents that they asked for, and those of conversations that Slack says they are in. */
export function createSights({ clock, log }: { clock: Clock; log: Log }) {
  const known = new LRUCache<string, Promise<KnownSight>>({
    max: PEOPLE,
    ttl: KNOWN_FOR_MS,
    ttlResolution: 0,
    perf: clock,
  });

  async function ask(key: string, { actor, client }: Acting): Promise<KnownSight> {
    const { team, person } = actor;
    try {
      return { person, channels: await channelsOf(client, person), isPartial: false };
    } catch (err) {
      known.delete(key);
      log.warn({ team, err }, 'Slack did not say which conversations somebody is in');
      return { person, channels: [], isPartial: true };
    }
  }

  return (acting: Acting): Promise<KnownSight> => {
    const key = `${acting.actor.team} ${acting.actor.person}`;
    const found = known.get(key) ?? ask(key, acting);
    if (!known.has(key)) known.set(key, found);
    return found;
  };
}
