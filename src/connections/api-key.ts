import type { fetch } from 'undici';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createServiceClient } from '../service/client.ts';
import { isTransient } from '../service/error-meaning.ts';
import { ServiceError } from '../service/errors.ts';
import { type ConnectFailure, failure } from './outcome.ts';

export interface ApiKeyTrial {
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
