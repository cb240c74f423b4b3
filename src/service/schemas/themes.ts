import { z } from 'zod';
import { id, lenient } from './answer.ts';
import { pageOf } from './page.ts';

const keywords = z.array(z.string()).catch([]);

const theme = z.object({
  id,
  name: z.string(),
  /** `standard` ones are everybody's, `custom` ones the workspace's own. */
  type: z.enum(['standard', 'custom']).catch('standard'),
  colorKeywords: keywords,
  toneKeywords: keywords,
  previewUrl: lenient(z.string()),
});

export type Theme = z.output<typeof theme>;
export const themePage = pageOf(theme);
