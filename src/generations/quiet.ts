import type { Ask } from '../asks/schema.ts';
import type { Generation } from './generation.ts';

/**
 * The channel in which nothing was said that may be used: no trouble to be told of, there is just nothing to sum up.
 * @returns undefined where something else has happened
 */
export function quietChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;
