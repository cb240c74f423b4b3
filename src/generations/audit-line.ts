import type { Transaction } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import type { AuditedGeneration, StepContext } from './context.ts';
import type { Generation } from './generation.ts';

/** Milliseconds for which a line is not added again. Longer than an ask can wait before it is sent again. */
const ONCE_WITHIN_MS = 400 * 24 * 60 * 60_000;

const kinds: Record<Generation['work'], string> = {
  document: 'document',
  agent: 'thorough document',
  edit: 'change',
  image: 'picture',
};

/**
 * Returns a document for `object` in the audit trail: `C1=<id> g_abc`. It begins with the conversation, or `private` if the document went to
 * one person, so that the download shows a channel's name beside it. The service's id follows, because a link may contain the title.
 * @param channel where it is posted. Default: where the generation is
 */
export function auditedDocument(
  { id, docId, ...generation }: Pick<Generation, 'id' | 'docId' | 'channel'>,
  channel = generation.channel,
): string {
  const place = /^[CG]/.test(channel) ? channel : 'private';
  return [`${place}=${id}`, docId].filter(Boolean).join(' ');
}

/** Adds the line about a finished document, picture or change to the audit trail. */
export function auditMade(
  tx: Transaction,
  generation: Generation,
  context: Pick<StepContext, 'audit'>,
): Promise<void> {
  const object = `${auditedDocument(generation)} ${kinds[generation.work]}`;
  return auditOnce(tx, generation, { what: 'made', object }, context);
}

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
