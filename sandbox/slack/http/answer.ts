import type { ServerResponse } from 'node:http';

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain',
): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}

export function answerBytes(response: ServerResponse, bytes: Uint8Array, type: string): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'private, max-age=3600',
    // The page reads text files to show them, perhaps from another host name of this machine.
    'access-control-allow-origin': '*',
  });
  response.end(bytes);
}
