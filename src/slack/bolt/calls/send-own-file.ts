import type { FetchFunction } from '@slack/web-api';
import type { Acting } from '../permissions/permissions.ts';

/** Uploads a text file to an actor's direct messages with Deckhand. @throws if Slack does not take it */
export async function sendOwnFile(
  { actor, client }: Acting,
  { name, text, comment }: { name: string; text: string; comment: string },
  fetch: FetchFunction,
): Promise<void> {
  const length = Buffer.byteLength(text);
  const [slot, direct] = await Promise.all([
    client.files.getUploadURLExternal({ filename: name, length }),
    client.conversations.open({ users: actor.person }),
  ]);
  const sent = await fetch(slot.upload_url ?? '', { method: 'POST', body: text });
  if (!sent.ok) throw new Error(`Slack answered ${sent.status} to the upload of a file`);
  await client.files.completeUploadExternal({
    files: [{ id: slot.file_id ?? '', title: name }],
    channel_id: direct.channel?.id,
    initial_comment: comment,
  } as Parameters<typeof client.files.completeUploadExternal>[0]);
}
