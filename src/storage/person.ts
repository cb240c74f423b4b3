import type { Cipher } from './cipher.ts';
import type { Database, Queries, SealingQueries } from './database.ts';
import { openRow } from './sealed-columns.ts';

/** Exports and erases what is stored about one person. Plain SQL, because storage/ does not know the columns of other folders' tables. */

interface Person {
  team: string;
  person: string;
}

type Row = Record<string, unknown>;

/** Limits of an export: the newest `rows` documents, messages and audit entries, and the prompts of the newest `prompts` documents. */
export interface ExportLimits {
  rows: number;
  prompts: number;
}

/** Returns what is stored about a person, decrypted, but no texts of other people and no values that may be secrets. */
export async function exportPerson(
  db: SealingQueries,
  { team, person }: Person,
  limits?: ExportLimits,
): Promise<Record<string, Row[]>> {
  // PostgreSQL takes LIMIT NULL as no limit.
  const rows = limits?.rows ?? null;
  const of = (sql: string, ...more: unknown[]) =>
    db.query<Row & { team: string }>(sql, [team, person, ...more]);
  const opened = (table: 'generations' | 'digests', found: (Row & { team: string })[]) =>
    found.map((row) => openRow(db, table, row));
  return {
    documents: opened('generations', await of(DOCUMENTS, rows, limits?.prompts ?? null)),
    digests: opened('digests', await of(DIGESTS)),
    digestsReceived: await of(`SELECT id, channel, state FROM digests WHERE ${IS_RECIPIENT}`),
    messages: await of(MESSAGES, rows),
    entries: (await of(`SELECT namespace, key, value, expires_at FROM kv WHERE ${IS_KEY}`)).map(
      ({ value, ...row }) => ({
        ...row,
        value: shownValue(db, row, String(value)),
      }),
    ),
    audit: await of(AUDIT, rows),
  };
}

const DOCUMENTS = `
  SELECT id, team, work, state, channel, created_at AS "createdAt", ask, label, title, doc_url AS "docUrl", source_note AS "sourceNote",
    slide_titles AS "slideTitles", failure_message AS "failureMessage",
    CASE WHEN $4::int IS NULL OR row_number() OVER (ORDER BY created_at DESC) <= $4 THEN prompt END AS prompt
  FROM generations WHERE team = $1 AND person = $2 ORDER BY created_at DESC LIMIT $3`;
const MESSAGES = `
  SELECT created_at, kind, state FROM deliveries WHERE team = $1 AND channel = $2 ORDER BY created_at DESC LIMIT $3`;
const AUDIT =
  'SELECT at, what, object, via FROM audit WHERE team = $1 AND who = $2 ORDER BY id DESC LIMIT $3';
const DIGESTS = `
  SELECT id, team, channel, schedule, deliver_to AS "deliverTo", state, created_at AS "createdAt", focus, choices
  FROM digests WHERE team = $1 AND owner = $2 ORDER BY created_at`;

/** Namespaces of the table `kv` whose values are exported. The values of all other namespaces may be secrets. */
const SHOWN = [
  'defaults',
  'proposals',
  'open_cards',
  'kept_sentences',
  'opt-outs',
  'ratings',
  'step_approvals',
];

function shownValue({ cipher }: SealingQueries, { namespace, key }: Row, stored: string): unknown {
  if (!SHOWN.includes(String(namespace))) return '(not shown)';
  const { value } = JSON.parse(stored);
  if (typeof value !== 'string' || !value.startsWith('v1.')) return value;
  return JSON.parse(cipher.open(value, `${namespace}:${key}`));
}

const IS_KEY = "team = $1 AND $2 = ANY (string_to_array(key, '/'))";
const IS_RECIPIENT = "team = $1 AND deliver_to ->> 'person' = $2";

/** Returns a person's pseudonyms, one for each encryption key. An erasure writes the first. Limits count the asks under all pseudonyms. */
export function pseudonymsOf({ hashes }: Cipher, { team, person }: Person): [string, ...string[]] {
  const [first = '', ...others] = hashes(`${team}/${person}`).map((hash) => `erased-${hash.slice(0, 8)}`);
  return [first, ...others];
}

/** Returns true if this is the pseudonym of an erased person, and not a person's id. */
export const isPseudonym = (person: string) => person.startsWith('erased-');

/**
 * Erases what is stored about a person, and stops their generations. Safe to call again. These stay:
 * - the rows of the person's documents, because the team manages them. They get a pseudonym and keep only titles and links in channels
 * - the rows of messages and of the audit trail, with a pseudonym, and without the name of an account that the person connected
 * - the person's opt-out, so that their messages are still not used
 * - the team's connection to the service
 * @param by who requested the erasure. If it is the person, `LIMITS` is not run, so that nobody escapes a limit by erasing their data
 * @returns the pseudonym, and the number of changed or deleted rows by table
 */
export async function erasePerson(
  db: Database,
  { team, person }: Person,
  by: 'person' | 'operator',
): Promise<{ pseudonym: string; counts: Record<string, number> }> {
  const [pseudonym] = pseudonymsOf(db.cipher, { team, person });
  const statements = [
    ...STATEMENTS,
    ...(by === 'operator' ? LIMITS : [['settings', PSEUDONYMIZE_LIMIT] as Statement]),
  ];
  return db.transaction(async (tx) => {
    const counts: Record<string, number> = {};
    for (const [table, sql] of statements) {
      const rows = await changed(tx, sql, sql.includes('$3') ? [team, person, pseudonym] : [team, person]);
      counts[table] = (counts[table] ?? 0) + rows;
    }
    return { pseudonym, counts };
  });
}

async function changed(tx: Queries, sql: string, parameters: string[]): Promise<number> {
  return (await tx.query(`${sql} RETURNING 1`, parameters)).length;
}

/** Erases the texts of a person's documents. The titles and links of documents in channels stay, because other members need them. */
const ERASE_GENERATIONS = `
  UPDATE generations SET person = $3, ask = NULL, prompt = NULL, collected = NULL, label = NULL, failure_message = NULL, source_note = NULL,
    highlights = NULL, found = NULL, slide_titles = NULL,
    title = CASE WHEN channel ~ '^[CG]' THEN title END, doc_url = CASE WHEN channel ~ '^[CG]' THEN doc_url END,
    doc_link = CASE WHEN channel ~ '^[CG]' THEN doc_link END,
    channel = CASE WHEN channel = $2 THEN $3 ELSE channel END,
    state = CASE WHEN state IN ('delivered', 'failed', 'stopped') THEN state ELSE 'stopped' END
  WHERE team = $1 AND person = $2`;

/** Returns SQL that sets a setting of the team's budget to `value` if the setting names the person. */
const eraseInBudget = (setting: string, value: string) => `
  UPDATE kv SET value = jsonb_set(value::jsonb, '{value}', ${value})::text
  WHERE namespace = 'team-settings' AND key = $1::text || '/${setting}' AND (value::jsonb -> 'value') ?| ARRAY[$2::text, $3::text]`;
const WITHOUT_PERSON = "(value::jsonb -> 'value') - $2::text - $3::text";
/** The person's own limit gets the pseudonym as its key, because a limit beside a name would show whose pseudonym it is. */
const PSEUDONYMIZE_LIMIT = eraseInBudget(
  'creditsOf',
  `${WITHOUT_PERSON} || jsonb_build_object($3::text, coalesce(value::jsonb -> 'value' -> $2, value::jsonb -> 'value' -> $3))`,
);

const IS_IN_CLAIM = "team = $1 AND $2 = ANY (string_to_array(key, ':'))";

type Statement = [table: string, sql: string];

/** Statements that remove a person's limits: from the team's budget, and from `seen`, which limits some actions to one a day. */
const LIMITS: Statement[] = [
  ['settings', eraseInBudget('creditsOf', WITHOUT_PERSON)],
  ['seen', `DELETE FROM seen WHERE ${IS_IN_CLAIM}`],
];

const STATEMENTS: Statement[] = [
  ['settings', eraseInBudget('spenderPeople', WITHOUT_PERSON)],
  [
    'collected_pages',
    'DELETE FROM collected_pages WHERE generation IN (SELECT id FROM generations WHERE team = $1 AND person = $2)',
  ],
  [
    'deliveries',
    `UPDATE deliveries SET payload = NULL, channel = CASE WHEN channel = $2 THEN $3 ELSE channel END
     WHERE team = $1 AND (channel = $2 OR payload ->> 'person' = $2 OR generation IN (SELECT id FROM generations WHERE team = $1 AND person = $2))`,
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
  [
    'audit',
    // The lines have the digests' channels and ids like those of slack/kit/audited-digest.ts. Deckhand deletes them, so they have no person.
    `INSERT INTO audit (at, team, who, what, object, via)
     SELECT now(), $1, '', 'digest deleted', channel || '=' || id || ' owner=' || $3, 'erasure'
     FROM digests WHERE team = $1 AND owner = $2`,
  ],
  ['digests', 'DELETE FROM digests WHERE team = $1 AND owner = $2'],
  ['digests', 'UPDATE digests SET paused_by = NULL WHERE team = $1 AND paused_by = $2'],
  ['kv', `DELETE FROM kv WHERE namespace <> 'opt-outs' AND ${IS_KEY}`],
  ['seen', `DELETE FROM seen WHERE ${IS_IN_CLAIM} AND expires_at > now() + interval '1 day'`],
  [
    'audit',
    // The name of the account that the person connected.
    `UPDATE audit SET object = regexp_replace(object, ' ?\\maccount=.*$', '')
     WHERE team = $1 AND what IN ('connect', 'disconnect') AND object LIKE $2 || '=%account=%'`,
  ],
  [
    'audit',
    // Replace only whole ids (\\m and \\M match the start and end of a word), because one id can be the beginning of another.
    `UPDATE audit SET who = CASE WHEN who = $2 THEN $3 ELSE who END, object = regexp_replace(object, '\\m' || $2 || '\\M', $3, 'g')
     WHERE team = $1 AND (who = $2 OR object ~ ('\\m' || $2 || '\\M'))`,
  ],
];
