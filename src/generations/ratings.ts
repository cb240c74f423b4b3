import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/store.ts';

export type Rating = 'good' | 'poor';

export type Ratings = ReturnType<typeof createRatings>;

interface RatingsOptions {
  db: Queries;
  /** Returns true only for the first call with this team and key within `ttlMs` milliseconds. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** Called for each new rating; for metrics. */
  onRated(rating: Rating, about: 'document' | 'digest'): void;
}

const KEPT_MS = 365 * 24 * 60 * 60_000;

/** Creates the function that stores how people rate results. Only a person's last rating of a result is kept. */
export function createRatings({ db, once, onRated }: RatingsOptions) {
  const store = createStore<Rating>(db, 'ratings');
  return {
    /** Stores a rating. Calls `onRated` only for the person's first rating with this value, so a double click counts once. */
    async rate(
      { team, id, isDigest }: { team: string; id: string; isDigest: boolean },
      person: string,
      rating: Rating,
    ): Promise<void> {
      const key = `${team}/${id}/${person}`;
      await store.set(key, rating, KEPT_MS);
      const isNew = await once(team, `rating:${id}:${person}:${rating}`, KEPT_MS);
      if (isNew) onRated(rating, isDigest ? 'digest' : 'document');
    },
  };
}
