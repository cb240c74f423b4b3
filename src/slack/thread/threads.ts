import type { ThreadPreview } from '../../sources/preview.ts';

/** Threads as sources, as the surfaces need them. Each call throws SourceProblem where the thread cannot be used. */
export interface Threads {
  /** What would be used of it. */
  look(asker: Asker, thread: ThreadRef): Promise<ThreadPreview & Standing>;
  /** Whether the person may have something made of it: asked again on submission, since what a form holds proves nothing. */
  check(asker: Asker, thread: ThreadRef): Promise<Standing>;
  /** What somebody wrote, with names in place of ids. */
  plain(team: string, mrkdwn: string): Promise<string>;
}

interface Standing {
  /** What is made of it stays there, and begins with no access for others. */
  isPrivate: boolean;
}

export interface Asker {
  team: string;
  person: string;
}

/** Where a thread is. */
export interface ThreadRef {
  channel: string;
  /** Of its first message. */
  ts: string;
}
