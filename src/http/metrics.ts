import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of `/metrics`, for one app. None names a team or a person. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const http = new Histogram({
    name: 'deckhand_http_request_seconds',
    help: 'Requests to this process, by route and status',
    labelNames: ['route', 'status'],
    registers,
  });
  const service = new Histogram({
    name: 'deckhand_service_request_seconds',
    help: 'Requests to the document service, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const transitions = new Counter({
    name: 'deckhand_generation_transitions_total',
    help: 'States that generations have come to',
    labelNames: ['state'],
    registers,
  });
  const ratings = new Counter({
    name: 'deckhand_ratings_total',
    help: 'Thumbs under results, by what was thought and of what',
    labelNames: ['rating', 'about'],
    registers,
  });
  let running = () => 0;
  new Gauge({
    name: 'deckhand_jobs_running',
    help: 'Jobs that this process is at work on: generations, exports, digests',
    registers,
    collect() {
      this.set(running());
    },
  });
  return {
    registry,
    http,
    service,
    transitions,
    ratings,
    /** Sets the function that counts the jobs at work, called whenever the figures are asked for. */
    runningIs(count: () => number): void {
      running = count;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
