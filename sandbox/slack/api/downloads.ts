import { SlackFault } from '../fault.ts';
import { answerBytes, answerText } from '../http/answer.ts';
import type { Visit } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import { CANVAS } from '../workspace/filetypes.ts';
import { requireScope } from './call/access.ts';
import { callerOf, tokenOf } from './call/authorize.ts';
import { visibleFile } from './call/file-access.ts';
import { cut } from './call/web-api.ts';

const SIGN_IN =
  '<!doctype html><title>Sign in</title><h1>Sign in to your workspace</h1><form action="/signin"><input name="email"></form>';

/** Sends the bytes of a url_private. Without a token that may read them Slack sends its sign-in page with status 200. */
export async function sendPrivateFile(slack: Slack, visit: Visit): Promise<void> {
  const { request, response, params } = visit;
  const rule = slack.misbehaviour.forCall('download');
  if (rule?.delayMs) await slack.clock.sleep(rule.delayMs);
  if (rule?.cut) return cut(visit);
  if (rule?.redirectTo) return void response.writeHead(302, { location: rule.redirectTo }).end();
  if (rule?.error) return answerText(response, 200, SIGN_IN, 'text/html');
  if (rule?.status) return answerText(response, rule.status, 'download failed');
  const id = (params.file ?? '').split('-').at(-1) ?? '';
  try {
    const call = callerOf(slack, tokenOf(request.headers.authorization, {}));
    requireScope(call, ['files:read']);
    const file = visibleFile(call, id);
    const isCanvas = file.filetype === CANVAS;
    if (isCanvas) requireScope(call, ['canvases:read']);
    const bytes = await slack.bytes.get(file.id);
    if (bytes) answerBytes(response, bytes, isCanvas ? 'text/html; charset=utf-8' : file.mimetype);
    else answerText(response, 404, 'file not found');
  } catch (error) {
    if (!(error instanceof SlackFault)) throw error;
    answerText(response, 200, SIGN_IN, 'text/html');
  }
}
