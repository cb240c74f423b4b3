import type { fetch } from 'undici';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createServiceClient } from '../service/client.ts';
import { isTransient } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';
import { accountOf } from './account.ts';
import type { Account } from './connection.ts';
import { type ConnectFailure, failure } from './failures.ts';
import { fingerprint } from './one-time.ts';

interface ApiKeyTrial {
  baseUrl: string;
  fetch: typeof fetch;
  clock: Clock;
  log: Log;
}

/** Tries a key with a call that costs nothing. null: the service takes it. */
export async function tryApiKey(options: ApiKeyTrial, apiKey: string): Promise<ConnectFailure | null> {
  if (!isHeaderValue(apiKey)) return failure('key_refused');
  const authorization = { headers: async () => ({ 'X-API-KEY': apiKey }) };
  try {
    await createServiceClient({ ...options, authorization }).listThemes({ limit: 1 });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return isTransient(error) ? failure('unavailable') : failure('key_refused', error.serviceMessage);
  }
}

/** Printable ASCII without spaces: anything else was copied wrongly, and could not be sent. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 60_000;
/** And between two questions whose it is, where the service has not told. */
const ACCOUNT_EVERY_MS = 10 * 60_000;

export type OperatorKey = ReturnType<typeof createOperatorKey>;

/** `SERVICE_API_KEY`, which teams without a connection of their own use. Each process learns of a refusal by itself. */
export function createOperatorKey(trial: ApiKeyTrial, key: string) {
  let works = true;
  let asking: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    checkedAt = trial.clock.now();
    const failed = await tryApiKey(trial, key);
    if (failed?.problem === 'unavailable') return;
    if (failed && works) trial.log.error('the service does not take SERVICE_API_KEY');
    works = failed === null;
  }

  /** Asks the service, where it was not asked just before, and gives `works()`. */
  async function check(): Promise<boolean> {
    if (trial.clock.now() - checkedAt >= CHECK_EVERY_MS) await ask();
    return works;
  }

  let account: Account | undefined;
  let accountAskedAt = Number.NEGATIVE_INFINITY;

  /** Whose key it is, where the service tells. */
  async function who(): Promise<Account | undefined> {
    if (!account && trial.clock.now() - accountAskedAt >= ACCOUNT_EVERY_MS) {
      accountAskedAt = trial.clock.now();
      const authorization = { headers: async () => ({ 'X-API-KEY': key }) };
      account = await accountOf(createServiceClient({ ...trial, authorization }));
    }
    return account;
  }

  return {
    key,
    who,
    /** The id of the connection that it stands for; says nothing of the key. */
    id: `operator ${fingerprint(key).slice(0, 12)}`,
    /** False from a confirmed refusal on, until the service takes the key again. */
    works: () => works,
    /** To be called where a call with the key was refused: one odd answer is no proof, so the service is asked again. */
    async refused(): Promise<void> {
      if (!works) return;
      // Many calls are refused at once when a key ends: one question for all.
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    },
    check,
    /** To be called now and then: a key that was refused may be taken again. */
    async recheck(): Promise<void> {
      if (!works) await check();
    },
  };
}
