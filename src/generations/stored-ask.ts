import { type Ask, askSchema } from '../asks/schema.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow, type RowRef, type Sealed } from '../storage/sealed-columns.ts';
import { generationTables } from './store.ts';

export interface StoredAsk {
  /** The ask with its prompt. Null if the ask was deleted or is unreadable. If only the prompt was deleted, the prompt is empty. */
  ask: Ask | null;
  /** The text that was read from the source. */
  collected: string | null;
}

/** Returns the ask of a generation with its prompt; null if the generation's row was deleted. */
export async function fullAsk(db: SealingQueries, id: string): Promise<StoredAsk | null> {
  const row = await generationTables(db)
    .selectFrom('generations')
    .select(['team', 'ask', 'prompt', 'collected'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? storedAsk(db, { ...row, id }) : null;
}

function storedAsk(db: SealingQueries, row: RowRef & { prompt: Sealed | null }): StoredAsk {
  const { ask, prompt, collected } = openRow(db, 'generations', row);
  const whole = askSchema.safeParse({ ...(ask as object | null), prompt: prompt ?? '' }).data ?? null;
  // If the prompt cannot be decrypted, the ask is treated as deleted, because it must not be used without its prompt.
  const isLost = row.prompt !== null && typeof prompt !== 'string';
  return { ask: isLost ? null : whole, collected: typeof collected === 'string' ? collected : null };
}
