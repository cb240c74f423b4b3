import { type AnyBlock, type Element, findElement, interactiveElements } from '../blocks/walk.ts';
import { SlackFault } from '../fault.ts';
import { containerOfMessage, containerOfView, sendInteraction } from '../outgoing/interactions.ts';
import type { Delivered } from '../outgoing/sender.ts';
import type { ActionPress, Container, Outcome, Shortcut } from '../protocol.ts';
import { nameInPayload } from '../shapes/channel.ts';
import { messageForApp } from '../shapes/message.ts';
import type { Slack } from '../slack.ts';
import { isWithSlackbot } from '../slackbot/slackbot.ts';
import { completeState } from '../views/state.ts';
import type { Channel, StoredMessage, StoredView } from '../workspace/model.ts';
import { feedbackButtonsOf, resolveChoice } from './choices.ts';
import { placeOfCard, placeOfPanel } from './links.ts';
import { channelFor, type Me, meOf, messageFor } from './me.ts';

/** Shortcuts, and actions with buttons and menus. */

/** The error that a client shows if the app does not acknowledge an interaction. */
const NO_ANSWER = 'Sorry, that didn’t work. Try again?';

const outcomeOf = (delivered: Delivered): Outcome =>
  delivered.outcome === 'answered' && delivered.status === 200
    ? { ok: true }
    : { ok: false, error: NO_ANSWER };

export async function shortcut(
  slack: Slack,
  { user, callbackId, channel: id, ts }: Shortcut,
): Promise<Outcome> {
  const me = meOf(slack, user);
  const type = id && ts ? 'message' : 'global';
  const known = slack.manifest.features.shortcuts.find(
    (each) => each.callback_id === callbackId && each.type === type,
  );
  if (!known || !me.team.installation) throw new SlackFault('unknown_shortcut');
  const where = id && ts ? onMessage(me, id, ts) : {};
  const delivered = await sendInteraction(slack, me.team, me.person, {
    type: type === 'message' ? 'message_action' : 'shortcut',
    callback_id: callbackId,
    action_ts: slack.workspace.nextTs(),
    trigger_id: slack.triggers.issue({ team: me.team.id, user, ...(id ? { channel: id } : {}) }),
    ...where,
  });
  return outcomeOf(delivered);
}

function onMessage(me: Me, id: string, ts: string) {
  const { slack, team, person } = me;
  const channel = channelFor(me, id);
  const message = messageFor(me, channel, ts);
  if (message.ephemeralFor || message.subtype === 'tombstone') throw new SlackFault('message_not_found');
  return {
    message_ts: ts,
    channel: { id: channel.id, name: nameInPayload(channel) },
    message: messageForApp(slack, team, channel, message),
    response_url: slack.responseUrls.issue({ team: team.id, channel: id, user: person.id, messageTs: ts }),
  };
}

/** Sends the press of a button or a choice in a menu to the app, with the state of all fields. */
export async function press(slack: Slack, body: ActionPress): Promise<Outcome> {
  const me = meOf(slack, body.user);
  const place = placeOf(me, body.container);
  const found = findElement(place.blocks, body.blockId, body.actionId) ?? inRedrawn(place, body.actionId);
  if (!found) throw new SlackFault('action_not_found');
  if ('message' in body.container) {
    const channel = channelFor(me, body.container.message.channel);
    if (isWithSlackbot(channel)) {
      const message = messageFor(me, channel, body.container.message.ts);
      await slack.slackbot.press(me.team, channel, message, body.user, found.element);
      return { ok: true };
    }
  }
  const state = completeState(place.blocks, body.state, place.at.channel);
  if (place.view) place.view.state = { values: state };
  const delivered = await sendInteraction(slack, me.team, me.person, {
    type: 'block_actions',
    trigger_id: slack.triggers.issue({ team: me.team.id, user: body.user, ...place.at }),
    ...place.payload(),
    state: { values: state },
    actions: [actionOf(me, body, found.element)],
  });
  return outcomeOf(delivered);
}

/**
 * Returns the element of a view that was redrawn since the person saw it, for example while a confirmation was open. Its blocks have other
 * ids then, and Slack still sends the press. Returns undefined if several elements have this `action_id`.
 */
function inRedrawn({ view }: Place, actionId: string) {
  const blocks = (view?.blocks ?? []) as AnyBlock[];
  const found = blocks.flatMap((block) =>
    interactiveElements(block)
      .filter((each) => each.action_id === actionId)
      .map((element) => ({ block, element })),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the action in the payload for an element. */
function actionOf(me: Me, { blockId, actionId, payload, container }: ActionPress, element: Element) {
  return {
    type: element.type,
    action_id: actionId,
    block_id: blockId,
    ...OWN_FIELDS[element.type]?.(element, payload),
    ...resolveChoice(me, { element, payload, container, blockId }),
    action_ts: me.slack.workspace.nextTs(),
  };
}

/** Fields in the action of elements without a state. */
const OWN_FIELDS: Record<string, (element: Element, payload: Record<string, unknown>) => object> = {
  button: ({ text, value, style }) => ({
    text,
    ...(value === undefined ? {} : { value }),
    ...(style ? { style } : {}),
  }),
  feedback_buttons: (element, { value }) => {
    const { text } = feedbackButtonsOf(element).find((each) => each.value === value) ?? {};
    if (!text) throw new SlackFault('option_not_offered');
    return { text, value };
  },
};

interface Place {
  blocks: NonNullable<StoredMessage['blocks']>;
  view?: StoredView;
  at: { channel?: string };
  /** Returns the part of the payload about the place. It is created when it is sent, so that it is current. */
  payload(): Record<string, unknown>;
}

/** Returns the blocks of a message or view. Throws if this person cannot see them. */
export function placeOf(me: Me, container: Container): Place {
  if ('view' in container) return placeOfView(me, viewFor(me, container.view));
  if ('card' in container) return placeOfCard(me, container.card);
  if ('panel' in container) return placeOfPanel(me, container.panel);
  const channel = channelFor(me, container.message.channel);
  return placeOfMessage(me, channel, messageFor(me, channel, container.message.ts));
}

const placeOfView = (me: Me, view: StoredView): Place => ({
  blocks: view.blocks as Place['blocks'],
  view,
  at: channelOfStack(me),
  payload: () => containerOfView(view),
});

const channelOfStack = ({ slack, person }: Me): { channel?: string } => {
  const channel = slack.stacks.of(person.id)?.channel;
  return channel ? { channel } : {};
};

function placeOfMessage({ slack, team, person }: Me, channel: Channel, message: StoredMessage): Place {
  return {
    blocks: message.blocks ?? [],
    at: { channel: channel.id },
    payload: () => ({
      ...containerOfMessage(slack, team, channel, message),
      response_url: slack.responseUrls.issue({
        team: team.id,
        channel: channel.id,
        user: person.id,
        messageTs: message.ts,
      }),
    }),
  };
}

/** Returns an open modal or the Home of this person. */
function viewFor({ slack, team, person }: Me, id: string): StoredView {
  const home = team.homes[person.id];
  if (home?.id === id) return home;
  const found = slack.stacks.find(id);
  if (found?.stack.user !== person.id) throw new SlackFault('view_not_found');
  return found.view;
}
