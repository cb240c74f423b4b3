import { FILE_ACCESS } from '../control/misbehaviour.ts';
import type { FileInfo } from '../protocol.ts';
import type { Slack } from '../slack.ts';
import { isProcessed } from '../workspace/files.ts';
import { CANVAS, isPicture, prettyTypeOf } from '../workspace/filetypes.ts';
import type { Channel, StoredFile, Team } from '../workspace/model.ts';
import { findChannel } from '../workspace/workspace.ts';

/** Returns a file as the Web API shows it. */
export function fileForApp(slack: Slack, team: Team, file: StoredFile) {
  const address = `${slack.url()}/files-pri/${team.id}-${file.id}`;
  const name = encodeURIComponent(file.name);
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    ...kindOf(slack, file),
    user: file.user,
    user_team: team.id,
    editable: false,
    size: file.size,
    mode: file.filetype === CANVAS ? CANVAS : 'hosted',
    is_external: false,
    external_type: '',
    is_public: file.shares.some((share) => findChannel(team, share.channel)?.kind === 'channel'),
    public_url_shared: false,
    display_as_bot: false,
    username: '',
    url_private: `${address}/${name}`,
    url_private_download: `${address}/download/${name}`,
    permalink: `${slack.url()}/files/${file.user}/${file.id}/${name}`,
    has_rich_preview: false,
    file_access: 'visible',
    ...sharedIn(team, file),
  };
}

/** Returns a file of a message. In Slack Connect only files.info says more than its id. */
export function fileInMessage(slack: Slack, team: Team, file: StoredFile) {
  const { id, created, user, name } = file;
  return slack.misbehaviour.forCall(FILE_ACCESS, { name })
    ? { id, created, timestamp: created, user, mode: 'file_access', file_access: 'check_file_info' }
    : fileForApp(slack, team, file);
}

/** Returns the type of a file, which is empty until Slack has processed the file. */
const kindOf = (slack: Slack, file: StoredFile) =>
  isProcessed(slack, file)
    ? { mimetype: file.mimetype, filetype: file.filetype, pretty_type: prettyTypeOf(file.filetype) }
    : { mimetype: '', filetype: '', pretty_type: '' };

function sharedIn(team: Team, file: StoredFile) {
  const channels = file.shares.flatMap((share) => findChannel(team, share.channel) ?? []);
  const ids = (fits: (channel: Channel) => boolean) => [
    ...new Set(channels.filter(fits).map((channel) => channel.id)),
  ];
  const isPublic = (channel: Channel) => channel.kind === 'channel';
  return {
    channels: ids(isPublic),
    groups: ids((channel) => channel.kind === 'private' || channel.kind === 'mpim'),
    ims: ids((channel) => channel.kind === 'im' || channel.kind === 'app'),
    shares: {
      public: sharesIn(file, channels.filter(isPublic)),
      private: sharesIn(
        file,
        channels.filter((channel) => !isPublic(channel)),
      ),
    },
  };
}

const sharesIn = (file: StoredFile, channels: Channel[]) =>
  Object.fromEntries(
    channels.map((channel) => [channel.id, file.shares.filter((share) => share.channel === channel.id)]),
  );

/** Returns a file as the page shows it. Everyone with its address can download it, but only those who may see it get it. */
export function fileForPage(slack: Slack, file: StoredFile): FileInfo {
  const address = `${slack.url()}/page/files/${file.id}/${file.key}`;
  const url = `${address}/${encodeURIComponent(file.name)}`;
  const drawn = Array.from({ length: file.previews }, (_, at) => `${address}/preview/${at + 1}.png`);
  const previews = isPicture(file.mimetype) ? [url] : drawn;
  return {
    id: file.id,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.filetype,
    size: file.size,
    user: file.user,
    url,
    created: file.created,
    ...(previews.length ? { previews } : {}),
  };
}
