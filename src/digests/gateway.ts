import type { Clock } from '../clock.ts';
import type { Place, Posted } from '../generations/delivery/delivery.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { Digest, PauseReason, Window } from './digest.ts';

/** The collaborators of digests. */
export interface DigestContext {
  db: Database;
  jobs: Jobs;
  generations: Generations;
  gateway: DigestGateway;
  clock: Clock;
  log: Log;
}

/** The port to Slack: digests/ decides what is posted and when, slack/ implements this. */
export interface DigestGateway {
  /**
   * Checks a channel before credits are spent: may it be summed up and delivered, and is there enough to say?
   * @throws where Slack or the service cannot tell at the moment
   */
  checkChannel(
    digest: Pick<Digest, CheckedFields>,
    window: Window,
    signal: AbortSignal,
  ): Promise<ChannelCheck>;
  /**
   * Posts a line. `id` goes into the message's metadata.
   * @throws PostRefused where Slack definitely refuses, as in Delivery
   */
  postNote(digest: Digest, place: Place, id: string, note: Note): Promise<Posted>;
  /** Finds the line with this id among the messages posted since then. */
  findNote(digest: Digest, place: Place, id: string, since: Date): Promise<Posted | null>;
}

type CheckedFields = 'team' | 'owner' | 'channel' | 'deliverTo' | 'threshold' | 'choices';

/** The facts about a channel at the time of a run. */
export interface ChannelFacts {
  name: string;
  isPrivate: boolean;
}

export type ChannelCheck =
  | ({
      open: true;
      /** Messages of people in the window, counted up to the threshold. */
      messages: number;
    } & ChannelFacts)
  | { open: false; because: PauseReason };

/** A line that a digest posts apart from its documents. */
export type Note =
  /** Too little was said since then. */
  | { kind: 'quiet'; since: Date }
  /** To the owner: the digest has paused by itself. */
  | { kind: 'paused'; because: PauseReason }
  /** To the owner: Slack was out of reach for a day, so the run of that time was given up. */
  | { kind: 'skipped'; due: Date }
  /** To the owner: the run of that time has failed each time, and was given up. */
  | { kind: 'given_up'; due: Date };
