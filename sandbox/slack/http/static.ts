import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { answerText } from './answer.ts';
import type { Visit } from './router.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves the files of the built page, and `index.html` for addresses without a file name, which the page handles. */
export async function sendStatic(folder: string | undefined, { response, url }: Visit): Promise<void> {
  if (!folder) return answerText(response, 404, 'This Slack stand-in was started without its page.');
  const path = normalize(decodeURIComponent(url.pathname));
  const asked = extname(path) ? await readFile(join(folder, path)).catch(() => null) : null;
  if (extname(path) && !asked) return answerText(response, 404, 'not found');
  const body = asked ?? (await readFile(join(folder, 'index.html')).catch(() => null));
  if (!body) return answerText(response, 404, 'The page has not been built.');
  const isHashed = path.startsWith('/assets/');
  response.writeHead(200, {
    'content-type': TYPES[asked ? extname(path) : '.html'] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(body);
}
