import { z } from 'zod';
import { invalid, SlackFault } from '../fault.ts';
import { fileForApp } from '../shapes/file.ts';
import { makePreviews, newFile, removeFile, startProcessing } from '../workspace/files.ts';
import { mimetypeOf } from '../workspace/filetypes.ts';
import { postMessage } from '../workspace/messages.ts';
import type { StoredFile } from '../workspace/model.ts';
import { findFile } from '../workspace/workspace.ts';
import { joinedChannel, threadIn } from './call/access.ts';
import { count, maybe, required } from './call/args.ts';
import { contentOf } from './call/content.ts';
import { visibleFile } from './call/file-access.ts';
import { type Call, method } from './call/method.ts';
import { TIER_3, TIER_4 } from './call/rates.ts';

/** Most bytes of a file: 1 GB. */
const FILE_LIMIT = 1_073_741_824;

const getUploadUrl = method({
  scopes: ['files:write'],
  rate: TIER_4,
  args: z.object({ filename: required, length: count, alt_txt: maybe, snippet_type: maybe }),
  handle({ slack, team, installation }, { filename, length }) {
    if (!length) throw invalid('invalid_arguments', ['[ERROR] missing required field: length']);
    if (length > FILE_LIMIT) throw new SlackFault('file_upload_size_restricted');
    const file = newFile(slack, team, {
      name: filename,
      mimetype: mimetypeOf(filename),
      size: length,
      user: installation.botUserId,
    });
    return { upload_url: `${slack.url()}/upload/v1/${file.id}/${file.key}`, file_id: file.id };
  },
});

const completion = z.object({
  files: z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1),
  channel_id: maybe,
  channels: maybe,
  thread_ts: maybe,
  initial_comment: maybe,
  blocks: z.unknown().optional(),
});

const completeUpload = method({
  scopes: ['files:write'],
  rate: TIER_4,
  args: completion,
  async handle(call, args) {
    const { slack, team } = call;
    const files = await Promise.all(args.files.map((each) => uploaded(call, each.id)));
    const share = shareOf(call, args);
    for (const [at, file] of files.entries()) {
      file.complete = true;
      file.title = args.files[at]?.title ?? file.title;
      startProcessing(slack, file);
    }
    share?.(files.map((file) => file.id));
    for (const file of files) void slack.sender.track(makePreviews(slack, team, file));
    return { files: files.map((file) => ({ ...fileForApp(slack, team, file), ...NOT_SHARED_YET })) };
  },
});

/** Slack shares files after its response, so only files.info says where. */
const NOT_SHARED_YET = { channels: [], groups: [], ims: [], shares: {} };

/** Returns a file of the app whose bytes are uploaded but which is not complete. */
async function uploaded(call: Call, id: string): Promise<StoredFile> {
  const file = findFile(call.team, id);
  if (!file || file.complete || file.user !== call.installation.botUserId)
    throw new SlackFault('file_not_found');
  if (!(await call.slack.bytes.get(id))) throw new SlackFault('file_not_found');
  return file;
}

/** Checks the destination of files and returns a function that posts them. With a comment, `blocks` are ignored. */
function shareOf(call: Call, args: z.output<typeof completion>): ((files: string[]) => void) | null {
  const ids = [args.channel_id, ...(args.channels?.split(',') ?? [])].filter((id): id is string => !!id);
  if (ids.length === 0) return null;
  const channels = ids.map((id) => joinedChannel(call, id));
  if (channels.some((channel) => channel.archived)) throw new SlackFault('is_archived');
  const [first] = channels;
  const thread = first && threadIn(first, args.thread_ts);
  const said =
    args.initial_comment || !args.blocks
      ? { text: args.initial_comment ?? '' }
      : contentOf(call, { blocks: args.blocks });
  return (files) => {
    for (const channel of channels) {
      postMessage(call.slack.workspace, call.team, channel, {
        ...said,
        files,
        user: call.installation.botUserId,
        bot: true,
        ...(thread ? { thread_ts: thread } : {}),
      });
    }
  };
}

const info = method({
  scopes: ['files:read'],
  rate: TIER_4,
  args: z.object({ file: required, cursor: maybe, limit: count, page: count, count }),
  handle: (call, args) => ({
    file: fileForApp(call.slack, call.team, visibleFile(call, args.file)),
    comments: [],
    response_metadata: { next_cursor: '' },
  }),
});

const remove = method({
  scopes: ['files:write'],
  rate: TIER_3,
  args: z.object({ file: required }),
  async handle(call, args) {
    const file = visibleFile(call, args.file);
    if (file.user !== call.installation.botUserId) throw new SlackFault('cant_delete_file');
    await removeFile(call.slack, call.team, file);
    return {};
  },
});

export const fileMethods = {
  'files.getUploadURLExternal': getUploadUrl,
  'files.completeUploadExternal': completeUpload,
  'files.info': info,
  'files.delete': remove,
};
