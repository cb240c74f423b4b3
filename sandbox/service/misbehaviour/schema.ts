import { z } from 'zod';

/** Which calls a rule is about. */
const where = {
  /**
   * As in the route table, e.g. `POST /generations`, `GET /generations/{id}`; `GET /files/{exportId}/{token}/{name}` for
   * downloads. Left out: every call, or for what happens to generations and exports, every creation.
   */
  route: z.string().optional(),
  /** Only calls with this text in their path or body: an id, a word of the prompt. */
  containing: z.string().optional(),
  /** Calls left alone first. */
  skip: z.int().min(0).default(0),
  /** Calls it happens to. */
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
};

/** What happens to a call, whatever it asks. */
const callKinds = [
  /** Answered at once with this status, not handled. `retryAfter`: seconds, or a date to be sent as an HTTP date. */
  z.strictObject({
    ...where,
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().optional(),
    retryAfter: z.union([z.number(), z.iso.datetime()]).optional(),
    /** Sent in place of `{ message, statusCode }`. */
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Waits (by the stand-in's clock), then goes on as usual. */
  z.strictObject({ ...where, kind: z.literal('delay'), ms: z.number().min(0) }),
  /** `before`: nothing was done. `after`: all was done and the answer is lost. For a download: halfway through. */
  z.strictObject({ ...where, kind: z.literal('cut'), moment: z.enum(['before', 'after']) }),
  /** Handled, and answered with half of its JSON. */
  z.strictObject({ ...where, kind: z.literal('malformed') }),
  /** Not handled: a proxy's page in place of JSON. */
  z.strictObject({ ...where, kind: z.literal('html'), status: z.int().default(200) }),
  /** Handled, and answered with no body. */
  z.strictObject({ ...where, kind: z.literal('empty') }),
] as const;

/** What happens to a job (a generation, an image, an edit) or an export from its creation on. */
const jobKinds = [
  z.strictObject({
    ...where,
    kind: z.literal('generation_fails'),
    message: z.string().default('An error occurred while generating the the service.'),
    statusCode: z.int().default(500),
  }),
  z.strictObject({ ...where, kind: z.literal('generation_never_ends') }),
  /** Known at the first poll, and from then on 404. */
  z.strictObject({ ...where, kind: z.literal('generation_forgotten') }),
  /** How long this generation takes. */
  z.strictObject({ ...where, kind: z.literal('generation_takes'), ms: z.number().min(0) }),
  /** Completed, with the export link so much later; null: it never comes. */
  z.strictObject({ ...where, kind: z.literal('export_late'), ms: z.number().min(0).nullable() }),
  z.strictObject({
    ...where,
    kind: z.literal('export_fails'),
    reason: z.enum(['render_timeout', 'export_failed', 'deck_too_large', 'no_content']),
  }),
  /** The file is this many made-up bytes, made while they are sent. */
  z.strictObject({ ...where, kind: z.literal('big_export'), bytes: z.int().min(0) }),
  z.strictObject({ ...where, kind: z.literal('warnings'), text: z.string().min(1) }),
] as const;

const callRule = z.discriminatedUnion('kind', callKinds);
const jobRule = z.discriminatedUnion('kind', jobKinds);

export const misbehaviourSchema = z.union([callRule, jobRule]);

/** A rule for something to go wrong, as it is written in a test or sent to `POST /__control/misbehave`. */
export type Misbehaviour = z.input<typeof misbehaviourSchema>;
export type Rule = z.output<typeof misbehaviourSchema>;
export type CallRule = z.output<typeof callRule>;
export type JobRule = z.output<typeof jobRule>;

export const callKindNames: readonly string[] = callKinds.map((kind) => kind.shape.kind.value);
