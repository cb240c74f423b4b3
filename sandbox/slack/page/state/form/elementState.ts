/** An element of a block, known by its type and whatever it starts with. */
export type StatefulElement = { type: string; action_id?: string } & Record<string, unknown>;

/** Of each stateful element: its field in `state.values`, and the property that says what it starts with. */
const fields: Record<string, { value: string; initial: string; empty: unknown }> = {
  plain_text_input: { value: 'value', initial: 'initial_value', empty: null },
  email_text_input: { value: 'value', initial: 'initial_value', empty: null },
  url_text_input: { value: 'value', initial: 'initial_value', empty: null },
  number_input: { value: 'value', initial: 'initial_value', empty: null },
  rich_text_input: { value: 'rich_text_value', initial: 'initial_value', empty: null },
  static_select: { value: 'selected_option', initial: 'initial_option', empty: null },
  external_select: { value: 'selected_option', initial: 'initial_option', empty: null },
  users_select: { value: 'selected_user', initial: 'initial_user', empty: null },
  conversations_select: { value: 'selected_conversation', initial: 'initial_conversation', empty: null },
  channels_select: { value: 'selected_channel', initial: 'initial_channel', empty: null },
  multi_static_select: { value: 'selected_options', initial: 'initial_options', empty: [] },
  multi_external_select: { value: 'selected_options', initial: 'initial_options', empty: [] },
  multi_users_select: { value: 'selected_users', initial: 'initial_users', empty: [] },
  multi_conversations_select: {
    value: 'selected_conversations',
    initial: 'initial_conversations',
    empty: [],
  },
  multi_channels_select: { value: 'selected_channels', initial: 'initial_channels', empty: [] },
  datepicker: { value: 'selected_date', initial: 'initial_date', empty: null },
  timepicker: { value: 'selected_time', initial: 'initial_time', empty: null },
  datetimepicker: { value: 'selected_date_time', initial: 'initial_date_time', empty: null },
  radio_buttons: { value: 'selected_option', initial: 'initial_option', empty: null },
  checkboxes: { value: 'selected_options', initial: 'initial_options', empty: [] },
  file_input: { value: 'files', initial: 'initial_files', empty: [] },
};

/** Name of the field that holds an element's value; undefined for buttons and overflow menus. */
export const valueField = (type: string): string | undefined => fields[type]?.value;

/** What an element's state is before anyone touches it; null for those without state. */
export function initialState(element: StatefulElement): Record<string, unknown> | null {
  const field = fields[element.type];
  if (!field) return null;
  return { type: element.type, [field.value]: element[field.initial] ?? field.empty };
}

/** The value itself out of an element's state. */
export function heldValue(type: string, state: Record<string, unknown> | undefined): unknown {
  const field = fields[type];
  return field && state ? state[field.value] : undefined;
}
