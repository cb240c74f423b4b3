const MINUTE = 60_000;

/** Maximum number of generations that one process runs at once. */
export const PLACES = 10_000;
/**
 * Maximum number of generations of one team that one process runs at once. A team with this many in progress, in all processes together,
 * cannot ask for more.
 */
export const TEAM_PLACES = 1_000;

/** Maximum number of steps of each kind that one process runs at once, in total and for one team (`createFairLimiter`). */
export const limits = {
  /** Reading sources. A conversation that is being converted takes some megabytes of memory. */
  collect: { total: 64, perKey: 4 },
  /** Calls that create something at the service. Each keeps its text in memory, so the number is low. */
  submit: { total: 32, perKey: 4 },
  poll: { total: 96, perKey: 24 },
  files: { total: 8, perKey: 2 },
};

/** Waits and limits. Names that end with `Ms` are in milliseconds. */
export const defaultPolicy = {
  /** Time between two polls of a generation. The service's documentation says 5 s. */
  pollIntervalMs: 5_000,
  /** Maximum time of following. After it, the generation is `late` and the person is asked whether to continue. */
  followLimitMs: 60 * MINUTE,
  /**
   * How long to poll for the address or the export link of a completed document. In practice the link comes up to 120 s after the document.
   */
  exportWaitMs: 3 * MINUTE,
  /** Maximum time for an export to a file, which usually takes a minute or two. */
  renderLimitMs: 15 * MINUTE,
  /** How long to retry a create call that was certainly not carried out (429, refused connection). */
  submitRetryMs: 10 * MINUTE,
  /**
   * Like submitRetryMs, for a change. Counts from the end of our earlier changes of the document. A change made at the service itself takes
   * up to 25 min.
   */
  editRetryMs: 30 * MINUTE,
  /** Like submitRetryMs, for a thorough document. It may wait for other thorough documents, which take up to 25 min each. */
  agentRetryMs: 60 * MINUTE,
  /** Like followLimitMs, for a thorough document. */
  agentFollowLimitMs: 90 * MINUTE,
  /** Like followLimitMs, for a picture. */
  imageFollowLimitMs: 15 * MINUTE,
  /** A generation fails after this many malformed responses in a row. */
  malformedLimit: 10,
  /** A new generation fails after this many 404 responses in a row. Fewer are normal, because the service may not know a new id at once. */
  unknownLimit: 5,
  /** Times since the beginning of following at which the generation's first message is updated. */
  progressMarksMs: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  /** How long a generation has waited for a connection when Deckhand begins to check regularly whether its team has one. */
  resumeAfterMs: MINUTE,
  /** How long to wait before searching for a message that got no response, because Slack may still be processing it. */
  searchAfterMs: 2_000,
  /** Maximum time to wait until Slack has processed a picture. */
  pictureWaitMs: MINUTE,
  /** Time between two checks whether Slack has processed a picture. */
  picturePollMs: 1_000,
  /**
   * Maximum size of an export, in bytes. This is Slack's limit for a file. A larger export is not posted, and the card links to the
   * document.
   */
  exportLimitBytes: 1_000_000_000,
};
export type Policy = typeof defaultPolicy;
