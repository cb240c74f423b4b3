import { randomUUID } from 'node:crypto';
import type { Database, Queries, SealingQueries } from './database.ts';
import { openRow } from './sealed-columns.ts';

/**
 * Exports and erases what is stored about one person of a team. Uses plain SQL, because storage/ does not know the column types of tables
 * that are defined in other folders.
 */

interface Person {
  team: string;
  person: string;
}

type Row = Record<string, unknown>;

/** Returns everything that is stored about a person, with texts decrypted. Values with secrets are listed, but their contents are not. */
export async function exportPerson(
  db: SealingQueries,
  { team, person }: Person,
): Promise<Record<string, Row[]>> {
  const of = (sql: string) => db.query<Row & { team: string }>(sql, [team, person]);
  const opened = (table: 'generations' | 'digests', rows: (Row & { team: string })[]) =>
    rows.map((row) => openRow(db, table, row));
  return {
    documents: opened('generations', await of(DOCUMENTS)),
    digests: opened('digests', await of(DIGESTS)),
    digestsReceived: await of(`SELECT id, channel, state FROM digests WHERE ${IS_RECIPIENT}`),
    messages: await of(
      'SELECT created_at, kind, state FROM deliveries WHERE team = $1 AND channel = $2 ORDER BY created_at',
    ),
    entries: (await of(`SELECT namespace, key, value, expires_at FROM kv WHERE ${IS_KEY}`)).map(
      ({ value, ...row }) => ({
        ...row,
        value: shownValue(db, row, String(value)),
      }),
    ),
    audit: await of('SELECT at, what, object, via FROM audit WHERE team = $1 AND who = $2 ORDER BY id'),
  };
}

const DOCUMENTS = `
  SELECT id, team, work, state, channel, created_at AS "createdAt", ask, prompt, collected, label, title, doc_url AS "docUrl",
    source_note AS "sourceNote", failure_message AS "failureMessage"
  FROM generations WHERE team = $1 AND person = $2 ORDER BY created_at`;
const DIGESTS = `
  SELECT id, team, channel, schedule, deliver_to AS "deliverTo", state, created_at AS "createdAt", focus, choices
  FROM digests WHERE team = $1 AND owner = $2 ORDER BY created_at`;

/** Namespaces of `kv` whose values are texts and choices. The values of other namespaces contain secrets. */
const SHOWN = ['defaults', 'proposals', 'open_cards', 'opt-outs', 'ratings'];

function shownValue({ cipher }: SealingQueries, { namespace, key }: Row, stored: string): unknown {
  if (!SHOWN.includes(String(namespace))) return '(not shown)';
  const { value } = JSON.parse(stored);
  if (typeof value !== 'string' || !value.startsWith('v1.')) return value;
  return JSON.parse(cipher.open(value, `${namespace}:${key}`));
}

const IS_KEY = "team = $1 AND $2 = ANY (string_to_array(key, '/'))";
const IS_RECIPIENT = "team = $1 AND deliver_to ->> 'person' = $2";

/**
 * Erases what is stored about a person, and stops their generations. For each of their documents, the row that the team needs to find and
 * manage the document stays, without the person's texts and under a pseudonym that cannot be traced back. The person's opt-out (their
 * messages must not be used) and the team's connection to the service also stay. Safe to call again.
 * @returns the number of rows that were changed or deleted, by table
 */
export async function erasePerson(db: Database, { team, person }: Person): Promise<Record<string, number>> {
  const pseudonym = `erased-${randomUUID().slice(0, 8)}`;
  return db.transaction(async (tx) => {
    const counts: Record<string, number> = {};
    for (const [table, sql] of STATEMENTS) {
      const rows = await changed(tx, sql, sql.includes('$3') ? [team, person, pseudonym] : [team, person]);
      counts[table] = (counts[table] ?? 0) + rows;
    }
    return counts;
  });
}

async function changed(tx: Queries, sql: string, parameters: string[]): Promise<number> {
  return (await tx.query(`${sql} RETURNING 1`, parameters)).length;
}

/** Keeps the title and the link of a document that was posted in a channel, because the members of the channel need them. */
const ERASE_GENERATIONS = `
  UPDATE generations SET person = $3, ask = NULL, prompt = NULL, collected = NULL, label = NULL, failure_message = NULL, source_note = NULL,
    title = CASE WHEN channel ~ '^[CG]' THEN title END, doc_url = CASE WHEN channel ~ '^[CG]' THEN doc_url END,
    channel = CASE WHEN channel = $2 THEN $3 ELSE channel END,
    state = CASE WHEN state IN ('delivered', 'failed', 'stopped') THEN state ELSE 'stopped' END
  WHERE team = $1 AND person = $2`;

/** Removes the person from the team's budget: from the people who may spend, and from the people with a personal limit. */
const ERASE_IN_BUDGET = `
  UPDATE kv SET value = jsonb_set(value::jsonb, '{value}', (value::jsonb -> 'value') - $2::text)::text
  WHERE namespace = 'team-settings' AND key IN ($1::text || '/spenderPeople', $1::text || '/creditsOf')
  AND (value::jsonb -> 'value') ? $2::text`;

const STATEMENTS: [table: string, sql: string][] = [
  [
    'collected_pages',
    'DELETE FROM collected_pages WHERE generation IN (SELECT id FROM generations WHERE team = $1 AND person = $2)',
  ],
  [
    'deliveries',
    `UPDATE deliveries SET payload = NULL, channel = CASE WHEN channel = $2 THEN $3 ELSE channel END
     WHERE team = $1 AND (channel = $2 OR generation IN (SELECT id FROM generations WHERE team = $1 AND person = $2))`,
  ],
  ['comment_watches', 'DELETE FROM comment_watches WHERE team = $1 AND person = $2'],
  ['generations', ERASE_GENERATIONS],
  [
    'digests',
    `UPDATE digests SET deliver_to = '{"kind": "channel"}', state = 'paused', paused_because = 'declined', next_run = NULL
     WHERE ${IS_RECIPIENT} AND owner <> $2`,
  ],
  [
    'digest_runs',
    'DELETE FROM digest_runs WHERE digest IN (SELECT id FROM digests WHERE team = $1 AND owner = $2)',
  ],
  ['digests', 'DELETE FROM digests WHERE team = $1 AND owner = $2'],
  ['kv', `DELETE FROM kv WHERE namespace <> 'opt-outs' AND ${IS_KEY}`],
  ['settings', ERASE_IN_BUDGET],
  ['seen', 'DELETE FROM seen WHERE team = $1 AND strpos(key, $2) > 0'],
  [
    'audit',
    `UPDATE audit SET who = CASE WHEN who = $2 THEN $3 ELSE who END, object = CASE WHEN object = $2 THEN $3 ELSE object END
     WHERE team = $1 AND $2 IN (who, object)`,
  ],
];
