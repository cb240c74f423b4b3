import type { Queries } from './database.ts';

/** Namespace in the table `kv` that lists the teams of a restored backup. Some may have uninstalled the app since the backup. */
export const RESTORED_TEAMS = 'restored';

export interface Unfinished {
  team: string;
  id: string;
}

/**
 * Prepares a restored database so that nothing is paid for or posted twice. Its unfinished work may have been done after the backup.
 * Safe to call again.
 * @returns the unfinished generations. The caller sends a job for each, which asks the person how to continue
 */
export async function settleRestored(tx: Queries): Promise<Unfinished[]> {
  for (const statement of STATEMENTS) await tx.query(statement);
  return tx.query<Unfinished>(ASK_THE_PERSON);
}

/**
 * Changes unfinished generations so that a person decides how to continue. Without a `generation_id`, the create call may have been made
 * after the backup (`submitting`). With a `generation_id`, the result may have been posted after the backup (`late`).
 */
const ASK_THE_PERSON = `
  UPDATE generations SET
    state = CASE WHEN generation_id IS NULL THEN 'submitting' ELSE 'late' END,
    failure = NULL, failure_message = NULL, updated_at = now()
  WHERE state IN ('queued', 'collecting', 'submitting', 'following', 'delivering', 'disconnected')
  RETURNING team, id`;

const STATEMENTS = [
  // A pending message may have been posted since the backup. In state `sending`, Deckhand searches Slack for it before posting it.
  `UPDATE deliveries SET state = 'sending' WHERE state = 'pending'`,
  // A claimed digest run may have started its document since the backup, so the run is skipped. The next run covers the same days.
  `UPDATE digest_runs SET state = 'skipped' WHERE state = 'claimed'`,
  // Deckhand may have posted about comments since the backup. The next check marks all comments as seen and posts nothing.
  `UPDATE comment_watches SET seen = seen || '{"isUnknown": true}'`,
  // An approval of a workflow step may have been withdrawn since the backup. Without approvals, each person is asked again.
  `DELETE FROM kv WHERE namespace = 'step_approvals'`,
  // A team may have uninstalled the app since the backup. Maintenance asks Slack about each team in this list.
  `INSERT INTO kv (namespace, key, value)
   SELECT '${RESTORED_TEAMS}', key, '{"value":true}' FROM kv WHERE namespace = 'installations' ON CONFLICT DO NOTHING`,
];
