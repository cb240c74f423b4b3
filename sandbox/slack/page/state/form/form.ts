import type { AnyBlock } from '@slack/types';
import type { ViewState } from '../../../protocol.ts';
import { initialState, type StatefulElement } from './elementState.ts';

/** The state of a set of blocks, as in Slack's `state.values`. */

interface Placed {
  blockId: string;
  actionId: string;
  element: StatefulElement;
}

/** Slack gives every block an id; the stand-in does so too. The place is only a last resort. */
export const blockIdOf = (block: { block_id?: string }, index: number): string =>
  block.block_id ?? `b${index}`;
export const actionIdOf = (element: { action_id?: string }): string => element.action_id ?? 'action';

/** Every element in the blocks that may hold a value. */
function elementsOf(blocks: AnyBlock[]): Placed[] {
  return blocks.flatMap((block, index) =>
    elementsIn(block).map((element) => ({
      blockId: blockIdOf(block, index),
      actionId: actionIdOf(element),
      element,
    })),
  );
}

function elementsIn(block: AnyBlock): StatefulElement[] {
  const { element, accessory, elements } = block as {
    element?: StatefulElement;
    accessory?: StatefulElement;
    elements?: StatefulElement[];
  };
  if (block.type === 'input' && element) return [element];
  if (block.type === 'section' && accessory) return [accessory];
  return block.type === 'actions' ? (elements ?? []) : [];
}

/**
 * What the blocks hold: what was there under the same block_id and action_id of the same type stays,
 * as Slack keeps what a person typed over an update of the view; all else starts with its initial value.
 */
export function stateOf(blocks: AnyBlock[], kept: ViewState = {}): ViewState {
  const state: ViewState = {};
  for (const { blockId, actionId, element } of elementsOf(blocks)) {
    const initial = initialState(element);
    if (!initial) continue;
    const before = kept[blockId]?.[actionId];
    state[blockId] = { ...state[blockId], [actionId]: before?.type === element.type ? before : initial };
  }
  return state;
}

export function withValue(
  state: ViewState,
  blockId: string,
  actionId: string,
  value: Record<string, unknown>,
): ViewState {
  return { ...state, [blockId]: { ...state[blockId], [actionId]: value } };
}
