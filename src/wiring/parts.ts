import type { FetchFunction } from '@slack/web-api';
import type { fetch } from 'undici';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import type { Cipher } from '../storage/cipher.ts';
import type { Database } from '../storage/database.ts';

/** What all the wiring is made with. */
export interface Parts {
  config: Config;
  log: Log;
  clock: Clock;
  /** 0 to 1 */
  random: () => number;
  db: Database;
  cipher: Cipher;
  fetch: typeof fetch;
  /** The same, as Slack's SDK types it. */
  slackFetch: FetchFunction;
  metrics: Metrics;
}
