import type { Clock } from '../../clock.ts';
import { SlackFault } from '../fault.ts';
import { newSecret } from '../workspace/ids.ts';

/** The target of a response_url: who sees the response, and which message it may replace. */
export interface ResponseTarget {
  team: string;
  channel: string;
  user: string;
  /** The message whose button was pressed. */
  messageTs?: string;
  threadTs?: string;
}

export interface ResponseUrls {
  issue(target: ResponseTarget): string;
  /** Counts a use of the address with this key. Throws `expired_url` or `used_url`. */
  use(key: string): ResponseTarget;
}

/** Slack's limits of a response_url. */
const USES = 5;
const LIFE_MS = 30 * 60_000;

export function createResponseUrls(clock: Clock, base: () => string): ResponseUrls {
  const issued = new Map<string, { target: ResponseTarget; at: number; uses: number }>();
  return {
    issue(target) {
      const key = newSecret();
      issued.set(key, { target, at: clock.now(), uses: 0 });
      return `${base()}/response/${target.team}/${key}`;
    },
    use(key) {
      const found = issued.get(key);
      if (!found || clock.now() - found.at > LIFE_MS) throw new SlackFault('expired_url');
      found.uses += 1;
      if (found.uses > USES) throw new SlackFault('used_url');
      return found.target;
    },
  };
}
