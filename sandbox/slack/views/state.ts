import type { KnownBlock } from '@slack/types';
import { type AnyBlock, type Element, interactiveElements } from '../blocks/walk.ts';
import type { ViewState } from '../protocol.ts';

/** For each type of element, the name of its value in `state.values` and the field with its initial value. */
const STATE_OF: Record<string, { field: string; from: string; many?: true }> = {
  plain_text_input: { field: 'value', from: 'initial_value' },
  number_input: { field: 'value', from: 'initial_value' },
  static_select: { field: 'selected_option', from: 'initial_option' },
  multi_static_select: { field: 'selected_options', from: 'initial_options', many: true },
  external_select: { field: 'selected_option', from: 'initial_option' },
  radio_buttons: { field: 'selected_option', from: 'initial_option' },
  users_select: { field: 'selected_user', from: 'initial_user' },
  conversations_select: { field: 'selected_conversation', from: 'initial_conversation' },
  multi_users_select: { field: 'selected_users', from: 'initial_users', many: true },
  multi_conversations_select: {
    field: 'selected_conversations',
    from: 'initial_conversations',
    many: true,
  },
  timepicker: { field: 'selected_time', from: 'initial_time' },
  checkboxes: { field: 'selected_options', from: 'initial_options', many: true },
  file_input: { field: 'files', from: 'initial_files', many: true },
};

/** Returns the name of an element's value in its state; undefined for elements without a state. */
export const stateField = (type: string): string | undefined => STATE_OF[type]?.field;

export const holdsSeveral = (type: string): boolean => STATE_OF[type]?.many === true;

/** Returns the initial state of an element. `channel` is the current conversation. */
function initialValue(element: Element, channel: string | undefined): Record<string, unknown> {
  const known = STATE_OF[element.type];
  if (!known) return { type: element.type };
  const here = element.default_to_current_conversation ? channel : undefined;
  const start = element[known.from] ?? here;
  return { type: element.type, [known.field]: start ?? (known.many ? [] : null) };
}

/** Returns the initial state of all elements in blocks. */
export function initialState(blocks: readonly KnownBlock[], channel?: string): ViewState {
  return mapState(blocks as unknown as AnyBlock[], (element) => initialValue(element, channel));
}

/** Returns the given state of the elements in blocks, with initial values for those without one. */
export function completeState(blocks: readonly KnownBlock[], given: ViewState, channel?: string): ViewState {
  return mapState(blocks as unknown as AnyBlock[], (element, blockId) => {
    const value = given[blockId]?.[element.action_id ?? ''];
    const field = stateField(element.type) ?? '';
    return value && field in value
      ? { type: element.type, [field]: value[field] }
      : initialValue(element, channel);
  });
}

function mapState(
  blocks: AnyBlock[],
  fieldState: (element: Element, blockId: string) => Record<string, unknown>,
): ViewState {
  const state: ViewState = {};
  for (const block of blocks) {
    const blockId = block.block_id ?? '';
    for (const element of interactiveElements(block)) {
      if (!stateField(element.type)) continue;
      state[blockId] = { ...state[blockId], [element.action_id ?? '']: fieldState(element, blockId) };
    }
  }
  return state;
}
