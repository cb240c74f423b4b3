import { WebAPIPlatformError } from '@slack/web-api';
import type { fetch as undiciFetch } from 'undici';
import { PROMPT_LIMIT } from '../service/options.ts';
import { isAtSlack, type SlackClient } from '../slack-client.ts';

/** How files in Slack are read. */
export interface FileReader {
  client: SlackClient;
  /** Only who has put a file into Slack has something made of it: ids of files stand in links that get around. */
  person: string;
  /** The bot token, which Slack's file addresses want as a bearer token. */
  token: string;
  /** `SLACK_API_URL`: files are held by that Slack as well. */
  apiUrl?: string | undefined;
  fetch: typeof undiciFetch;
}

/** Bytes read of a text file: characters take at most four each in UTF-8, and one byte more shows that it is too long. */
const LIMIT_BYTES = 4 * PROMPT_LIMIT + 3;

/** A file that cannot be read. The message is for the person who attached it. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable';
}

/**
 * The text of a file in Slack, as UTF-8 without its byte order mark. A longer file is cut just beyond the longest
 * allowed text, so that the caller's own limit finds it too long.
 * @throws FileUnreadable where it is gone, somebody else's, not shared with the app, or no text. Errors that may pass (Slack is away, or
 * limits the rate) are thrown as they are and worth another try.
 */
export async function readFileText(id: string, reader: FileReader, signal: AbortSignal): Promise<string> {
  const url = await addressOf(id, reader);
  const headers = { authorization: `Bearer ${reader.token}` };
  const response = await reader.fetch(url, { headers, redirect: 'manual', signal });
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw new Error(`Slack answered ${response.status} to the download of a file`);
  }
  // Without access, Slack answers with its sign-in page and status 200.
  if (!response.ok || /text\/html/.test(type)) {
    await response.body?.cancel();
    throw new FileUnreadable('Slack does not let the app read this file.');
  }
  const bytes = await readUpTo(response.body, LIMIT_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length >= LIMIT_BYTES });
  } catch {
    throw new FileUnreadable('The file is not text in UTF-8.');
  }
}

async function addressOf(id: string, { client, person, apiUrl }: FileReader): Promise<string> {
  const file = await describe(id, client);
  if (!file || file.user !== person) throw new FileUnreadable('Somebody else has put this file into Slack.');
  const url = file.url_private_download ?? file.url_private;
  if (!url) throw new FileUnreadable('Slack gives no address for this file.');
  if (file.is_external || !KEPT_IN_SLACK.has(file.mode ?? '') || !isAtSlack(url, apiUrl)) {
    throw new FileUnreadable('The file is not kept in Slack.');
  }
  return url;
}

async function describe(id: string, client: SlackClient) {
  try {
    return (await client.files.info({ file: id })).file;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new FileUnreadable('The file is gone, or the app may not see it.', { cause: error });
  }
}

/**
 * Modes of files whose bytes Slack holds. Any app can put an `external` file into Slack, with whatever address it likes.
 */
const KEPT_IN_SLACK = new Set(['hosted', 'snippet', 'post', 'space', 'email']);

/** Slack's codes for a file that the app cannot have; its other codes may pass. */
const REFUSALS = new Set(['file_not_found', 'file_deleted', 'not_visible', 'access_denied', 'missing_scope']);

function isRefusal(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && REFUSALS.has(error.data.error);
}

async function readUpTo(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= limit) break;
  }
  return Buffer.concat(parts).subarray(0, limit);
}
