import type { Clock } from '../clock.ts';
import { type ApiKeyTrial, tryApiKey } from './api-key.ts';
import { fingerprint } from './one-time.ts';

/** `SERVICE_API_KEY`: what teams without a connection of their own use. */
export interface OperatorKey {
  key: string;
  /** As generations remember it; says nothing of the key. */
  name: string;
  /** False from a refusal on, until the service takes the key again. */
  works(): boolean;
  refused(): void;
  /** Asks the service, where it was not asked just before, and gives `works()`. */
  check(): Promise<boolean>;
}

/** Milliseconds between two checks. */
const CHECK_EVERY = 60_000;

/** Each process learns of a refusal by itself. */
export function createOperatorKey(trial: ApiKeyTrial & { clock: Clock }, key: string): OperatorKey {
  let works = true;
  let checkedAt = Number.NEGATIVE_INFINITY;

  return {
    key,
    name: `operator ${fingerprint(key).slice(0, 12)}`,
    works: () => works,
    refused() {
      if (works) trial.log.error('the service does not take SERVICE_API_KEY');
      works = false;
    },
    async check() {
      if (trial.clock.now() - checkedAt < CHECK_EVERY) return works;
      checkedAt = trial.clock.now();
      const trouble = await tryApiKey(trial, key);
      if (trouble?.problem !== 'unavailable') works = trouble === null;
      return works && trouble === null;
    },
  };
}
