import type { ThreadPreview } from '../../sources/preview.ts';

/** Threads as sources, as the surfaces need them. Whether somebody may read one is asked of admission. */
export interface Threads {
  /** What would be used of it. @throws SourceProblem where it cannot be used */
  look(team: string, thread: ThreadRef): Promise<ThreadPreview>;
  /** What somebody wrote, with names in place of ids. */
  plain(team: string, mrkdwn: string): Promise<string>;
}

/** Where a thread is. */
export interface ThreadRef {
  channel: string;
  /** Of its first message. */
  ts: string;
}
