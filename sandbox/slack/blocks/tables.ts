import { z } from 'zod';
import { BLOCK_ID_LIMIT } from './objects.ts';
import { richText } from './rich-text.ts';
import { type AnyBlock, charactersIn } from './walk.ts';

/** Tables: the plain one, and the one with pages and sorting. */

const COLUMNS_LIMIT = 20;
/** Characters in all cells of one table. */
const TABLE_LIMIT = 10_000;
const DATA_TABLE_LIMIT = 20_000;

const blockId = z.string().min(1).max(BLOCK_ID_LIMIT).optional();

const cell = z.discriminatedUnion('type', [
  richText,
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().min(1) }),
]);
const row = z.array(cell).min(1).max(COLUMNS_LIMIT);

const fits = (limit: number) => (table: { rows: unknown }) => charactersIn(table.rows) <= limit;
const tooLong = (limit: number) => `the table must be less than ${limit + 1} characters in all cells`;

export const table = z
  .strictObject({
    type: z.literal('table'),
    block_id: blockId,
    rows: z.array(row).min(1).max(100),
    column_settings: z
      .array(
        z.strictObject({
          align: z.enum(['left', 'center', 'right']).optional(),
          is_wrapped: z.boolean().optional(),
        }),
      )
      .max(COLUMNS_LIMIT)
      .optional(),
  })
  .refine(fits(TABLE_LIMIT), tooLong(TABLE_LIMIT));

/** The first row is the head; at most 200 stand below it. */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: blockId,
    caption: z.string().min(1),
    rows: z.array(row).min(2).max(201),
    page_size: z.number().int().min(1).max(100).optional(),
    row_header_column_index: z.number().int().min(0).optional(),
  })
  .refine(({ rows }) => new Set(rows.map((each) => each.length)).size === 1, 'rows must be of equal length')
  .refine(fits(DATA_TABLE_LIMIT), tooLong(DATA_TABLE_LIMIT));

/** Slack draws a message's table below all else, so there is room for one. */
export const hasSeveralTables = (blocks: AnyBlock[]): boolean =>
  blocks.filter(({ type }) => type === 'table').length > 1;
