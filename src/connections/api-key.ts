import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { SendRequest } from '../outgoing-requests.ts';
import { createServiceClient } from '../service/client.ts';
import { isTransient } from '../service/error-meaning.ts';
import { InsufficientCredits, ServiceError, Unauthorized } from '../service/errors.ts';
import type { Credentials } from '../service/http/call.ts';
import { type Account, accountOf, headersOf, type UsableConnection } from './connection.ts';
import { type ConnectFailure, failure } from './failures.ts';
import { fingerprint } from './one-time.ts';

interface ApiKeyTrial {
  baseUrl: string;
  send: SendRequest;
  clock: Clock;
  log: Log;
}

/** Sends a request that costs no credits. Returns the refusal if the service does not accept the credentials. Throws transient errors. */
async function refusalOf(options: ApiKeyTrial, headers: Credentials): Promise<ServiceError | null> {
  const client = createServiceClient({ ...options, authorization: { headers: async () => headers } });
  try {
    await client.listFolders({ limit: 1 });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || isTransient(error)) throw error;
    return error;
  }
}

/** Tries an API key. Returns null if the service accepts the key. A key whose account has no credits left is accepted, too. */
export async function tryApiKey(options: ApiKeyTrial, apiKey: string): Promise<ConnectFailure | null> {
  if (!isHeaderValue(apiKey)) return failure('key_refused');
  try {
    const refusal = await refusalOf(options, { 'X-API-KEY': apiKey });
    if (!refusal || refusal instanceof InsufficientCredits) return null;
    return failure(refusal instanceof Unauthorized ? 'key_refused' : 'refused', refusal);
  } catch (error) {
    if (error instanceof ServiceError) return failure('unavailable', error);
    throw error;
  }
}

/** Creates the check of a connection after a 401. It sends another request, because a single 401 may come from one broken route. */
export function createSecondOpinion(options: ApiKeyTrial) {
  const underWay = new Map<string, Promise<boolean>>();
  return (connection: UsableConnection): Promise<boolean> => {
    const headers = headersOf(connection);
    const key = JSON.stringify(headers);
    const running =
      underWay.get(key) ??
      refusalOf(options, headers)
        .then((refusal) => !(refusal instanceof Unauthorized))
        .finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}

/** Returns whether a text is printable ASCII without spaces. Any other text was copied wrongly and cannot be sent as a header. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Minimum milliseconds between two checks of the operator's API key. */
const CHECK_EVERY_MS = 60_000;
/** Minimum milliseconds between two requests for the account of the operator's API key. A known account is not requested again. */
const ACCOUNT_EVERY_MS = 10 * 60_000;

export type OperatorKey = ReturnType<typeof createOperatorKey>;

/** Manages `SERVICE_API_KEY`, which teams without a connection use. Each process checks separately whether the service accepts the key. */
export function createOperatorKey(trial: ApiKeyTrial, key: string) {
  let works = true;
  let checking: Promise<void> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function checkNow(): Promise<void> {
    checkedAt = trial.clock.now();
    const failed = await tryApiKey(trial, key);
    if (failed && failed.problem !== 'key_refused') return;
    if (failed && works) trial.log.error('the service does not accept SERVICE_API_KEY');
    works = failed === null;
  }

  /** Returns whether the key works. Checks the key first if the last check is at least a minute old. */
  async function check(): Promise<boolean> {
    if (trial.clock.now() - checkedAt >= CHECK_EVERY_MS) await checkNow();
    return works;
  }

  let account: Account | undefined;
  let accountAskedAt = Number.NEGATIVE_INFINITY;

  /** Returns the key's account; undefined if the service does not report it. */
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
    /** Id of the connection, for all teams that use the key. The key cannot be derived from the id. */
    id: `operator ${fingerprint(key).slice(0, 12)}`,
    /** False after a confirmed refusal, until the service accepts the key again. */
    works: () => works,
    /** Checks the key again after a call was refused, because a single 401 may come from one broken route. */
    async refused(): Promise<void> {
      if (!works) return;
      // If the key stops working, many calls are refused at once. They share one check.
      checking ??= checkNow().finally(() => {
        checking = undefined;
      });
      await checking;
    },
    check,
    /** If the key was refused, checks whether the service accepts it again. Called at intervals. */
    async recheck(): Promise<void> {
      if (!works) await check();
    },
  };
}
