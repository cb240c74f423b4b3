import { z } from 'zod';

/** The calls that a rule applies to. */
const where = {
  /**
   * As in the route table, e.g. `POST /generations`, `GET /generations/{id}`; `GET /files/{exportId}/{token}/{name}` for
   * downloads. By default every call; for faults of jobs and exports, every creation.
   */
  route: z.string().optional(),
  /** Only calls with this text in their path or body: an id, a word of the prompt. */
  containing: z.string().optional(),
  /** Number of matching calls to let pass first. */
  skip: z.int().min(0).default(0),
  /** Number of calls that it applies to. */
  times: z.union([z.int().min(1), z.literal('always')]).default(1),
};

/** Faults of a call. */
const callKinds = [
  /** Responds with this status without handling the call. `retryAfter` is in seconds, or an ISO time sent as an HTTP date. */
  z.strictObject({
    ...where,
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().optional(),
    retryAfter: z.union([z.number(), z.iso.datetime()]).optional(),
    /** Replaces `{ message, statusCode }`. */
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Waits by the stand-in's clock, then handles the call. */
  z.strictObject({ ...where, kind: z.literal('delay'), ms: z.number().min(0) }),
  /** Cuts the connection before or after the call is handled. A download is cut halfway. */
  z.strictObject({ ...where, kind: z.literal('cut'), moment: z.enum(['before', 'after']) }),
  /** Handles the call and responds with half of the JSON. */
  z.strictObject({ ...where, kind: z.literal('malformed') }),
  /** Responds with a proxy's HTML page without handling the call. */
  z.strictObject({ ...where, kind: z.literal('html'), status: z.int().default(200) }),
  /** Handles the call and responds with an empty body. */
  z.strictObject({ ...where, kind: z.literal('empty') }),
] as const;

/** Faults of a job (a generation, an image, an edit) or an export. */
const jobKinds = [
  z.strictObject({
    ...where,
    kind: z.literal('generation_fails'),
    message: z.string().default('An error occurred while generating the the service.'),
    statusCode: z.int().default(500),
  }),
  z.strictObject({ ...where, kind: z.literal('generation_never_ends') }),
  /** Responds 404 from the second poll on. */
  z.strictObject({ ...where, kind: z.literal('generation_forgotten') }),
  /** Sets the duration of this generation. */
  z.strictObject({ ...where, kind: z.literal('generation_takes'), ms: z.number().min(0) }),
  /** The export link comes `ms` after completion; null means never. */
  z.strictObject({ ...where, kind: z.literal('export_late'), ms: z.number().min(0).nullable() }),
  z.strictObject({
    ...where,
    kind: z.literal('export_fails'),
    reason: z.enum(['render_timeout', 'export_failed', 'deck_too_large', 'no_content']),
  }),
  /** Adds a text to the warnings of the generation. */
  z.strictObject({ ...where, kind: z.literal('warnings'), text: z.string().min(1) }),
] as const;

const callRule = z.discriminatedUnion('kind', callKinds);
const jobRule = z.discriminatedUnion('kind', jobKinds);

export const misbehaviourSchema = z.union([callRule, jobRule]);

/** A fault, as tests describe it. */
export type Misbehaviour = z.input<typeof misbehaviourSchema>;
export type Rule = z.output<typeof misbehaviourSchema>;
export type CallRule = z.output<typeof callRule>;
export type JobRule = z.output<typeof jobRule>;

export const callKindNames: readonly string[] = callKinds.map((kind) => kind.shape.kind.value);
