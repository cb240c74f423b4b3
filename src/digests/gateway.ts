import type { Place, Posted } from '../generations/delivery/delivery.ts';
import type { ChannelFacts } from './ask.ts';
import type { Digest, PauseReason, Window } from './digest.ts';

/** What digests need from around them. slack/ implements it; digests/ decides when and what. */
export interface DigestGateway {
  /**
   * Looks at the channel before credits are spent: may it be summed up and delivered, and is there enough to say?
   * @throws where nobody can say just now
   */
  checkChannel(digest: Pick<Digest, LookedAt>, window: Window, signal: AbortSignal): Promise<ChannelCheck>;
  /** Posts a line; a definite no is PostRefused, as in Delivery. `id` goes into the message's metadata. */
  postNote(digest: Digest, place: Place, id: string, note: Note): Promise<Posted>;
  /** The line with this id, where it was posted since. */
  findNote(digest: Digest, place: Place, id: string, since: Date): Promise<Posted | null>;
}

type LookedAt = 'team' | 'owner' | 'channel' | 'deliverTo' | 'threshold';

export type ChannelCheck =
  | ({
      open: true /** messages of people in the window; counted up to the threshold */;
      messages: number;
    } & ChannelFacts)
  | { open: false; because: PauseReason };

/** A line of its own, that is no generation's. */
export type Note =
  /** Too little was said since then. */
  | { kind: 'quiet'; since: Date }
  /** To the owner: the digest has paused by itself. */
  | { kind: 'paused'; because: PauseReason }
  /** To the owner: for a day Slack let nobody look at the channel, so the run of that time was given up. */
  | { kind: 'skipped'; due: Date };
