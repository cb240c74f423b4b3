import { randomUUID } from 'node:crypto';
import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Clock, systemClock, within } from '../clock.ts';
import type { JobName, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { logContext } from '../log-context.ts';

/** Milliseconds between two exports. A process that is killed loses the spans since the last export. */
const EXPORT_EVERY_MS = 1_000;
/** Maximum milliseconds for the last export when the process stops. */
const CLOSE_MS = 3_000;
/** Milliseconds between two log lines about a collector that does not accept spans. */
const WARN_EVERY_MS = 10 * 60_000;

/** Span attributes that are exported besides `deckhand.…` ids. Paths and queries are left out, as they contain secrets and typed words. */
const EXPORTED = new Set([
  'http.request.method',
  'http.response.status_code',
  'server.address',
  'server.port',
  'error.type',
]);

/**
 * Exports a span for each attempt of a job and each HTTP request in it. OpenTelemetry reads more settings from `OTEL_…` variables.
 * @param endpoint URL of the OTLP collector, without `/v1/traces`
 */
export function startTracing({ endpoint, clock, log }: { endpoint: string; clock: Clock; log: Log }) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'deckhand', 'service.instance.id': randomUUID() }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: restricted(exporter, { clock, log }),
        scheduledDelayMillis: EXPORT_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('deckhand');
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const instrumentation = new UndiciInstrumentation({ requireParentforSpans: true });
  instrumentation.setTracerProvider(provider);

  /** Runs `work` in a span. After an abort, an error is not recorded, because another process continues the job. */
  function inSpan(name: JobName, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, root: true }, async (span) => {
      try {
        await work();
      } catch (error) {
        if (!signal?.aborted) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        }
        throw error;
      } finally {
        // The ids are set at the end, because a job adds ids to the log context while it runs.
        for (const [id, value] of Object.entries(logContext())) span.setAttribute(`deckhand.${id}`, value);
        span.end();
      }
    });
  }

  return {
    /** Returns a copy of `jobs` that creates a span for each attempt of a job. */
    traced(jobs: Jobs): Jobs {
      return {
        ...jobs,
        work(name, { handler, onDeadLetter, ...options }) {
          jobs.work(name, {
            ...options,
            handler: (payload, signal) => inSpan(name, () => handler(payload, signal), signal),
            ...(onDeadLetter && { onDeadLetter: (payload) => inSpan(name, () => onDeadLetter(payload)) }),
          });
        },
      };
    },
    /** Exports the remaining spans, for at most three seconds. */
    async close(): Promise<void> {
      instrumentation.disable();
      context.disable();
      await within(systemClock, CLOSE_MS, () => provider.shutdown().catch(() => {}), undefined);
    },
  };
}

/** Wraps an exporter. Removes secrets from spans, and logs how many spans were lost because the collector did not accept them. */
function restricted(exporter: SpanExporter, { clock, log }: { clock: Clock; log: Log }): SpanExporter {
  let lost = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, callback) {
      exporter.export(spans.map(withoutSecrets), (result) => {
        if (result.error) lost += spans.length;
        if (result.error && clock.now() - warnedAt >= WARN_EVERY_MS) {
          log.warn({ lost, err: result.error }, 'traces could not be sent');
          [lost, warnedAt] = [0, clock.now()];
        }
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** Removes the attributes that may not be exported. Also removes events and the status message, because errors quote URLs. */
function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(
    ([name]) => EXPORTED.has(name) || name.startsWith('deckhand.'),
  );
  return Object.create(span, {
    attributes: { value: Object.fromEntries(attributes) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}
