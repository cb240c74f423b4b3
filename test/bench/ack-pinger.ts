import { parentPort, workerData } from 'node:worker_threads';
import { signatureHeaders } from '../../sandbox/slack/outgoing/signature.ts';

/** Milliseconds between two commands, whether or not the one before was answered. */
const EVERY_MS = 25;

const { url, secret, responseUrl } = workerData as { url: string; secret: string; responseUrl: string };
let slowest = 0;
let count = 0;

/** Ben asks for help, as Slack sends it. */
async function command(): Promise<void> {
  const body = new URLSearchParams({
    ...{ command: '/deck', text: 'help', team_id: 'T0SMALL', user_id: 'U0BEN', channel_id: 'C0RANDOM' },
    ...{ channel_name: 'random', trigger_id: `${count}.1`, response_url: responseUrl, api_app_id: 'A0' },
  }).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(secret, body, Date.now()),
  };
  const sent = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.text();
  if (response.status !== 200) throw new Error(`The command was answered ${response.status}`);
  slowest = Math.max(slowest, performance.now() - sent);
  count += 1;
}

setInterval(command, EVERY_MS);

/** Asked for the slowest since it was asked last. */
parentPort?.on('message', () => {
  parentPort?.postMessage({ slowest, count });
  slowest = 0;
  count = 0;
});
