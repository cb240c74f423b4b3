import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';

export type Rating = 'good' | 'poor';

export type Ratings = ReturnType<typeof createRatings>;

interface RatingsOptions {
  db: Queries;
  /** True the first time that a team's key is seen within `ttlMs` milliseconds. */
  once(team: string, key: string, ttlMs: number): Promise<boolean>;
  /** For metrics. */
  onRated(rating: Rating, about: 'document' | 'digest'): void;
}

const KEPT_MS = 365 * 24 * 60 * 60_000;

/** What people thought of results: the last word of each person about each. */
export function createRatings({ db, once, onRated }: RatingsOptions) {
  const store = createStore(db, 'ratings');
  return {
    /** Counts each thumb of a person once, however often and however quickly it is pressed. */
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
