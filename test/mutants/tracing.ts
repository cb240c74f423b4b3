import type { Mutant } from './mutant.ts';

/** What goes to a collector, and what it costs. */

const journey = 'test/journeys/traces.test.ts';
const trouble = 'test/tracing/collector-trouble.test.ts';
const SPANS = 'src/tracing/spans.ts';

export const tracing: Mutant[] = [
  {
    name: 'a collector is told what people wrote',
    file: 'src/wiring/generations.ts',
    from: 'traces?.taken(generation);',
    to: 'traces?.taken({ ...generation, work: generation.label });',
    tests: [journey],
  },
  {
    name: 'a process that takes up an ask begins another trace',
    file: SPANS,
    from: "const traceId = generation.replaceAll('-', '');",
    to: "const traceId = `${process.pid}`.padStart(8, '0') + generation.replaceAll('-', '').slice(8);",
    tests: [journey],
  },
  {
    name: 'tracing is loaded without a collector',
    file: 'src/wiring/deps.ts',
    from: "import { slackCall } from './traces.ts';",
    to: "import '../tracing/traces.ts';\nimport { slackCall } from './traces.ts';",
    tests: ['test/tracing/loaded.test.ts'],
  },
  {
    name: 'a collector that is down fills the log',
    file: SPANS,
    from: 'if (clock.now() - warnedAt < WARN_EVERY_MS) return;',
    to: '',
    tests: [trouble],
  },
  {
    name: 'a collector that hangs holds up the end of the process',
    file: SPANS,
    from: 'within(systemClock, CLOSE_MS, () => provider.shutdown().catch(() => {}), undefined)',
    to: 'within(systemClock, 50 * CLOSE_MS, () => provider.shutdown().catch(() => {}), undefined)',
    tests: [trouble],
  },
];
