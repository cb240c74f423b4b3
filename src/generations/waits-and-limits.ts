const MINUTE = 60_000;

/** Generations that one process works on at once. */
export const PLACES = 10_000;
/** How many of them may be of one team, and how many it may have under way before people are told to ask again later. */
export const TEAM_PLACES = 1_000;

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
  /** The same for a change of a document; somebody else's, which it may have to wait for, takes up to 25 min. */
  editRetryMs: 30 * MINUTE,
  /** The same for a thorough document, which may have to wait for others; each takes up to 25 min. */
  agentRetryMs: 60 * MINUTE,
  /** A thorough document is followed for this long, and a picture for this long. */
  agentFollowLimitMs: 90 * MINUTE,
  imageFollowLimitMs: 15 * MINUTE,
  /** Malformed answers in a row that end a generation. */
  malformedLimit: 10,
  /** A poll answering 404 this often in a row, before any success, ends a generation: ids can take a moment to be known. */
  unknownLimit: 5,
  /** Times after which the first message says how long it has been: each is an edit of a message. */
  progressMarksMs: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  /** How long a generation has waited for a connection before we look whether there is one. */
  resumeAfterMs: MINUTE,
  /** Slack may still be working on a post whose answer was lost: it is looked for only after this. */
  lookAfterMs: 2_000,
  /** How long Slack may take to process a picture before a card does without it, and between two looks. */
  pictureWaitMs: MINUTE,
  pictureLookMs: 1_000,
  /** Bytes; larger exports are not posted, the card links to the doc. Slack takes 1 GB. */
  exportLimitBytes: 1_000_000_000,
};
export type Policy = typeof defaultPolicy;
