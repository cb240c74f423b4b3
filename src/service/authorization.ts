import { nothingSent } from './errors/consequences.ts';

export type Credentials = Record<string, string>;

/**
 * How calls prove whose they are. Connections implement it over OAuth tokens or an API key.
 * Whatever either function throws reaches the caller of the client unchanged, with nothing sent.
 */
export interface Authorization {
  /** The credential headers for the next request: `Authorization` or `X-API-KEY`. */
  headers(): Promise<Credentials>;
  /**
   * Called after a 401 with what was refused: true when `headers()` will now give something else. At most one retry
   * follows.
   */
  renew?(refused: Credentials): Promise<boolean>;
}

/** Asks an authorization; an error in it is marked as one with nothing sent. */
export async function beforeSending<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw nothingSent(error);
  }
}
