import type { LimitsOf } from '../asks/limits.ts';
import type { Clock } from '../clock.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import type { Digest, PauseReason, Window } from './digest.ts';

export interface DigestContext {
  db: Database;
  jobs: Jobs;
  generations: Generations;
  gateway: DigestGateway;
  limitsOf: LimitsOf;
  clock: Clock;
  log: Log;
}

/** The check of a channel, implemented in slack/digest/gateway.ts. */
export interface DigestGateway {
  /**
   * Checks whether a digest of the channel can be made and delivered, and counts the channel's messages. Called before credits are spent.
   * @throws if Slack or the service does not answer
   */
  checkChannel(
    digest: Pick<Digest, CheckedFields>,
    window: Window,
    signal: AbortSignal,
  ): Promise<ChannelCheck>;
}

type CheckedFields = 'team' | 'owner' | 'channel' | 'deliverTo' | 'threshold' | 'choices';

/** Name and privacy of a channel at the time of a run. */
export interface ChannelFacts {
  name: string;
  isPrivate: boolean;
}

export type ChannelCheck =
  | ({
      open: true;
      /** Number of messages from people in the digest's time window. Counting stops at the minimum that the digest needs. */
      messages: number;
    } & ChannelFacts)
  | {
      open: false;
      because: PauseReason;
      /** The people who are notified that the digest was paused. If omitted, the owner is notified. */
      tell?: string[];
    };
