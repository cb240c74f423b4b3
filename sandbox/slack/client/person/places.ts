import type { Where } from '../../contract.ts';
import { SlackFault } from '../../fault.ts';
import type { Container } from '../../protocol.ts';
import { isMember } from '../../workspace/workspace.ts';
import type { Me } from '../me.ts';

/** Finds a channel by id, or by its name with or without `#`. */
export function channelNamed({ team, person }: Me, name: string): string {
  const plain = name.replace(/^#/, '');
  const named = team.channels.filter((each) => each.name !== '' && each.name === plain);
  const channel =
    team.channels.find((each) => each.id === name) ??
    named.find((each) => each.kind === 'channel' || isMember(each, person.id));
  if (!channel) throw new SlackFault('channel_not_found');
  return channel.id;
}

/** Returns the container of a place. */
export function containerOf(me: Me, where: Where): Container {
  if (where === 'view') {
    const view = me.slack.stacks.of(me.person.id)?.views.at(-1);
    if (!view) throw new Error(`${me.person.name} has no open form.`);
    return { view: view.id };
  }
  if (where === 'home') {
    const home = me.team.homes[me.person.id];
    if (!home) throw new Error(`${me.person.name} has no Home.`);
    return { view: home.id };
  }
  if ('card' in where || 'panel' in where) return where;
  return { message: { channel: where.channel, ts: where.ts } };
}
