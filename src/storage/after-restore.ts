import type { Queries } from './database.ts';

/** Namespace in `kv` that lists the teams of a restored backup. These teams may have uninstalled the app since the backup was taken. */
export const RESTORED_TEAMS = 'restored';

export interface Unfinished {
  team: string;
  id: string;
}

/**
 * Updates the rows of work that may have been done after the backup was taken, so that nothing is spent or posted again. Safe to call
 * again. Uses plain SQL, because storage/ does not know the column types of tables that are defined in other folders.
 * @returns the unfinished generations, whose documents may already have been paid for. The caller sends a job for each, which asks the
 * person how to continue
 */
export async function settleRestored(tx: Queries): Promise<Unfinished[]> {
  for (const statement of STATEMENTS) await tx.query(statement);
  return tx.query<Unfinished>(ASK_THE_PERSON);
}

/**
 * Updates generations that have not ended. If a generation has no id of the service, its create call may already have been made. Its state
 * becomes `submitting`, so the next run asks the person before it spends credits. If a generation has an id of the service, its result may
 * already have been posted. Its state becomes `late`, in which the person can check for the result again.
 */
const ASK_THE_PERSON = `
  UPDATE generations SET
    state = CASE WHEN generation_id IS NULL THEN 'submitting' ELSE 'late' END,
    failure = NULL, failure_message = NULL, updated_at = now()
  WHERE state IN ('queued', 'collecting', 'submitting', 'following', 'delivering', 'disconnected')
  RETURNING team, id`;

const STATEMENTS = [
  // Pending messages may have been posted already. Deckhand searches Slack for a message in state `sending` before it posts the message.
  `UPDATE deliveries SET state = 'sending' WHERE state = 'pending'`,
  // The documents of these digest runs may have been started already, so the runs are skipped. The next run covers the same days.
  `UPDATE digest_runs SET state = 'skipped' WHERE state = 'claimed'`,
  // Comments that are newer than the backup may have been posted already. The next check stores all comments as seen and posts none.
  `UPDATE comment_watches SET seen = seen || '{"isUnknown": true}'`,
  // These approvals of workflows' steps may have been withdrawn since the backup was taken, so each person is asked again.
  `DELETE FROM kv WHERE namespace = 'step_approvals'`,
  // Maintenance asks Slack whether each of these teams still has the app.
  `INSERT INTO kv (namespace, key, value)
   SELECT '${RESTORED_TEAMS}', key, '{"value":true}' FROM kv WHERE namespace = 'installations' ON CONFLICT DO NOTHING`,
];
