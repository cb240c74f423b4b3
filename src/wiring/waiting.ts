import { createTicker } from '../digests/ticker.ts';
import type { Generating } from './generating.ts';
import type { Parts } from './parts.ts';
import type { ServiceSide } from './service.ts';

interface WaitingParts extends Pick<Parts, 'clock' | 'log'> {
  service: ServiceSide;
  generating: Generating;
}

/** What could not be done when a connection came or went is done by and by, whichever process it fell to. */
export function createWaiting({ clock, log, service, generating }: WaitingParts) {
  return createTicker({
    clock,
    log,
    tick: () =>
      Promise.all([
        service.connections.notifyOfExpired(),
        service.connections.recheckOperatorKey(),
        generating.resumeWaiting(),
      ]),
  });
}
