import type { Option, Person, Where } from '../contract.ts';
import { SlackFault } from '../fault.ts';
import type { Container, Message, OpenView } from '../protocol.ts';
import { messageForPage } from '../shapes/message.ts';
import type { StoredView } from '../workspace/model.ts';
import { isMember } from '../workspace/workspace.ts';
import { writtenOptions } from './choices.ts';
import { command } from './commands.ts';
import { createDrafts, type Field, fieldsOf, findField } from './drafts.ts';
import { stateAfter } from './entries.ts';
import { close, submit } from './forms.ts';
import { openHome } from './home.ts';
import { placeOf, press, shortcut } from './interacting.ts';
import { channelFor, ephemeralsOf, type Me } from './me.ts';
import { options } from './options.ts';
import { historyFor, openViewFor, publicView, repliesFor } from './showing.ts';
import { edit, reactTo, remove, say, upload } from './talking.ts';
import { createWaiting } from './waiting.ts';

/** Milliseconds that a test waits, in real time, before it says what it saw instead. */
const PATIENCE = 5_000;

/** A person at a client, doing through the page's own code what a test tells. */
export function createPerson(me: Me): Person {
  const { slack, person } = me;
  const user = person.id;
  const drafts = createDrafts();
  const waiting = createWaiting(slack.workspace);
  const channelId = (name: string) => channelNamed(me, name);

  const top = (): StoredView | undefined => slack.stacks.of(user)?.views.at(-1);
  const topOrThrow = (): StoredView => {
    const view = top();
    if (!view) throw new Error(`${person.name} has no form open.`);
    return view;
  };
  const shown = (view: StoredView): OpenView => {
    const stack = slack.stacks.of(user);
    return openViewFor(view, user, (stack?.views.indexOf(view) ?? 0) + 1, stack?.channel);
  };

  const ask = async (container: Container, field: Field, value: string): Promise<Option[]> => {
    const offer = await options(slack, {
      user,
      container,
      blockId: field.blockId,
      actionId: field.actionId,
      value,
    });
    if (offer.error) throw new Error(offer.error);
    return [...(offer.options ?? []), ...(offer.option_groups ?? []).flatMap((group) => group.options)];
  };

  const stateOf = (container: Container) => ('view' in container ? drafts.of(container.view) : {});

  const dispatch = (container: Container, { blockId, actionId }: Field, payload: Record<string, unknown>) =>
    press(slack, { user, container, blockId, actionId, payload, state: stateOf(container) });

  const pressIn = async (where: Where, actionId: string, payload: Record<string, unknown> | string = {}) => {
    const container = containerOf(me, where, top()?.id);
    const field = fieldsOf(placeOf(me, container).blocks).find((each) => each.actionId === actionId);
    if (!field) throw new Error(`There is no ${actionId} to press. There are: ${actionIds(me, container)}`);
    if (typeof payload !== 'string') return dispatch(container, field, payload);
    return dispatch(container, field, await picked(field, payload, (query) => ask(container, field, query)));
  };

  return {
    id: user,
    say: async (channel, text, { threadTs, files } = {}) =>
      say(slack, {
        user,
        channel: channelId(channel),
        text,
        ...(threadTs ? { threadTs } : {}),
        ...(files ? { files: files.map((file) => file.id) } : {}),
      }),
    edit: async (channel, ts, text) => edit(slack, { user, channel: channelId(channel), ts, text }),
    remove: async (channel, ts) => remove(slack, { user, channel: channelId(channel), ts }),
    react: async (channel, ts, name, extra = {}) =>
      reactTo(slack, { user, channel: channelId(channel), ts, name, ...extra }),
    command: (channel, line) => command(slack, { user, channel: channelId(channel), text: line }),
    shortcut: (callbackId, at) =>
      shortcut(slack, { user, callbackId, ...(at ? { channel: channelId(at.channel), ts: at.ts } : {}) }),
    press: pressIn,
    view: () => {
      const view = top();
      return view ? shown(view) : null;
    },
    waitForView: (predicate = () => true) =>
      waiting.until(
        () => {
          const view = top();
          const open = view && shown(view);
          return open && predicate(open) ? open : undefined;
        },
        PATIENCE,
        () => `${person.name} waited for a form; open: ${JSON.stringify(top() ?? null)}`,
      ),
    async fill(entries) {
      for (const [name, entry] of Object.entries(entries)) {
        const view = topOrThrow();
        const field = findField(view.blocks as never, name);
        const container = { view: view.id };
        const state = await stateAfter(field.element, entry, (query) => ask(container, field, query));
        drafts.put(view.id, field, state);
        const { type: _type, ...payload } = state;
        if (isDispatched(field)) await dispatch(container, field, payload);
      }
    },
    options: (name, query = '') => {
      const view = topOrThrow();
      return ask({ view: view.id }, findField(view.blocks as never, name), query);
    },
    submit: async () => {
      const view = topOrThrow();
      const result = await submit(slack, { user, viewId: view.id, state: drafts.of(view.id) });
      if (result.ok) drafts.forget(view.id);
      return result;
    },
    close: () => close(slack, { user, viewId: topOrThrow().id }),
    waitForMessage: (predicate, { channel, timeoutMs = PATIENCE }) => {
      const id = channelId(channel);
      return waiting.until(
        () => allMessages(me, id).find(predicate),
        timeoutMs,
        () => `${person.name} waited for a message in ${channel}; there: ${lastTexts(allMessages(me, id))}`,
      );
    },
    ephemerals: (channel) => {
      const found = channelFor(me, channelId(channel));
      return ephemeralsOf(me, found).map((message) => messageForPage(slack, me.team, found, message));
    },
    history: (channel) => historyFor(slack, user, channelId(channel)),
    replies: (channel, ts) => repliesFor(slack, user, channelId(channel), ts),
    openHome: async (tab = 'home') => openHome(slack, { user, tab }),
    home: () => {
      const view = me.team.homes[user];
      return view ? publicView(view) : null;
    },
    upload: (name, bytes, mimetype) => upload(slack, { user, name, mimetype }, bytes),
    appDm: () => appDmOf(me),
  };
}

/** Everything outside of inputs, and inputs that say so, tell the app at once when they change. */
const isDispatched = ({ block }: Field): boolean => block.type !== 'input' || block.dispatch_action === true;

async function picked(
  { element }: Field,
  name: string,
  ask: (query: string) => Promise<Option[]>,
): Promise<Record<string, unknown>> {
  if (element.type !== 'overflow') {
    const { type: _type, ...payload } = await stateAfter(element, name, ask);
    return payload;
  }
  const option = writtenOptions(element).find((each) => each.value === name || each.text.text === name);
  if (!option) throw new Error(`The menu does not offer "${name}".`);
  return { selected_option: option };
}

function containerOf(me: Me, where: Where, openViewId: string | undefined): Container {
  if (where === 'view') {
    if (!openViewId) throw new Error(`${me.person.name} has no form open.`);
    return { view: openViewId };
  }
  if (where === 'home') {
    const home = me.team.homes[me.person.id];
    if (!home) throw new Error(`${me.person.name} sees no Home.`);
    return { view: home.id };
  }
  return { message: { channel: where.channel, ts: where.ts } };
}

const actionIds = (me: Me, container: Container): string =>
  fieldsOf(placeOf(me, container).blocks)
    .map((field) => field.actionId)
    .join(', ') || 'none';

/** A channel by id, or by its name with or without `#`. */
function channelNamed({ team, person }: Me, name: string): string {
  const plain = name.replace(/^#/, '');
  const channel = team.channels.find(
    (each) =>
      each.id === name ||
      (each.name !== '' && each.name === plain && (each.kind === 'channel' || isMember(each, person.id))),
  );
  if (!channel) throw new SlackFault('channel_not_found');
  return channel.id;
}

function allMessages(me: Me, id: string): Message[] {
  const channel = channelFor(me, id);
  return [...channel.messages, ...ephemeralsOf(me, channel)].map((message) =>
    messageForPage(me.slack, me.team, channel, message),
  );
}

const lastTexts = (messages: Message[]): string =>
  JSON.stringify(messages.slice(-3).map((each) => each.text));

function appDmOf({ team, person }: Me): string {
  const channel = team.channels.find((each) => each.kind === 'app' && isMember(each, person.id));
  if (!channel) throw new SlackFault('channel_not_found');
  return channel.id;
}
