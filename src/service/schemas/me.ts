import { z } from 'zod';
import { lenient } from './answer.ts';

const text = lenient(z.string().min(1));

export const me = z.object({ email: text, displayName: text, workspaceName: text });
export type Me = z.output<typeof me>;
