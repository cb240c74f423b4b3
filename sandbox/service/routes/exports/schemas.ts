import { z } from 'zod';
import { exportAs } from '../creating/schemas.ts';

export const exportBody = z.strictObject({ exportAs });
