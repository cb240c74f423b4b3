import { z } from 'zod';

/** One per request. `png` comes as a zip with one picture per card. */
export const exportFormat = z.enum(['pdf', 'png', 'pptx']);
export type ExportFormat = z.output<typeof exportFormat>;
