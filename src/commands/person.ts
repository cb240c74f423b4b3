import { PERSON_ID } from '../actor.ts';
import { systemClock } from '../clock.ts';
import { type Config, databaseOf } from '../config.ts';
import type { Log } from '../log.ts';
import { createAudit } from '../settings/audit.ts';
import { createCipher } from '../storage/cipher.ts';
import { openDatabase } from '../storage/open.ts';
import { erasePerson, exportPerson } from '../storage/person.ts';

class UsageError extends Error {
  override name = 'UsageError';
}

/** `deckhand person export|erase TEAM USER`: returns a person's stored data as JSON, or erases it, as people can in `/deck settings`. */
export async function person(args: string[], config: Config, log: Log): Promise<string> {
  const [action = '', team = '', user = ''] = args;
  if (!['export', 'erase'].includes(action) || !/^[TE][A-Z0-9]+$/.test(team) || !PERSON_ID.test(user))
    throw new UsageError(
      'Usage: deckhand person export|erase TEAM USER, for example: deckhand person export T0123 U0456',
    );
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const db = await openDatabase({ log, cipher, ...databaseOf(config), maxConnections: 2 });
  const audit = createAudit({ db, clock: systemClock, log });
  const line = { team, person: '', object: user, via: 'deckhand person' };
  try {
    if (action === 'export') {
      await audit.record({ ...line, what: 'data exported' });
      return JSON.stringify(await exportPerson(db, { team, person: user }), null, 2);
    }
    const { pseudonym, counts } = await erasePerson(db, { team, person: user }, 'operator');
    await audit.record({ ...line, object: pseudonym, what: 'person erased' });
    const changed = Object.entries(counts).map(([table, rows]) => `${table} ${rows}`);
    return `Erased what was stored about ${user} in ${team}: ${changed.join(', ')}. Whether their messages may be used stays stored.`;
  } finally {
    await db.close();
  }
}
