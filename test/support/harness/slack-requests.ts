import { initialState } from '../../../sandbox/slack/views/state.ts';

/** Bodies of Slack's requests, for the harness of the surfaces (slack.ts): by Ana, in C1 of T1, unless given. */

export const RESPONSE_URL = 'https://hooks.slack.test/respond';

/** A request for `/deck …`. */
export function command(text: string, given: object = {}) {
  return {
    command: '/deck',
    text,
    team_id: 'T1',
    user_id: 'UANA',
    channel_id: 'C1',
    trigger_id: 'trigger-1',
    response_url: RESPONSE_URL,
    ...given,
  };
}

/** A press of a button or of a menu's option in a message of C1, by Ana unless told. */
export function press(action: object, given: object = {}) {
  return {
    type: 'block_actions',
    user: { id: 'UANA', username: 'ana', team_id: 'T1' },
    trigger_id: 'trigger-1',
    response_url: RESPONSE_URL,
    channel: { id: 'C1', name: 'spring' },
    container: { type: 'message', message_ts: '1.1', channel_id: 'C1' },
    message: { type: 'message', ts: '1.1' },
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.2', ...action }],
    ...given,
  };
}

/** A press inside an open view, with what its fields hold. */
export function pressInView(action: object, view: object) {
  const { channel, message, response_url, ...rest } = press(action);
  void [channel, message, response_url];
  return { ...rest, container: { type: 'view' }, view };
}

/** A view as Slack holds it: drawn by the app, with entries of the person on top. */
// biome-ignore lint/suspicious/noExplicitAny: views and entries as loose as in Slack's requests
export function opened(drawn: any, entries: Record<string, any> = {}, id = 'V1') {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const values: any = initialState(drawn.blocks);
  for (const [field, value] of Object.entries(entries)) {
    values[field] = {
      [field]: { ...values[field]?.[field], ...(typeof value === 'string' ? { value } : value) },
    };
  }
  return { ...drawn, id, hash: 'h1', state: { values } };
}

export function submission(view: object, given: object = {}) {
  return {
    type: 'view_submission',
    user: { id: 'UANA', name: 'ana', team_id: 'T1' },
    trigger_id: 'trigger-2',
    view,
    ...given,
  };
}

export function suggestion(field: string, value: string) {
  return {
    type: 'block_suggestion',
    action_id: field,
    block_id: field,
    value,
    user: { id: 'UANA', name: 'ana', team_id: 'T1' },
    container: { type: 'view' },
  };
}

export function event(given: object, eventId = 'Ev1') {
  return { type: 'event_callback', team_id: 'T1', event_id: eventId, event: given };
}
