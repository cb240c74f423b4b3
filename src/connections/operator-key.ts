import type { Clock } from '../clock.ts';
import { type ApiKeyTrial, tryApiKey } from './api-key.ts';
import { fingerprint } from './one-time.ts';

/** `SERVICE_API_KEY`: what teams without a connection of their own use. */
export interface OperatorKey {
  key: string;
  /** As generations remember it; says nothing of the key. */
  name: string;
  /** False from a confirmed refusal on, until the service takes the key again. */
  works(): boolean;
  /** To be called where a call with the key was refused: one odd answer is no proof, so the service is asked again. */
  refused(): Promise<void>;
  /** Asks the service, where it was not asked just before, and gives `works()`. */
  check(): Promise<boolean>;
  /** To be called now and then: a key that was refused may be taken again. */
  recheck(): Promise<void>;
}

/** Milliseconds between two checks. */
const CHECK_EVERY = 60_000;

/** Each process learns of a refusal by itself. */
export function createOperatorKey(trial: ApiKeyTrial & { clock: Clock }, key: string): OperatorKey {
  let works = true;
  let asking: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    checkedAt = trial.clock.now();
    const trouble = await tryApiKey(trial, key);
    if (trouble?.problem === 'unavailable') return;
    if (trouble && works) trial.log.error('the service does not take SERVICE_API_KEY');
    works = trouble === null;
  }

  async function check(): Promise<boolean> {
    if (trial.clock.now() - checkedAt >= CHECK_EVERY) await ask();
    return works;
  }

  return {
    key,
    name: `operator ${fingerprint(key).slice(0, 12)}`,
    works: () => works,
    async refused() {
      if (!works) return;
      // Many calls are refused at once when a key ends: one question for all.
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    },
    check,
    async recheck() {
      if (!works) await check();
    },
  };
}
