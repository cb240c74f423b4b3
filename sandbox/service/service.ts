import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Rules } from './misbehaviour/rules.ts';
import type { RecentlyDrawn } from './recently-drawn.ts';
import type { Store } from './store/store.ts';

/** Durations in milliseconds. A range gives each job its own duration, chosen by its id. */
interface Timing {
  generationMs: number | readonly [number, number];
  exportMs: number | readonly [number, number];
  /** For one generation in three the export link comes this much after `completed`. */
  exportLagMs: number;
}

/** Everything that the handlers of routes use. */
export interface Service {
  /** Name of the service on its pages. */
  name: string;
  store: Store;
  drawn: RecentlyDrawn;
  /** Resolution of pictures in exports. 1 is the normal one; tests use less. */
  fineness: number;
  clock: Clock;
  rules: Rules;
  timing: Timing;
  /** Most cards in one doc, as a limit of the plan. */
  maxCards: number;
  /** Addresses of the site and of export files. They are set when the stand-in has started. */
  urls: { site: string; files: string };
  log?: Log | undefined;
}
