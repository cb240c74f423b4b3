import type { ReadableStream } from 'node:stream/web';
import type { Response } from 'undici';
import { MalformedAnswer } from '../errors/troubles.ts';

/** Far more than the longest list; a larger answer is none of ours. In bytes, after decompression. */
const JSON_LIMIT = 5 * 1024 * 1024;

/** The whole of an answer's body as text. One larger than the limit is given up, its connection with it. */
export async function readBounded({ body, status }: Pick<Response, 'body' | 'status'>): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > JSON_LIMIT)
      throw new MalformedAnswer(`The answer is larger than ${JSON_LIMIT} bytes.`, { status });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
