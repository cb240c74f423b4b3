const MINUTE = 60_000;

/** How long and how often; milliseconds unless said otherwise. One place, so that tests and operators find them. */
export const defaultPolicy = {
  /** Between two polls of a generation; the service asks for 5 s. */
  pollIntervalMs: 5_000,
  /** After this the person is asked whether to go on. */
  followLimitMs: 60 * MINUTE,
  /** How long to go on asking for an export link after `completed`; seen late by 30–120 s in the field. */
  exportWaitMs: 3 * MINUTE,
  /** How long a file that was asked for on the card may be rendered; renders take a minute or two. */
  renderLimitMs: 15 * MINUTE,
  /** How long a create that was certainly not carried out (429, refused connection) is tried again. */
  submitRetryMs: 10 * MINUTE,
  /** Malformed answers in a row that end a generation. */
  malformedLimit: 10,
  /** A poll answering 404 this often in a row, before any success, ends a generation: ids can take a moment to be known. */
  unknownLimit: 5,
  /** Times after which the first message says that it is still going on. */
  progressMarksMs: [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  /** How long a generation has waited for a connection before we look whether there is one. */
  resumeAfterMs: MINUTE,
  /** Slack may still be working on a post whose answer was lost: it is looked for only after this. */
  lookAfterMs: 2_000,
  /** Bytes; larger exports are not posted, the card links to the doc. Slack takes 1 GB. */
  exportLimitBytes: 1_000_000_000,
};
export type Policy = typeof defaultPolicy;
