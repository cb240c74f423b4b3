import { z } from 'zod';
import { wholeNumber } from '../lists/schemas.ts';

export const batchQuery = z.strictObject({
  limit: wholeNumber(1, 50).default(20),
  after: z.string().min(1).optional(),
});

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => Date.parse(text));

export const searchQuery = z.strictObject({
  q: z.string().max(500).optional(),
  createdBy: z.string().optional(),
  updatedAfter: moment.optional(),
  updatedBefore: moment.optional(),
  includeArchived: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  limit: wholeNumber(1, 25).default(10),
});
