import { sql } from 'kysely';
import { type Ask, askSchema } from '../asks/schema.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow, type Sealed } from '../storage/sealed-columns.ts';
import type { Generation } from './generation.ts';
import { generationTables, ofTeam, readGeneration } from './store.ts';

/** An ask with its prompt, and the text that collecting wrote; the ask is null once its texts were deleted. */
export interface StoredAsk {
  ask: Ask | null;
  collected: string | null;
}

/** Characters of a sealed prompt that may be in memory before it is its turn to be sent. */
const SHORT = 10_000;
const shortPrompt = sql<Sealed | null>`case
  when state in ('queued', 'collecting') and collected is null and length(prompt) <= ${sql.lit(SHORT)} then prompt end`;

/** For a run: the generation, and with it its ask where that is about to be sent and short. */
export interface ToRun {
  generation: Generation;
  stored?: StoredAsk;
}

/** The same of an ask that was written just now. */
export function toRun(generation: Generation, ask: Ask): ToRun {
  return { generation, ...(ask.prompt.length <= SHORT && { stored: { ask, collected: null } }) };
}

export async function findToRun(db: SealingQueries, team: string, id: string): Promise<ToRun | null> {
  const row = await ofTeam(db, team).select(shortPrompt.as('prompt')).where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const generation = readGeneration(db, row);
  return {
    generation,
    ...(row.prompt !== null && { stored: storedAsk(db, { ...row, id }) }),
  };
}

export async function fullAsk(db: SealingQueries, id: string): Promise<StoredAsk | null> {
  const row = await generationTables(db)
    .selectFrom('generations')
    .select(['ask', 'prompt', 'collected'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? storedAsk(db, { ...row, id }) : null;
}

function storedAsk(db: SealingQueries, row: { id: string; prompt: Sealed | null }): StoredAsk {
  const { ask, prompt, collected } = openRow(db, 'generations', [row.id], row);
  const whole = askSchema.safeParse({ ...(ask as object | null), prompt: prompt ?? '' }).data ?? null;
  // A prompt that cannot be opened any more is not the same as none.
  const isLost = row.prompt !== null && typeof prompt !== 'string';
  return { ask: isLost ? null : whole, collected: typeof collected === 'string' ? collected : null };
}
