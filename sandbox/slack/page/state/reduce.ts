import type { Conversation, Message, Workspace } from '../../protocol.ts';
import type { Change } from './changes.ts';
import { emptyModel, type Model, type Notice } from './model.ts';
import { isReply, withChanged, withMessage, withoutMessage, withReply } from './shown/messages.ts';
import { closeView, pushView, updateView } from './views.ts';

/** Returns the model after a change. */
export function reduce(model: Model, change: Change): Model {
  switch (change.type) {
    case 'loaded':
      return { ...model, workspace: change.workspace };
    case 'place':
      return atPlace(model, change.place);
    case 'history':
      return withHistory(model, change);
    case 'thread':
      return isOpenThread(model, change.channel, change.ts)
        ? { ...model, thread: { channel: change.channel, ts: change.ts, messages: change.messages } }
        : model;
    case 'message':
    case 'ephemeral':
      return arrived(model, change.message);
    case 'message_changed':
      return mapMessages(model, change.message.channel, (messages) => withChanged(messages, change.message));
    case 'message_deleted':
      return mapMessages(model, change.channel, (messages) => withoutMessage(messages, change.ts));
    case 'panel':
      return { ...model, panel: change.panel };
    case 'view_opened':
      return { ...model, views: pushView(model.views, change.view) };
    case 'view_updated':
      return { ...model, views: updateView(model.views, change.view) };
    case 'view_closed':
      return { ...model, views: closeView(model.views, change.id, change.all) };
    case 'home':
      return { ...model, home: change.view };
    case 'conversation':
      return withWorkspace(model, (workspace) => withConversation(workspace, change.conversation));
    case 'said_by_slack':
      return { ...model, notices: withNotice(model.notices, change) };
    case 'dismissed':
      return { ...model, notices: model.notices.filter((notice) => notice.id !== change.id) };
    case 'online':
      return { ...model, online: change.online };
    case 'left':
      return emptyModel({ channel: null });
    // The client handles these: it fetches the workspace again, and turns a notice into `said_by_slack` with an id.
    case 'workspace':
    case 'notice':
      return model;
  }
}

function atPlace(model: Model, place: Place): Model {
  const { [model.place.channel ?? '']: _, ...rest } = model.newFrom;
  const leaves = model.place.channel !== place.channel;
  const keepsThread = isOpenThread({ ...model, place }, model.thread?.channel, model.thread?.ts);
  return {
    ...model,
    place,
    panel: null,
    thread: keepsThread ? model.thread : null,
    newFrom: leaves ? rest : model.newFrom,
  };
}

type Place = Model['place'];

const isOpenThread = ({ place }: Pick<Model, 'place'>, channel?: string, ts?: string): boolean =>
  place.thread !== undefined && place.channel === channel && place.thread === ts;

function withHistory(model: Model, change: Change & { type: 'history' }): Model {
  const newFrom = change.newFrom ? { ...model.newFrom, [change.channel]: change.newFrom } : model.newFrom;
  return { ...model, newFrom, histories: { ...model.histories, [change.channel]: change.messages } };
}

function mapMessages(model: Model, channel: string, map: (messages: Message[]) => Message[]): Model {
  const history = model.histories[channel];
  const histories = history ? { ...model.histories, [channel]: map(history) } : model.histories;
  const thread =
    model.thread?.channel === channel
      ? { ...model.thread, messages: map(model.thread.messages) }
      : model.thread;
  return { ...model, histories, thread };
}

function arrived(model: Model, message: Message): Model {
  const { channel } = message;
  const counted = isReply(message)
    ? mapMessages(model, channel, (messages) => withReply(messages, message))
    : model;
  const history = counted.histories[channel];
  const histories =
    history && !isReply(message)
      ? { ...counted.histories, [channel]: withMessage(history, message) }
      : counted.histories;
  const { thread } = counted;
  const inThread = thread?.channel === channel && (message.thread_ts ?? message.ts) === thread.ts;
  const isOwn = message.user === model.workspace?.me.id;
  return {
    ...counted,
    histories,
    notices: isOwn ? withoutThoseIn(model.notices, message) : model.notices,
    thread: thread && inThread ? { ...thread, messages: withMessage(thread.messages, message) } : thread,
  };
}

/** Adds a notice, once even if the response of a call and the news have the same text. */
const withNotice = (notices: Notice[], { id, text, channel, threadTs }: Notice): Notice[] => [
  ...notices.filter(
    (other) => other.text !== text || other.channel !== channel || other.threadTs !== threadTs,
  ),
  { id, text, channel, threadTs },
];

/** Removes the notices in a conversation after the person has sent a message there. */
const withoutThoseIn = (notices: Notice[], { channel, thread_ts: thread }: Message): Notice[] =>
  notices.filter((notice) => notice.channel !== channel || notice.threadTs !== thread);

function withWorkspace(model: Model, map: (workspace: Workspace) => Workspace): Model {
  return model.workspace ? { ...model, workspace: map(model.workspace) } : model;
}

function withConversation(workspace: Workspace, conversation: Conversation): Workspace {
  const known = workspace.conversations.some(({ id }) => id === conversation.id);
  const conversations = known
    ? workspace.conversations.map((other) => (other.id === conversation.id ? conversation : other))
    : [...workspace.conversations, conversation];
  return { ...workspace, conversations };
}
