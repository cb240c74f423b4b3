import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceStandIn } from '../../sandbox/service/stand-in.ts';

/** Has a stand-in leave a note of the routes that it answered well at, once it stops: in a run of tests alone. What the note is for: hits.ts. */
export function noteHits(service: ServiceStandIn): ServiceStandIn {
  const hits = new Set<string>();
  const { clearCalls, stop } = service;
  const take = () => {
    for (const { route, status } of service.calls) if (status >= 200 && status < 300) hits.add(route);
  };
  return Object.assign(service, {
    clearCalls() {
      take();
      clearCalls();
    },
    async stop() {
      take();
      const { ROUTE_HITS: folder, TEST_FILE: file } = process.env;
      if (folder && file)
        writeFileSync(join(folder, crypto.randomUUID()), JSON.stringify({ file, routes: [...hits] }));
      await stop();
    },
  });
}
