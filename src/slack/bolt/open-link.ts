import type { Press } from './press.ts';

/** A link button opens in the browser by itself; Slack only wants to hear that we know. */
export async function openLink({ ack }: Press): Promise<void> {
  await ack();
}
