import { systemClock } from '../../../src/clock.ts';
import { createFairLimiter } from '../../../src/generations/limiter.ts';
import { limits as places } from '../../../src/generations/waits-and-limits.ts';
import { convertFile } from '../../../src/sources/files/convert.ts';
import {
  type Converted,
  type ConvertedKind,
  type ConverterLimits,
  converterLimits,
  createConverter,
} from '../../../src/sources/files/converter.ts';

export function bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  return (async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  })();
}

/** The turns of the app. */
export const takeTurns = () => createFairLimiter(places.convert);

/** Converts a file in this process. */
export function convert(bytes: Uint8Array, { kind = 'office' as ConvertedKind, withNotes = false } = {}) {
  return convertFile(kind, withNotes, bodyOf(bytes));
}

/** Converts a file in a process of its own, as the app does. */
export function convertApart(
  kind: ConvertedKind,
  bytes: Uint8Array,
  limits: Partial<ConverterLimits> = {},
): Promise<Converted> {
  const { convert } = createConverter(systemClock, takeTurns(), { ...converterLimits, ...limits });
  return convert(
    { kind, withNotes: false, body: bodyOf(bytes), person: 'UANA' },
    new AbortController().signal,
  );
}

/** Returns the text of a file that can be used. */
export async function textOf(bytes: Uint8Array, options?: Parameters<typeof convert>[1]): Promise<string> {
  const converted = await convert(bytes, options);
  if ('fault' in converted) throw new Error(converted.fault);
  return converted.text;
}
