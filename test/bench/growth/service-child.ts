import { createServiceStandIn } from '../../../sandbox/service/stand-in.ts';
import { systemClock } from '../../../src/clock.ts';

/** The stand-in service in a process of its own. argv: its API key, and milliseconds that a document takes. Prints its address. */

const [apiKey = '', takesMs = ''] = process.argv.slice(2);
const service = createServiceStandIn({
  clock: systemClock,
  apiKeys: [apiKey],
  generationMs: Number(takesMs),
  exportMs: 100,
  exportLagMs: 0,
});
await service.start();
service.setCredits(10_000_000);
// Its records are nobody's here, and would grow.
setInterval(() => service.clearCalls(), 1_000);
console.log(service.baseUrl);
