import { z } from 'zod';
import { fieldsOf, lenient, sentence, withDocNames } from './answer.ts';

/** Shared by the asynchronous jobs of the service: generations, exports, images, edits. */

const credits = lenient(z.object({ deducted: lenient(z.number()), remaining: lenient(z.number()) }));

const NO_REASON = 'The service gave no reason.';

/** Why a job failed, in the service's words. It writes an object; a bare sentence is understood too. */
const jobError = z
  .preprocess(
    (error) => (typeof error === 'string' ? { message: error } : (fieldsOf(error) ?? {})),
    z.object({
      message: lenient(sentence),
      statusCode: lenient(z.number()),
      /** A word for machines, where the service gives one, e.g. `render_timeout`. */
      reason: lenient(z.string()),
    }),
  )
  .transform((error) => ({ ...error, message: error.message ?? error.reason ?? NO_REASON }));

/**
 * The answer to a poll, one shape for each outcome. `completed` and `failed` end a job (service interface,
 * "States and transitions"); any other word means that it is still under way.
 */
export function jobAnswer<Completed extends z.ZodRawShape, Failed extends z.ZodRawShape>(
  completed: Completed,
  failed: Failed,
) {
  const outcomes = z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending') }),
    z.object({ ...completed, status: z.literal('completed'), credits }),
    z.object({ ...failed, status: z.literal('failed'), error: jobError, credits }),
  ]);
  return z.preprocess((answer) => {
    const fields = fieldsOf(withDocNames(answer));
    const isOver = fields?.status === 'completed' || fields?.status === 'failed';
    return typeof fields?.status === 'string' && !isOver ? { ...fields, status: 'pending' } : fields;
  }, outcomes);
}
