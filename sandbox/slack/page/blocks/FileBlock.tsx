import type { FileBlock as RemoteFile } from '@slack/types';

/** Slack draws the file itself below the message; the block only says that there is one. */
export const FileBlock = ({ block }: { block: RemoteFile }) => (
  <p className="unknown-block">File from elsewhere: {block.external_id}</p>
);
