const MINUTE = 60_000;

/** Maximum number of generations that one process runs at once. */
export const PLACES = 10_000;
/**
 * Maximum number of generations of one team that one process runs at once. If a team has this many in progress in all processes together,
 * it cannot ask for more.
 */
export const TEAM_PLACES = 1_000;

/**
 * Maximum number of calls of each kind that one process makes at once: in total, and for one key (`createFairLimiter`). The key is a team,
 * unless the comment of a limit names another one.
 */
export const limits = {
  /** Reading sources. The number is limited, because converting a conversation to text takes some megabytes of memory. */
  collect: { total: 64, perKey: 4 },
  /** Calls that create something at the service. Each keeps its text in memory, so the number is low. */
  submit: { total: 32, perKey: 4 },
  poll: { total: 96, perKey: 24 },
  files: { total: 8, perKey: 2 },
  /** Conversions of files to text. The key is a person, because one person could send many files that each take a minute. */
  convert: { total: 1, perKey: 1 },
};

/** Waits and limits. Names that end with `Ms` are in milliseconds. */
export const defaultPolicy = {
  /** Time between two polls of a generation. The service's documentation says 5 s. */
  pollIntervalMs: 5_000,
  /** Maximum time of polling. After it, the generation is `late` and the person is asked whether to continue. */
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
   * Like submitRetryMs, for a change of a document, from the end of Deckhand's earlier changes of it. It is long, because the service
   * refuses a change while another one is made at the service itself, which takes up to 25 min.
   */
  editRetryMs: 30 * MINUTE,
  /** Like submitRetryMs, for a thorough document. It may wait for other thorough documents, which take up to 25 min each. */
  agentRetryMs: 60 * MINUTE,
  /** Like followLimitMs, for a thorough document. */
  agentFollowLimitMs: 90 * MINUTE,
  /** Like followLimitMs, for a picture. */
  imageFollowLimitMs: 15 * MINUTE,
  /**
   * How long Deckhand searches for the document of a create call that got no response, before it asks a person. The service makes a
   * document in one to three minutes. Zero: no search.
   */
  lookMs: 5 * MINUTE,
  /** Like lookMs, for a thorough document. */
  agentLookMs: 30 * MINUTE,
  /** Time between two of these searches. */
  lookEveryMs: 15_000,
  /** A generation fails after this many consecutive malformed responses. */
  malformedLimit: 10,
  /**
   * A new generation fails after this many consecutive 404 responses. A few are normal, because the service may not know the id at once.
   */
  unknownLimit: 5,
  /** The elapsed time on the card is updated when this much time has passed since polling began. */
  progressMarksMs: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  /** A regular check resumes generations that have waited at least this long for a connection, if their team has a connection now. */
  resumeAfterMs: MINUTE,
  /** How long to wait before searching for a message whose post got no response, because Slack may still be processing it. */
  searchAfterMs: 2_000,
  /** Maximum time to wait until Slack has processed a picture. */
  pictureWaitMs: MINUTE,
  /** Time between two checks whether Slack has processed a picture. */
  picturePollMs: 1_000,
  /** Maximum size of an export, in bytes: Slack's limit for a file. If an export is larger, the card only links to the document. */
  exportLimitBytes: 1_000_000_000,
};
export type Policy = typeof defaultPolicy;
