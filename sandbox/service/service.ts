import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Deployment } from './deployment.ts';
import type { Rules } from './misbehaviour/rules.ts';
import type { RecentlyDrawn } from './recently-drawn.ts';
import type { Store } from './store/store.ts';

/** How long things take, in milliseconds; a range means: chosen by the job's id. */
interface Timing {
  generationMs: number | readonly [number, number];
  exportMs: number | readonly [number, number];
  /** How much later than `completed` an export link comes, for one generation in three. */
  exportLagMs: number;
}

/** What the handlers of routes work with. */
export interface Service {
  /** What the service calls itself on its pages. */
  name: string;
  store: Store;
  drawn: RecentlyDrawn;
  /** Of pictures in exports; 1: as for people to look at. */
  fineness: number;
  clock: Clock;
  rules: Rules;
  timing: Timing;
  deployment: Deployment;
  /** Nobody reads or comments by themselves. */
  quiet: boolean;
  /** The most cards in one doc; the plan's, not the interface's. */
  maxCards: number;
  /** `live`: gammaId and gammaUrl, as deployments spell them; `interface`: docId and docUrl. */
  names: 'live' | 'interface';
  /** Where browsers find docs, and where export files are. Known once the stand-in has started. */
  urls: { site: string; files: string };
  log?: Log | undefined;
}
