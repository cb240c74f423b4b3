import type { Attributes, Span } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { LogContext } from '../log-context.ts';

export interface Begun {
  name: string;
  /** Where it is known from the start. */
  generation?: string | undefined;
  /** A run of its generation: each state is a span, under the trace's first. */
  isRun?: boolean;
  /** Worth a trace of its own where no ask comes of it. */
  standsAlone?: boolean;
  /** Where it is aborted, an error is none of the work's. */
  signal?: AbortSignal | undefined;
}

export interface Call {
  name: string;
  seconds: number;
  attributes: Attributes;
  /** The kind of failure. */
  error?: string | undefined;
  /** Made again and again: counted, and no span of its own. */
  isPoll?: boolean;
}

/** What is being done: its span begins once its generation is known. */
export interface Active extends Begun {
  at: number;
  attributes: Attributes;
  span?: Span | undefined;
  state?: string;
  polls: number;
  failedPolls: number;
  waiting: { call: Call; endedAt: number }[];
}

/** Requests that have opened a form or a card, kept until something is asked for with it; and for how long, in milliseconds. */
const KEPT_REQUESTS = 200;
const KEPT_MS = 60 * 60_000;

interface Opener {
  active: Active;
  endedAt: number;
}

/** Requests by what they have opened, until something is asked for with that; in this process alone. */
export function createOpeners(clock: Clock) {
  const openers = new LRUCache<string, Opener>({ max: KEPT_REQUESTS, ttl: KEPT_MS, perf: clock });
  return {
    /** The first to have begun, which may end last: further requests of the same form are menus and the like. */
    keep(active: Active): void {
      for (const key of openedBy(active)) {
        const known = openers.get(key)?.active;
        if (!known || active.at < known.at) openers.set(key, { active, endedAt: clock.now() });
      }
    },
    /** Gives the opener of what this request comes from, once. */
    take(taking: Active): Opener | undefined {
      const [opener] = openedBy(taking).flatMap((key) => openers.get(key) ?? []);
      for (const key of openedBy(taking)) openers.delete(key);
      return opener?.active.generation === undefined ? opener : undefined;
    },
  };
}

/** The form or card that a request has opened, or comes from. */
function openedBy({ attributes }: Active): string[] {
  const names = ['deckhand.view', 'deckhand.proposal'];
  return names.flatMap((name) => (attributes[name] === undefined ? [] : `${name} ${attributes[name]}`));
}

/** The ids that the lines of the log have, too. */
export function attributesOf(ids: LogContext): Attributes {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [`deckhand.${name}`, id]));
}
