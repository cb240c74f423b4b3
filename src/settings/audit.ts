import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';

/** What is recorded. */
export type Audited =
  | 'install'
  | 'connect'
  | 'disconnect'
  | 'settings'
  | 'budget'
  | 'digest created'
  | 'digest changed'
  | 'digest paused'
  | 'digest resumed'
  | 'digest deleted'
  | 'document archived'
  | 'document deleted'
  | 'shared'
  | 'usage exported'
  | 'audit exported'
  | 'data exported'
  | 'person erased'
  | 'keys rotated';

export interface AuditLine {
  /** Empty for what concerns all teams. */
  team: string;
  /** Slack's id of the person; empty for Deckhand itself. */
  person: string;
  what: Audited;
  /** The id of what it was done to, or the new value of a setting. Never a text of a person. */
  object?: string | undefined;
  /** The surface or the command, such as `form` or `deckhand person`. */
  via: string;
}

export interface Audit {
  /** Records a line in the table and in the log. Never throws, because what it records has happened already. */
  record(line: AuditLine): Promise<void>;
  /** Returns a team's lines, newest first. */
  of(team: string): Promise<StoredLine[]>;
}

interface StoredLine extends Record<'who' | 'what' | 'object' | 'via', string> {
  at: Date;
}

/** Lines in a download. */
const MOST = 50_000;

export function createAudit({ db, clock, log }: { db: Queries; clock: Clock; log: Log }): Audit {
  return {
    async record({ team, person, what, object = '', via }) {
      log.info({ audit: what, team, person, object, via }, 'audit');
      await db
        .query('INSERT INTO audit (at, team, who, what, object, via) VALUES ($1, $2, $3, $4, $5, $6)', [
          ...[new Date(clock.now()), team, person, what, object, via],
        ])
        .catch((err) => log.error({ team, what, err }, 'a line of the audit trail was not stored'));
    },
    of: (team) =>
      db.query<StoredLine>(
        'SELECT at, who, what, object, via FROM audit WHERE team = $1 ORDER BY id DESC LIMIT $2',
        [team, MOST],
      ),
  };
}
