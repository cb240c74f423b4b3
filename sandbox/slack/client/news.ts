import type { ServerResponse } from 'node:http';
import type { News } from '../protocol.ts';
import { messageForPage } from '../shapes/message.ts';
import type { Slack } from '../slack.ts';
import type { Change } from '../workspace/changes.ts';
import type { Channel } from '../workspace/model.ts';
import { type Me, meOf, sees } from './me.ts';
import { conversationFor, openViewFor, publicView } from './showing.ts';

/** Returns the news about a change for one person, or none if they do not see it. */
function newsFor(me: Me, change: Change): News[] {
  if (change.team !== me.team) return [];
  if ('user' in change && isPersonal(change) && change.user !== me.person.id) return [];
  if ('channel' in change && typeof change.channel === 'object') {
    return sees(me, change.channel) ? newsOfChannel(me, change.channel, change) : [];
  }
  return newsOfPerson(me, change);
}

const isPersonal = (change: Change): boolean =>
  ['read', 'view_opened', 'view_updated', 'view_closed', 'home', 'notice'].includes(change.kind);

function newsOfChannel(me: Me, channel: Channel, change: Change): News[] {
  const { slack, team, person } = me;
  const unread = (): News => ({ type: 'conversation', conversation: conversationFor(me, channel) });
  switch (change.kind) {
    case 'posted': {
      const message = messageForPage(slack, team, channel, change.message);
      return [{ type: 'message', message }, ...(change.message.user === person.id ? [] : [unread()])];
    }
    case 'edited':
    case 'refreshed':
    case 'reacted':
      return [{ type: 'message_changed', message: messageForPage(slack, team, channel, change.message) }];
    case 'deleted':
      return [{ type: 'message_deleted', channel: channel.id, ts: change.message.ts }];
    case 'ephemeral':
      if (change.message.ephemeralFor !== person.id) return [];
      return [{ type: 'ephemeral', message: messageForPage(slack, team, channel, change.message) }];
    case 'ephemeral_deleted':
      if (change.message.ephemeralFor !== person.id) return [];
      return [{ type: 'message_deleted', channel: channel.id, ts: change.message.ts }];
    case 'joined':
    case 'left':
    case 'conversation':
    case 'read':
      return [unread()];
    default:
      return [];
  }
}

function newsOfPerson(me: Me, change: Change): News[] {
  const { slack, person } = me;
  switch (change.kind) {
    case 'view_opened':
    case 'view_updated': {
      const at = slack.stacks.of(person.id)?.channel;
      return [{ type: change.kind, view: openViewFor(me, change.view, change.depth, at) }];
    }
    case 'view_closed':
      return [{ type: 'view_closed', id: change.id, all: change.all }];
    case 'home':
      return [{ type: 'home', view: change.view ? publicView(me, change.view) : null }];
    case 'notice':
      return [{ type: 'notice', text: change.text, ...(change.channel ? { channel: change.channel } : {}) }];
    case 'installed':
    case 'uninstalled':
    case 'workflow':
      return [{ type: 'workspace' }];
    default:
      return [];
  }
}

/** Milliseconds between comments that keep the stream open through proxies. */
const HEARTBEAT = 20_000;

export interface NewsStreams {
  /** @param isBack whether an open page has reconnected */
  open(response: ServerResponse, user: string, isBack: boolean): void;
  stop(): void;
}

/** Creates the streams of news: server-sent events for each open page. */
export function createNewsStreams(slack: Slack): NewsStreams {
  const streams = new Map<ServerResponse, Me>();
  const unsubscribe = slack.workspace.onChange((change) => {
    for (const [response, me] of streams) for (const news of newsFor(me, change)) send(response, news);
  });
  const heartbeat = setInterval(() => {
    for (const response of streams.keys()) response.write(':\n\n');
  }, HEARTBEAT);
  heartbeat.unref();
  return {
    open(response, user, isBack) {
      const me = meOf(slack, user);
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(':\n\n');
      streams.set(response, me);
      response.on('close', () => streams.delete(response));
      for (const news of [...(isBack ? openViews(me) : []), ...currentHome(me)]) send(response, news);
    },
    stop() {
      clearInterval(heartbeat);
      unsubscribe();
      for (const response of streams.keys()) response.end();
    },
  };
}

/** Returns the news about open modals for a page that has reconnected. As in Slack, a reloaded page starts without modals. */
function openViews(me: Me): News[] {
  const stack = me.slack.stacks.of(me.person.id);
  return (stack?.views ?? []).map((view, at) => ({
    type: 'view_opened',
    view: openViewFor(me, view, at + 1, stack?.channel),
  }));
}

function currentHome(me: Me): News[] {
  const home = me.team.homes[me.person.id];
  return home ? [{ type: 'home', view: publicView(me, home) }] : [];
}

const send = (response: ServerResponse, news: News): void =>
  void response.write(`event: ${news.type}\ndata: ${JSON.stringify(news)}\n\n`);
