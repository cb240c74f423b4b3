import { compose } from '../../../src/app.ts';
import { type Clock, systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/config.ts';
import { createLog } from '../../../src/log.ts';
import { openOnServer } from '../../support/database.ts';
import { liftLimits } from '../../support/no-limits.ts';
import { teams } from './teams.ts';

/**
 * One process of the app, to be killed. Its parent sets its clock wrong: a clock that jumps changes what time it is, and
 * not how long a wait is.
 */

let skewMs = Number(process.env.CHAOS_SKEW_MS ?? 0);
const clock: Clock = { now: () => Date.now() + skewMs, sleep: systemClock.sleep };

process.on('message', (message: { skewMs: number }) => {
  skewMs = message.skewMs;
});
process.on('unhandledRejection', (error) => {
  log.fatal({ err: error }, 'a promise was rejected and nobody looked');
});
// A parent that is gone leaves nobody who would end this.
process.on('disconnect', () => process.exit(1));

const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const database = await openOnServer(config.DATABASE_URL ?? '', log);
const deckhand = await compose(config, log, {
  clock,
  database,
  // As in production, but for what would make a run take hours.
  policy: { exportWaitMs: 10_000, followLimitMs: 30_000, resumeAfterMs: 5_000, lookMs: 0 },
});
await liftLimits(
  database,
  teams.map(({ id }) => id),
);
const port = await deckhand.start();
process.send?.({ port });
process.on('SIGTERM', () => {
  void deckhand.stop().then(() => process.exit(0));
});
