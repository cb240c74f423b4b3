import type { Element } from '../blocks/walk.ts';
import { SlackFault } from '../fault.ts';
import type { Container, ViewState } from '../protocol.ts';
import { fileForApp } from '../shapes/file.ts';
import { stateField } from '../views/state.ts';
import type { StoredView } from '../workspace/model.ts';
import { findChannel, findFile, findPerson } from '../workspace/workspace.ts';
import { type Me, sees } from './me.ts';

/** An option of a menu in blocks and payloads. */
export interface Option {
  text: { type: string; text: string };
  value?: string;
  description?: unknown;
  url?: string;
}

/** Returns the options in an element itself. */
export function writtenOptions(element: Element): Option[] {
  const groups = (element.option_groups ?? []) as { options: Option[] }[];
  return [...((element.options ?? []) as Option[]), ...groups.flatMap((group) => group.options)];
}

/** Returns the two buttons of a feedback_buttons element. */
export const feedbackButtonsOf = (element: Element) =>
  [element.positive_button, element.negative_button] as { text: { text: string }; value: string }[];

const isAsked = (element: Element): boolean => element.type.endsWith('external_select');

/** Returns a key for a field of an open view or message, under which the options from the app are stored. */
export const fieldKey = (container: Container, blockId: string, actionId: string): string =>
  `${placeIn(container)} ${blockId} ${actionId}`;

function placeIn(container: Container): string {
  if ('view' in container) return container.view;
  return 'message' in container ? container.message.ts : JSON.stringify(container);
}

interface Choosing {
  element: Element;
  payload: Record<string, unknown>;
  container: Container;
  blockId: string;
}

/** Checks a choice and returns it as Slack sends it: with whole options and file objects. */
export function resolveChoice(
  me: Me,
  { element, payload, container, blockId }: Choosing,
): Record<string, unknown> {
  const field = element.type === 'overflow' ? 'selected_option' : stateField(element.type);
  if (!field) return {};
  const key = fieldKey(container, blockId, element.action_id ?? '');
  return { [field]: resolved(me, element, field, payload[field], key) };
}

/** Checks all choices in the state of a form, and replaces them as Slack sends them. */
export function resolveState(
  me: Me,
  view: StoredView,
  elements: { blockId: string; element: Element }[],
  state: ViewState,
): void {
  for (const { blockId, element } of elements) {
    const value = state[blockId]?.[element.action_id ?? ''];
    const field = stateField(element.type);
    if (!value || !field) continue;
    const key = fieldKey({ view: view.id }, blockId, element.action_id ?? '');
    value[field] = resolved(me, element, field, value[field], key);
  }
}

function resolved(me: Me, element: Element, field: string, value: unknown, key: string): unknown {
  if (value === null || value === undefined) return value ?? null;
  if (field === 'selected_option') return offered(me, element, value as Option, key);
  if (field === 'selected_options') return (value as Option[]).map((each) => offered(me, element, each, key));
  if (field === 'files') return (value as ({ id: string } | string)[]).map((each) => givenFile(me, each));
  for (const id of Array.isArray(value) ? value : [value]) requireKnown(me, field, String(id));
  return value;
}

function offered(me: Me, element: Element, chosen: Option, key: string): Option {
  const initial = [element.initial_option, element.initial_options].flat().filter(Boolean) as Option[];
  const options = isAsked(element)
    ? [...(me.slack.offers.get(key) ?? []), ...initial]
    : writtenOptions(element);
  const match = options.find((option) =>
    chosen.value === undefined ? option.text.text === chosen.text?.text : option.value === chosen.value,
  );
  if (!match) throw new SlackFault('option_not_offered');
  return match;
}

/** Gives a file of the person to the app. */
function givenFile({ slack, team, person }: Me, given: { id: string } | string) {
  const file = findFile(team, typeof given === 'string' ? given : given.id);
  if (!file || file.user !== person.id) throw new SlackFault('file_not_found');
  file.given = true;
  return fileForApp(slack, team, file);
}

/** Refuses people, channels and conversations that this person cannot see. */
function requireKnown(me: Me, field: string, id: string): void {
  const { team } = me;
  if (/^selected_users?$/.test(field) && !findPerson(team, id)) throw new SlackFault('user_not_found');
  if (!/^selected_(channel|conversation)s?$/.test(field)) return;
  const channel = findChannel(team, id);
  if (!channel || !sees(me, channel)) throw new SlackFault('channel_not_found');
}
