import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type Clock, systemClock, within } from '../clock.ts';
import type { Log } from '../log.ts';

export interface SpanOptions {
  /** Milliseconds since the epoch. */
  at: number;
  /** What it is part of; a trace of its own where left out. */
  parent?: Context;
  attributes?: Attributes;
  /** A request to somebody else. */
  isCall?: boolean;
}

export type Spans = ReturnType<typeof createSpans>;

/** Milliseconds between two sendings. What a process has not sent is lost when it is killed. */
const SEND_EVERY_MS = 1_000;
/** Spans that wait to be sent; further ones are dropped. About 1 KB each. */
const WAITING = 2_048;
/** Requests at once, of 512 spans each: all that waits when the process stops, and one before. */
const REQUESTS = 5;
/** Milliseconds for the last sending when the process stops. */
const CLOSE_MS = 3_000;
/** Milliseconds between two lines about a collector that takes nothing. */
const WARN_EVERY_MS = 10 * 60_000;

/**
 * OpenTelemetry's tracer, with the ids of an ask's trace made from the generation's: each process that works on it adds to
 * the same trace, with nothing written down or passed on. What else is set in OTEL_… variables (headers, the service's name,
 * attributes of the resource) the packages read by themselves.
 * @param endpoint the collector's address; spans go to `/v1/traces` below it as protobuf
 */
export function createSpans({ endpoint, clock, log }: { endpoint: string; clock: Clock; log: Log }) {
  const random = new RandomIdGenerator();
  let given: SpanContext | undefined;
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, concurrencyLimit: REQUESTS });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'deckhand', 'service.instance.id': randomUUID() }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    idGenerator: {
      generateTraceId: () => given?.traceId ?? random.generateTraceId(),
      generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warning(exporter, { clock, log }),
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: WAITING,
      }),
    ],
  });
  const tracer = provider.getTracer('deckhand');

  function start(name: string, { at, parent, attributes = {}, isCall = false }: SpanOptions): Span {
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return tracer.startSpan(name, { startTime: new Date(at), attributes, kind }, parent ?? ROOT_CONTEXT);
  }

  return {
    start,
    /** The first span of a generation's trace; once for each generation. */
    startRoot(generation: string, name: string, options: Omit<SpanOptions, 'parent'>): Span {
      given = rootOf(generation);
      try {
        return start(name, options);
      } finally {
        given = undefined;
      }
    },
    /** For what is part of a generation's trace, whichever process has begun that. */
    under: (generation: string) => trace.setSpanContext(ROOT_CONTEXT, rootOf(generation)),
    within: (span: Span) => trace.setSpan(ROOT_CONTEXT, span),
    /** Sends what waits, for three seconds at most. */
    close: () => within(systemClock, CLOSE_MS, () => provider.shutdown().catch(() => {}), undefined),
  };
}

/** A generation's id without its hyphens is as long as a trace's; its second half never begins with 0. */
function rootOf(generation: string): SpanContext {
  const traceId = generation.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** An exporter that says now and then that it gets rid of nothing. What it could not send is dropped. */
function warning(exporter: SpanExporter, { clock, log }: { clock: Clock; log: Log }): SpanExporter {
  let lost = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, callback) {
      exporter.export(spans, (result) => {
        if (result.error) noteLost(spans.length, result.error);
        callback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };

  function noteLost(count: number, err: Error): void {
    lost += count;
    if (clock.now() - warnedAt < WARN_EVERY_MS) return;
    log.warn({ lost, err }, 'traces could not be sent');
    [lost, warnedAt] = [0, clock.now()];
  }
}
