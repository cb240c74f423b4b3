/** How long and how often; milliseconds unless said otherwise. One place, so that tests and operators find them. */
export interface Policy {
  /** Between two polls of a generation; the service asks for 5 s. */
  pollIntervalMs: number;
  /** After this the person is asked whether to go on. */
  followLimitMs: number;
  /** How long to go on asking for an export link after `completed`; seen late by 30–120 s in the field. */
  exportWaitMs: number;
  /** How long a file that was asked for on the card may be rendered; renders take a minute or two. */
  renderLimitMs: number;
  /** How long a create that was certainly not carried out (429, refused connection) is tried again. */
  submitRetryMs: number;
  /** Malformed answers in a row that end a generation. */
  malformedLimit: number;
  /** A poll answering 404 this often in a row, before any success, ends a generation: ids can take a moment to be known. */
  unknownLimit: number;
  /** Times after which the first message says that it is still going on. */
  progressMarksMs: number[];
  /** How long a generation has waited for a connection before we look whether there is one. */
  resumeAfterMs: number;
  /** Slack may still be working on a post whose answer was lost: it is looked for only after this. */
  lookAfterMs: number;
  /** Bytes; larger exports are not posted, the card links to the doc. Slack takes 1 GB. */
  exportLimitBytes: number;
}

const MINUTE = 60_000;

export const defaultPolicy: Policy = {
  pollIntervalMs: 5_000,
  followLimitMs: 60 * MINUTE,
  exportWaitMs: 3 * MINUTE,
  renderLimitMs: 15 * MINUTE,
  submitRetryMs: 10 * MINUTE,
  malformedLimit: 10,
  unknownLimit: 5,
  progressMarksMs: [MINUTE, 3 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  resumeAfterMs: MINUTE,
  lookAfterMs: 2_000,
  exportLimitBytes: 1_000_000_000,
};
