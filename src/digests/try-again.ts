import type { RunContext } from './run.ts';
import { decidingAlone, handOver, isToldSince } from './told.ts';

/** What came of trying again. */
export type Retrial =
  | 'started'
  /** That was pressed before, and there is one. */
  | 'already'
  /** A later digest covers that time as well. */
  | 'told since'
  /** It has not failed, or what was asked has been deleted. */
  | 'nothing to try';

export interface TryAgain {
  /** Asks once more for what a failed generation was to tell: the same window, and once however often it is pressed. */
  tryAgain(team: string, generation: string): Promise<Retrial>;
}

export function createTryAgain({ db, generations }: Pick<RunContext, 'db' | 'generations'>): TryAgain {
  return {
    async tryAgain(team, id) {
      const ended = await generations.find(team, id);
      const ask = ended?.state === 'failed' ? await generations.askOf(team, id) : null;
      if (ask?.source.kind !== 'channel') return 'nothing to try';
      // One that was tried out belongs to no digest that is kept, and stands for itself.
      return decidingAlone(db, ask.digest?.id ?? id, async () => {
        if (await isToldSince(db, id)) return 'told since';
        const again = await generations.start(ask, `again:${id}`);
        await handOver(db, id, again.id);
        // A new one has gone no further than this.
        return again.state === 'queued' ? 'started' : 'already';
      });
    },
  };
}
