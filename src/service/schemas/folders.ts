import { z } from 'zod';
import { id } from './answer.ts';
import { pageOf } from './page.ts';

const folder = z.object({ id, name: z.string() });

export type Folder = z.output<typeof folder>;
export const folderPage = pageOf(folder);
