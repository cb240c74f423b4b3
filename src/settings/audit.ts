import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Queries } from '../storage/database.ts';

export type Audited =
  | 'install'
  | 'connect'
  | 'disconnect'
  | 'settings'
  | 'budget'
  | 'request declined'
  | 'digest created'
  | 'digest changed'
  | 'digest run'
  | 'digest paused'
  | 'digest resumed'
  | 'digest deleted'
  | 'made'
  | 'document archived'
  | 'document deleted'
  | 'shared'
  | 'conversation read'
  | 'usage exported'
  | 'audit exported'
  | 'data exported'
  | 'person erased'
  | 'keys rotated';

export interface AuditLine {
  /** Team of the action; empty if the action concerns all teams. */
  team: string;
  /** Slack id of the person who acted, or an erased person's pseudonym. Empty if Deckhand or its operator acted. */
  person: string;
  what: Audited;
  /**
   * What the action changed: an id or, for example, a setting with its new value. Never text that a person wrote, except the names of the
   * workspace and the account of a connection (`NAMING`).
   */
  object?: string | undefined;
  /** How the person acted, for example in a `form`, or with the command `deckhand person`. */
  via: string;
}

export interface Audit {
  /** Records a line in the table `audit` and in the log. Never throws, because the recorded action has already happened. */
  record(line: AuditLine): Promise<void>;
  /** Records a line in a transaction, together with the action. Throws if it cannot be stored. */
  recordIn(tx: Queries, line: AuditLine): Promise<void>;
  /** Returns a team's newest lines, at most `MOST`. The newest line comes first. */
  of(team: string): Promise<StoredLine[]>;
}

interface StoredLine extends Record<'who' | 'what' | 'object' | 'via', string> {
  at: Date;
}

/** Actions whose `object` has names. It is not in the log, because an erasure cannot delete it there. */
const NAMING: Audited[] = ['connect', 'disconnect'];

/** Settings whose values are texts that people write. */
const TEXTS = ['tone', 'audience', 'words', 'imageStyle'];

function textOf(name: string, value: unknown): string {
  if (value === undefined || value === '') return 'unset';
  if (TEXTS.includes(name)) return '(text)';
  if (typeof value === 'string') return value;
  return value && typeof value === 'object' && 'id' in value ? String(value.id) : JSON.stringify(value);
}

/** Returns the changed settings as text for `object`, such as `creditsOfTeam=null→500 spenders=everyone→listed`. */
export function changedSettings<Settings extends object>(
  before: Settings,
  changes: Partial<Settings>,
): string {
  return Object.entries(changes)
    .map(([name, value]) => ({ name, old: before[name as keyof Settings], value }))
    .filter(({ old, value }) => !isDeepStrictEqual(old, value))
    .map(({ name, old, value }) => `${name}=${textOf(name, old)}→${textOf(name, value)}`)
    .join(' ');
}

/** Maximum number of lines in a download of the audit trail. */
const MOST = 50_000;

export function createAudit({ db, clock, log }: { db: Queries; clock: Clock; log: Log }): Audit {
  async function recordIn(tx: Queries, { team, person, what, object = '', via }: AuditLine): Promise<void> {
    const logged = NAMING.includes(what) ? '' : object;
    log.info({ audit: what, team, person, object: logged, via }, 'audit');
    await tx.query('INSERT INTO audit (at, team, who, what, object, via) VALUES ($1, $2, $3, $4, $5, $6)', [
      ...[new Date(clock.now()), team, person, what, object, via],
    ]);
  }
  return {
    recordIn,
    async record(line) {
      const { team, what } = line;
      await recordIn(db, line).catch((err) =>
        log.error({ team, what, err }, 'a line of the audit trail was not stored'),
      );
    },
    of: (team) =>
      db.query<StoredLine>(
        'SELECT at, who, what, object, via FROM audit WHERE team = $1 ORDER BY id DESC LIMIT $2',
        [team, MOST],
      ),
  };
}
