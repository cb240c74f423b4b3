import { type FilesInfoResponse, WebAPIPlatformError } from '@slack/web-api';
import type { fetch as undiciFetch } from 'undici';
import type { FilePlace } from '../asks/admission.ts';
import { PROMPT_LIMIT } from '../service/options.ts';
import { isAtSlack, type SlackClient } from '../slack-client.ts';
import { FileProblem, leftOutText, PDF_BYTES } from './files/blocks.ts';
import { isCanvas } from './files/canvas.ts';
import type { ConvertedKind, Converter } from './files/converter.ts';
import { decodedText, kindOf, markdownFromCsv } from './files/text.ts';

export interface FileReader {
  client: SlackClient;
  /** Slack user id of the asker. Files of other people are read only if they were shared in the conversation. */
  person: string;
  /** Slack user ids of people who opted out of the use of their content. Nobody else may use their files. */
  optedOut: ReadonlySet<string>;
  /** The bot token. Slack requires it as a bearer token for downloads. */
  token: string;
  /** The setting `SLACK_API_URL`. Its host counts as Slack, so files may be downloaded from it. */
  apiUrl?: string | undefined;
  fetch: typeof undiciFetch;
  converter: Converter;
}

/** The text of a file, as Markdown. */
export interface FileText {
  text: string;
  /** Names the content of the file that is missing in `text`, such as “2 comments”; empty if nothing is missing. */
  leftOut: string;
}

/** Maximum bytes read from a text file: enough for one character more than a prompt may have, so that a longer file is rejected. */
const TEXT_BYTES = 4 * (PROMPT_LIMIT + 1) + 3;
/** Maximum size of a file, in bytes. It is high, because large Word and PowerPoint files are mostly pictures, which are skipped. */
export const FILE_BYTES = 100_000_000;

/**
 * Downloads a file from Slack and converts it to Markdown. Cuts a long text file just above the prompt limit, so that the caller rejects
 * it.
 * @throws FileProblem if the file cannot be used. All other errors are temporary
 */
export async function readFileText(
  place: FilePlace,
  reader: FileReader,
  signal: AbortSignal,
): Promise<FileText> {
  const { url, name, isCanvas } = await locate(place, reader);
  const headers = { authorization: `Bearer ${reader.token}` };
  const response = await reader.fetch(url, { headers, redirect: 'manual', signal });
  const type = response.headers.get('content-type') ?? '';
  try {
    if (response.status === 429 || response.status >= 500)
      throw new Error(`Slack answered ${response.status} to the download of a file`);
    // If the app may not read the file, Slack sends its sign-in page (HTML) with status 200. Only canvases are HTML themselves.
    if (!response.ok || (/text\/html/.test(type) && !isCanvas))
      throw new FileProblem('source_unreadable', 'Slack does not let the app read this file.');
    const withNotes = place.withNotes ?? false;
    return await readBody(response.body ?? [], { ...reader, name, isCanvas, withNotes, signal });
  } finally {
    await response.body?.cancel().catch(() => {});
  }
}

interface BodyReading extends Pick<FileReader, 'converter' | 'person'> {
  name: string;
  isCanvas: boolean;
  withNotes: boolean;
  signal: AbortSignal;
}

async function readBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { name, isCanvas, converter, person, withNotes, signal }: BodyReading,
): Promise<FileText> {
  const chunks = chunksOf(body);
  const head = await read(chunks, HEAD);
  const kind = isCanvas ? 'canvas' : kindOf(head);
  if (kind === 'compound') throw new FileProblem(/x$/i.test(name) ? 'file_locked' : 'file_wrong_type');
  if (kind === 'text') {
    const bytes = Buffer.concat([head, await read(chunks, TEXT_BYTES - head.length)]).subarray(0, TEXT_BYTES);
    const text = decodedText(bytes, bytes.length >= TEXT_BYTES);
    return { text: /\.[ct]sv$/i.test(name) ? markdownFromCsv(text) : text, leftOut: '' };
  }
  const limited = upTo(head, chunks, MOST_BYTES[kind]);
  const converted = await converter.convert({ kind, withNotes, body: limited, person }, signal);
  if ('fault' in converted) throw new FileProblem(converted.fault);
  return { text: converted.text, leftOut: leftOutText(converted.leftOut) };
}

/** Maximum size in bytes, by kind of file. */
const MOST_BYTES: Record<ConvertedKind, number> = { office: FILE_BYTES, pdf: PDF_BYTES, canvas: 300_000 };

/** Number of bytes at the beginning of a file that `kindOf` needs to detect the kind of the file. */
const HEAD = 1_024;

async function* chunksOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* body;
}

/** Reads chunks until it has `least` bytes, or until there are no more chunks. The next call continues with the next chunk. */
async function read(chunks: AsyncGenerator<Uint8Array>, least: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let length = 0; length < least; ) {
    const { value } = await chunks.next();
    if (!value) break;
    parts.push(value);
    length += value.length;
  }
  return Buffer.concat(parts);
}

async function* upTo(head: Buffer, chunks: AsyncGenerator<Uint8Array>, limit: number) {
  let left = limit - head.length;
  yield head;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw new FileProblem('file_too_large');
    yield chunk;
  }
}

async function locate(place: FilePlace, { client, person, optedOut, apiUrl }: FileReader) {
  const { id, channel } = place;
  const refuse = (why: string) => new FileProblem(channel ? 'file_not_shared' : 'source_unreadable', why);
  const file = await describe(id, client);
  if (!file) throw refuse('The file is gone, or the app may not see it.');
  const isShared = channel && isSharedIn(file, channel) && !optedOut.has(file.user ?? '');
  if (file.user !== person && !isShared) throw refuse('Another person has put this file into Slack.');
  const canvas = isCanvas({ ...file });
  const url = (canvas ? undefined : file.url_private_download) ?? file.url_private;
  if (!url) throw refuse('Slack gives no address for this file.');
  if (file.is_external || !(canvas || KEPT_IN_SLACK.has(file.mode ?? '')) || !isAtSlack(url, apiUrl))
    throw refuse('The file is not kept in Slack.');
  if ((file.size ?? 0) > FILE_BYTES) throw new FileProblem('file_too_large');
  return { url, name: file.name ?? '', isCanvas: canvas };
}

type SlackFile = NonNullable<FilesInfoResponse['file']>;

async function describe(id: string, client: SlackClient): Promise<SlackFile | undefined> {
  try {
    return (await client.files.info({ file: id })).file;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

/** Returns true if the file was shared in this channel. Each of the four fields can be missing or incomplete in Slack's answer. */
function isSharedIn({ shares, channels = [], groups = [], ims = [] }: SlackFile, channel: string): boolean {
  const shared = { ...shares?.public, ...shares?.private };
  return [...Object.keys(shared), ...channels, ...groups, ...ims].includes(channel);
}

/** Values of `mode` for files that Slack stores. Files with the mode `external` are refused, because an app can give them any URL. */
const KEPT_IN_SLACK = new Set(['hosted', 'snippet', 'post', 'space', 'email']);

/** Slack's error codes for a file that the app may not read. After any other error, a retry may succeed. */
const REFUSALS = new Set(['file_not_found', 'file_deleted', 'not_visible', 'access_denied', 'missing_scope']);

function isRefusal(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && REFUSALS.has(error.data.error);
}
