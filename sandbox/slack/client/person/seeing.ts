import type { Person } from '../../contract.ts';
import { SlackFault } from '../../fault.ts';
import type { Message } from '../../protocol.ts';
import { messageForPage } from '../../shapes/message.ts';
import { isWithSlackbot } from '../../slackbot/slackbot.ts';
import type { Channel, StoredMessage } from '../../workspace/model.ts';
import { isMember } from '../../workspace/workspace.ts';
import { channelFor, ephemeralsOf, type Me } from '../me.ts';
import { historyFor, publicView, repliesFor } from '../showing.ts';
import { channelNamed } from './places.ts';
import { PATIENCE, type Waiting } from './waiting.ts';

type Seeing = Pick<
  Person,
  'waitForMessage' | 'ephemerals' | 'history' | 'replies' | 'home' | 'appDm' | 'slackbotDm'
>;

/** Returns the methods for what a person sees. */
export function seeingOf(me: Me, waiting: Waiting): Seeing {
  const { slack, team, person } = me;
  const channelOf = (name: string) => channelFor(me, channelNamed(me, name));
  const shown = (channel: Channel, messages: StoredMessage[]): Message[] =>
    messages.map((message) => messageForPage(slack, team, channel, message));
  const everythingIn = (channel: Channel): Message[] =>
    shown(channel, [...channel.messages, ...ephemeralsOf(me, channel)]);
  return {
    waitForMessage: async (predicate, { channel: name, timeoutMs = PATIENCE }) => {
      const channel = channelOf(name);
      return waiting.until(
        () => everythingIn(channel).find(predicate),
        timeoutMs,
        () =>
          `${person.name} waited for a message in ${name}. Last ones: ${lastTexts(everythingIn(channel))}`,
      );
    },
    ephemerals: (name) => shown(channelOf(name), ephemeralsOf(me, channelOf(name))),
    history: (name) => historyFor(slack, person.id, channelNamed(me, name)),
    replies: (name, ts) => repliesFor(slack, person.id, channelNamed(me, name), ts),
    home: () => {
      const view = team.homes[person.id];
      return view ? publicView(me, view) : null;
    },
    appDm: () => dmOf(me, ({ kind }) => kind === 'app'),
    slackbotDm: () => dmOf(me, isWithSlackbot),
  };
}

const lastTexts = (messages: Message[]): string =>
  JSON.stringify(messages.slice(-3).map((each) => each.text));

function dmOf({ team, person }: Me, isIt: (channel: Channel) => boolean): string {
  const channel = team.channels.find((each) => isIt(each) && isMember(each, person.id));
  if (!channel) throw new SlackFault('channel_not_found');
  return channel.id;
}
