import { answerText } from '../http/answer.ts';
import { firstFileOf, readBody } from '../http/body.ts';
import type { Visit } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import { cut } from './call/web-api.ts';

/** Receives the bytes of a file at its upload address: raw, or as the only file of a form. */
export async function receiveUpload(slack: Slack, visit: Visit): Promise<void> {
  const { request, response, params } = visit;
  const rule = slack.misbehaviour.forCall('upload');
  if (rule?.delayMs) await slack.clock.sleep(rule.delayMs);
  if (rule?.cut === 'before') return cut(visit);
  if (rule?.status) return answerText(response, rule.status, 'upload failed');
  const file = slack.workspace.teams.flatMap((team) => team.files).find((each) => each.id === params.id);
  if (!file || file.key !== params.key || file.complete) return answerText(response, 404, 'no such upload');
  const type = request.headers['content-type'] ?? '';
  const body = await readBody(request);
  const bytes = type.startsWith('multipart/form-data') ? await firstFileOf(body, type) : body;
  if (bytes?.length !== file.size) return answerText(response, 400, 'length is not what was announced');
  await slack.bytes.put(file.id, bytes);
  if (rule?.cut === 'after') return cut(visit);
  answerText(response, 200, `OK - ${bytes.length}`);
}
