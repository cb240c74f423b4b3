import { type Ask, askSchema } from '../asks/schema.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow, type RowRef, type Sealed } from '../storage/sealed-columns.ts';
import { generationTables } from './store.ts';

/**
 * An ask with its prompt, and the text that the collect step has read. `ask` is null if it was deleted or its prompt cannot be decrypted.
 * If only the texts were deleted (`isPurged`), the prompt is empty and `collected` is null.
 */
export interface StoredAsk {
  ask: Ask | null;
  collected: string | null;
}

/** Returns the ask of a generation with its prompt; null if the generation was deleted. */
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
  // The ask must not be used without its prompt. So if the prompt cannot be decrypted, the ask is treated as deleted.
  const isLost = row.prompt !== null && typeof prompt !== 'string';
  return { ask: isLost ? null : whole, collected: typeof collected === 'string' ? collected : null };
}
