import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { logContext } from '../log-context.ts';
import { type Active, attributesOf, type Begun, type Call, createOpeners } from './active.ts';
import { createSpans } from './spans.ts';

/**
 * Traces of asks: one for each generation, from the request that it came from to its delivery and what is pressed on its card
 * later. Names and attributes are ids, kinds, states and statuses; words, names, links and secrets never get here.
 */
export interface Traces {
  /** Does a request or a job. Its calls are kept until it is known which generation it is about, and dropped where it is about none. */
  during<Result>(begun: Begun, work: () => Promise<Result>): Promise<Result>;
  /** An ask was taken by what is being done: the trace begins with that. */
  taken(generation: Traced): void;
  /** A generation has come to its state, or is taken up in it. */
  moved(generation: Pick<Traced, 'id' | 'state' | 'failure'>): void;
  /** A call to somebody else has ended. */
  called(call: Call): void;
  /** Sends what has not been sent, for three seconds at most. */
  close(): Promise<void>;
}

/** A generation, as far as traces go. */
interface Traced {
  id: string;
  state: string;
  work: string;
  createdAt: Date;
  failure?: { reason: string } | undefined;
}

/** Calls of one request that are kept while its generation is not known. */
const KEPT_CALLS = 100;

/** @param endpoint the collector's address */
export function createTraces(options: { endpoint: string; clock: Clock; log: Log }): Traces {
  const spans = createSpans(options);
  const { clock } = options;
  const current = new AsyncLocalStorage<Active>();
  const openers = createOpeners(clock);

  function join(active: Active, generation: string, isTaken = false): void {
    if (active.generation !== undefined) return;
    active.generation = generation;
    begin(active, isTaken);
  }

  /** A run's spans are those of its states. */
  function begin(active: Active, isTaken = false): void {
    const { generation, name, at, attributes } = active;
    if (generation === undefined) active.span = spans.start(name, { at, attributes });
    else if (isTaken) active.span = spans.startRoot(generation, 'ask', { at, attributes });
    else if (!active.isRun)
      active.span = spans.start(name, { at, attributes, parent: spans.under(generation) });
    for (const { call, endedAt } of active.waiting.splice(0)) emit(call, endedAt, active);
  }

  function emit({ name, seconds, attributes, error }: Call, endedAt: number, active: Active): void {
    const { span: around, generation } = active;
    const parent = around ? spans.within(around) : spans.under(generation ?? '');
    const at = endedAt - seconds * 1000;
    const span = spans.start(name, { at, attributes, parent, isCall: true });
    if (error !== undefined) markFailed(span, error);
    span.end(new Date(endedAt));
  }

  /** Ends the span of what was being done, with what is known by now. */
  function end(active: Active, error?: unknown, at = clock.now()): void {
    const { span, polls, failedPolls } = active;
    if (!span) return;
    span.setAttributes(active.attributes);
    if (polls > 0) span.setAttributes({ 'deckhand.polls': polls, 'deckhand.polls_failed': failedPolls });
    if (error !== undefined) markFailed(span, error instanceof Error ? error.name : typeof error);
    span.end(new Date(at));
    Object.assign(active, { span: undefined, polls: 0, failedPolls: 0 });
  }

  function finish(active: Active, error?: unknown): void {
    noteIds(active);
    const { generation } = logContext();
    if (generation !== undefined) join(active, generation);
    if (active.generation === undefined && active.standsAlone) begin(active);
    if (active.span) end(active, error);
    else openers.keep(active);
  }

  /** The command, say, that has opened the form which was sent now. */
  function addOpener(taking: Active, generation: string): void {
    const opener = openers.take(taking);
    if (!opener) return;
    join(opener.active, generation);
    end(opener.active, undefined, opener.endedAt);
  }

  function noteIds(active: Active): void {
    Object.assign(active.attributes, attributesOf(logContext()));
  }

  return {
    async during(begun, work) {
      const active: Active = {
        ...begun,
        at: clock.now(),
        attributes: { 'deckhand.by': begun.name },
        polls: 0,
        failedPolls: 0,
        waiting: [],
      };
      if (active.generation !== undefined) begin(active);
      return current.run(active, async () => {
        try {
          const result = await work();
          finish(active);
          return result;
        } catch (error) {
          finish(active, begun.signal?.aborted ? undefined : error);
          throw error;
        }
      });
    },

    taken({ id, work, createdAt }) {
      const active = current.getStore();
      const about = { 'deckhand.generation': id, 'deckhand.work': work };
      if (active && active.generation === undefined) {
        Object.assign(active.attributes, about);
        noteIds(active);
        join(active, id, true);
        active.span?.addEvent('taken', new Date(clock.now()));
        addOpener(active, id);
        return;
      }
      // One job may do several runs of a digest.
      const attributes = { ...attributesOf(logContext()), ...about };
      spans.startRoot(id, 'ask', { at: createdAt.getTime(), attributes }).end(new Date(clock.now()));
    },

    moved({ id, state, failure }) {
      const active = current.getStore();
      if (!active) return;
      noteIds(active);
      join(active, id);
      if (!active.isRun || active.generation !== id || active.state === state) return;
      end(active);
      active.state = state;
      active.attributes = { ...attributesOf(logContext()), 'deckhand.state': state };
      active.span = spans.start(state, { at: clock.now(), parent: spans.under(id) });
      if (failure) active.attributes['deckhand.reason'] = failure.reason;
      if (state === 'failed') markFailed(active.span, failure?.reason ?? 'unknown');
    },

    called(call) {
      const active = current.getStore();
      if (!active) return;
      noteIds(active);
      if (call.isPoll) {
        active.polls += 1;
        if (call.error !== undefined) active.failedPolls += 1;
      } else if (active.generation !== undefined) emit(call, clock.now(), active);
      else if (active.waiting.length < KEPT_CALLS) active.waiting.push({ call, endedAt: clock.now() });
    },

    close: spans.close,
  };
}

/** No message: it may quote what somebody wrote. */
function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
