import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { fieldsOf, sentence, withDocNames } from './answer.ts';

/** Schemas that all asynchronous jobs of the service share: generations, exports, images, edits. */

/** Maximum number of credits. A larger one is an error of the service, and would make a message too long for Slack. A balance can be negative. */
const MOST = 1e12;
const credits = lenient(
  z.object({
    deducted: lenient(z.number().min(0).max(MOST)),
    remaining: lenient(z.number().min(-MOST).max(MOST)),
  }),
);

/** Schema of the reason why a job failed. The service sends an object or a string. */
const jobError = z
  .preprocess(
    (error) => (typeof error === 'string' ? { message: error } : (fieldsOf(error) ?? {})),
    z.object({
      message: lenient(sentence),
      statusCode: lenient(z.number()),
      /** A machine-readable reason, e.g. `render_timeout`. */
      reason: lenient(z.string()),
    }),
  )
  .transform((error) => ({ ...error, message: error.message ?? error.reason }));

/** Schema of the answer to a poll (API reference, “States and transitions”). All but `completed` and `failed` count as `pending`. */
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
