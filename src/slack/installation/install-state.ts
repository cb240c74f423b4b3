import type { InstallURLOptions, StateStore } from '@slack/oauth';

/** What is kept for ten minutes, to be taken once. */
export interface OneTimeState {
  /** @returns the secret by which it is found */
  keep(value: InstallURLOptions): Promise<string>;
  take(secret: string): Promise<InstallURLOptions | null>;
}

/**
 * The `state` of an installation under way. Slack's own can be read by anyone and used again; this one is a random
 * value that is known once. The SDK binds it to the browser with a cookie.
 */
export function createInstallState(states: OneTimeState): StateStore {
  return {
    generateStateParam: (options) => states.keep(options),
    async verifyStateParam(_, state) {
      const options = await states.take(state);
      if (!options) throw new InstallExpired('The state is unknown, used already, or older than ten minutes');
      return options;
    },
  };
}

export class InstallExpired extends Error {
  override name = 'InstallExpired';
  readonly code = 'deckhand_install_expired';
}
