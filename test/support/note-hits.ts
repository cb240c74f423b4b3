import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceStandIn } from '../../sandbox/service/stand-in.ts';

/** Has a stand-in leave a note of the calls that it answered well, once it stops: in a run of tests alone. What the note is for: hits.ts. */
export function noteHits(service: ServiceStandIn): ServiceStandIn {
  const hits = new Set<string>();
  const { clearCalls, stop } = service;
  const take = () => {
    for (const { route, status, path, body } of service.calls) {
      const query = Object.fromEntries(new URL(path, 'http://service').searchParams);
      const sent = { ...query, ...(typeof body === 'object' && body) };
      if (status >= 200 && status < 300) hits.add(JSON.stringify({ route, sent }));
    }
  };
  return Object.assign(service, {
    clearCalls() {
      take();
      clearCalls();
    },
    async stop() {
      take();
      const { ROUTE_HITS: folder, TEST_FILE: file } = process.env;
      const calls = [...hits].map((call) => JSON.parse(call));
      if (folder && file) writeFileSync(join(folder, crypto.randomUUID()), JSON.stringify({ file, calls }));
      await stop();
    },
  });
}
