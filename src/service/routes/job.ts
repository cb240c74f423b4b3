import { z } from 'zod';
import { fieldsOf, lenient, sentence, withDocNames } from './answer.ts';

/** Shared by the asynchronous jobs of the service: generations, exports, images, edits. */

export interface Credits {
  deducted?: number;
  remaining?: number;
}

export const credits = lenient(z.object({ deducted: lenient(z.number()), remaining: lenient(z.number()) }));

/** Why a job failed, in the service's words. */
export interface JobError {
  message: string;
  statusCode?: number;
  /** A word for machines, where the service gives one, e.g. `render_timeout`. */
  reason?: string;
}

const NO_REASON = 'The service gave no reason.';

/** The service writes an object; a bare sentence is understood too. */
export const jobError = z
  .union([
    z.object({
      message: lenient(sentence),
      statusCode: lenient(z.number()),
      reason: lenient(z.string()),
    }),
    sentence.transform((message) => ({ message, statusCode: undefined, reason: undefined })),
  ])
  .catch({ message: undefined, statusCode: undefined, reason: undefined })
  .transform(({ message, statusCode, reason }): JobError => {
    return {
      message: message ?? reason ?? NO_REASON,
      ...(statusCode !== undefined && { statusCode }),
      ...(reason !== undefined && { reason }),
    };
  });

type Outcome = z.ZodObject<{ status: z.ZodLiteral<'pending' | 'completed' | 'failed'> }>;

/**
 * The answer to a poll, one shape for each outcome. `completed` and `failed` end a job (service interface,
 * "States and transitions"); any other word means that it is still under way.
 */
export function jobAnswer<T extends [Outcome, ...Outcome[]]>(outcomes: T) {
  return z.preprocess(
    (answer) => {
      const fields = fieldsOf(withDocNames(answer));
      const isOver = fields?.status === 'completed' || fields?.status === 'failed';
      return typeof fields?.status === 'string' && !isOver ? { ...fields, status: 'pending' } : fields;
    },
    z.discriminatedUnion('status', outcomes),
  );
}
