import { clickValue } from '../answers/click.ts';
import { openThenFill, plainView } from '../answers/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import type { Acting } from '../permissions/permissions.ts';
import type { Click } from '../requests.ts';

interface OwnFile {
  name: string;
  data: string | Buffer;
  /** Alternative text, if the file is a picture. */
  alt?: string;
}

const TITLE = 'Deckhand';
/** Time in which a second click for the same file is ignored, in milliseconds. */
const ONE_WITHIN_MS = 20_000;

interface OwnMessage {
  files: OwnFile[];
  /** Text of the message with the files, in mrkdwn. */
  comment: string;
}

/**
 * Sends files to the person who clicked, in a direct message, and shows the result in a modal. A double click sends the files once.
 * @param make builds the files and the text of the message
 * @returns true if the files were sent
 */
export async function sendOwnFiles(
  click: Click,
  make: () => Promise<OwnMessage>,
  slack: SlackContext,
): Promise<boolean> {
  const { team, person } = click.actor;
  let isSent = false;
  const send = async () => {
    const { action_id } = click.action;
    if (await slack.once(team, `file:${action_id} ${clickValue(click)}:${person}`, ONE_WITHIN_MS)) {
      await upload(click, await make(), slack.fetch);
      isSent = true;
    }
    return plainView(TITLE, 'It is in your direct messages with Deckhand.');
  };
  const fill = () =>
    send().catch((err) => {
      slack.log.warn({ team, err }, 'A file was not sent to the direct messages of a person');
      return plainView(TITLE, 'Slack did not take the file just now. Please try again in a minute.');
    });
  await openThenFill(click, TITLE, fill, slack);
  return isSent;
}

async function upload(
  { actor, client }: Acting,
  { files, comment }: OwnMessage,
  fetch: SlackContext['fetch'],
): Promise<void> {
  const direct = await client.conversations.open({ users: actor.person });
  const sent: { id: string; title: string }[] = [];
  for (const { name, data, alt } of files) {
    const slot = await client.files.getUploadURLExternal({
      filename: name,
      length: Buffer.byteLength(data),
      // Slack's documentation says alt_text and its SDK says alt_txt, so both are sent.
      ...(alt && { alt_txt: alt, alt_text: alt }),
    });
    // `fetch` also accepts bytes as a body, but Slack's type allows only text.
    const answer = await fetch(slot.upload_url ?? '', { method: 'POST', body: data as string });
    if (!answer.ok) throw new Error(`Slack answered ${answer.status} to the upload of a file`);
    sent.push({ id: slot.file_id ?? '', title: name });
  }
  await client.files.completeUploadExternal({
    files: sent,
    channel_id: direct.channel?.id,
    initial_comment: comment,
  } as Parameters<typeof client.files.completeUploadExternal>[0]);
}
