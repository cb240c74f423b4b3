import type { Transaction } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import type { AuditedGeneration, StepContext } from './context.ts';
import type { Generation } from './generation.ts';

/** Milliseconds for which a line is not added again. Longer than an ask can wait before it is sent again. */
const ONCE_WITHIN_MS = 400 * 24 * 60 * 60_000;

/** Adds a line about a generation to the audit trail, once, although its steps may be repeated. The line belongs to the transaction. */
export async function auditOnce(
  tx: Transaction,
  { team, person, id, ask }: Generation,
  { what, object }: Pick<AuditedGeneration, 'what' | 'object'>,
  { audit }: Pick<StepContext, 'audit'>,
): Promise<void> {
  if (!(await createSeen(tx).claim(team, `audit:${what}:${id}`, ONCE_WITHIN_MS))) return;
  await audit(tx, { team, person, what, object, via: ask?.digest ? 'digest' : 'ask' });
}
