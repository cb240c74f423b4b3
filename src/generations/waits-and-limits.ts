const MINUTE = 60_000;

/** Maximum number of generations that one process runs at once. */
export const PLACES = 10_000;
/** Maximum number of a team's generations that one process runs at once. Also the limit of a team's asks in progress in all processes. */
export const TEAM_PLACES = 1_000;

/** Maximum calls that one process makes at once: `total` of a kind, and `perKey` with the same key, which is usually the team. */
export const limits = {
  /** Readings of sources. The number is limited, because converting a conversation to text takes some megabytes of memory. */
  collect: { total: 64, perKey: 4 },
  /** Create calls at the service. The number is low, because each call keeps its text in memory. */
  submit: { total: 32, perKey: 4 },
  poll: { total: 96, perKey: 24 },
  files: { total: 8, perKey: 2 },
  /** Conversions of files to text. The key is the person, not the team, because one person could send many slow files. */
  convert: { total: 1, perKey: 1 },
};

/** Waits and limits of generations. Names that end with `Ms` are in milliseconds. */
export const defaultPolicy = {
  /** Time between two polls of a generation. The service's documentation says 5 s. */
  pollIntervalMs: 5_000,
  /** Maximum time of polling. After that, the generation becomes `late`, and the person is asked whether to continue. */
  followLimitMs: 60 * MINUTE,
  /** Maximum time to wait for a completed document's address and export link, which the service returns up to 120 s later. */
  exportWaitMs: 3 * MINUTE,
  /** Maximum time for exporting a document to a file. An export usually takes a minute or two. */
  renderLimitMs: 15 * MINUTE,
  /** How long to repeat a create call that the service certainly did not carry out (429, refused connection). */
  submitRetryMs: 10 * MINUTE,
  /** Like `submitRetryMs`, for a change. The time begins after Deckhand's earlier changes. Changes outside Deckhand can take 25 min. */
  editRetryMs: 30 * MINUTE,
  /** Like `submitRetryMs`, for a thorough document, which may have to wait for others that take up to 25 min each. */
  agentRetryMs: 60 * MINUTE,
  /** Like followLimitMs, for a thorough document. */
  agentFollowLimitMs: 90 * MINUTE,
  /** Like followLimitMs, for a picture. */
  imageFollowLimitMs: 15 * MINUTE,
  /** How long to search for a document whose create call got no response. Making one takes one to three minutes. 0: no search. */
  lookMs: 5 * MINUTE,
  /** Like lookMs, for a thorough document. */
  agentLookMs: 30 * MINUTE,
  /** Time between two searches for a document whose create call got no response. */
  lookEveryMs: 15_000,
  /** A generation fails after this many malformed responses in a row. */
  malformedLimit: 10,
  /** A new generation fails after this many 404 responses in a row. A few are normal, because the service may not know a new id at once. */
  unknownLimit: 5,
  /** Times at which the card's elapsed time is updated, counted from the beginning of polling. */
  progressMarksMs: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60].map((minutes) => minutes * MINUTE),
  /** Minimum waiting time before `resumeWaiting` continues a generation whose team is connected again. */
  resumeAfterMs: MINUTE,
  /** Time to wait before searching Slack for a message whose post got no response. Slack may still be posting the message. */
  searchAfterMs: 2_000,
  /** Maximum time to wait until Slack has processed an uploaded picture. */
  pictureWaitMs: MINUTE,
  /** Time between two checks whether Slack has processed an uploaded picture. */
  picturePollMs: 1_000,
  /** Maximum size of an exported file in bytes, which is Slack's limit. For a larger file, the card only links to the document. */
  exportLimitBytes: 1_000_000_000,
};
export type Policy = typeof defaultPolicy;
