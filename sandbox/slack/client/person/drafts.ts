import type { KnownBlock } from '@slack/types';
import { type AnyBlock, type Element, interactiveElements } from '../../blocks/walk.ts';
import type { ViewState } from '../../protocol.ts';

/** The values that a person entered into an open view and has not submitted. */
export interface Drafts {
  of(viewId: string): ViewState;
  put(viewId: string, field: Field, value: Record<string, unknown>): void;
  forget(viewId: string): void;
}

export interface Field {
  blockId: string;
  actionId: string;
  block: AnyBlock;
  element: Element;
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, ViewState>();
  return {
    of: (viewId) => drafts.get(viewId) ?? {},
    put(viewId, { blockId, actionId }, value) {
      const state = drafts.get(viewId) ?? {};
      drafts.set(viewId, { ...state, [blockId]: { ...state[blockId], [actionId]: value } });
    },
    forget: (viewId) => void drafts.delete(viewId),
  };
}

/** Returns all elements of the blocks that a person can use, with their ids. */
export const fieldsOf = (blocks: readonly KnownBlock[]): Field[] =>
  (blocks as unknown as AnyBlock[]).flatMap((block) =>
    interactiveElements(block).map((element) => ({
      block,
      element,
      blockId: block.block_id ?? '',
      actionId: element.action_id ?? '',
    })),
  );

/** Finds a field by its label, block_id, action_id or `block_id/action_id`. Throws with the list of fields if none fits. */
export function findField(blocks: readonly KnownBlock[], name: string): Field {
  const fields = fieldsOf(blocks);
  const found =
    fields.find((field) => `${field.blockId}/${field.actionId}` === name) ??
    fields.find((field) => labelOf(field) === name) ??
    fields.find((field) => field.blockId === name || field.actionId === name);
  if (found) return found;
  const known = fields.map((field) => `"${labelOf(field)}" (${field.blockId}/${field.actionId})`);
  throw new Error(`There is no field "${name}" here. Fields: ${known.join(', ') || 'none'}`);
}

/** Returns the text at a field: its label, a section's text, a button's text or the placeholder. */
function labelOf({ block, element }: Field): string {
  const texts = [
    block.label,
    block.type === 'section' ? block.text : undefined,
    element.text,
    element.placeholder,
  ];
  const first = texts.find((text) => text !== undefined) as { text?: string } | undefined;
  return first?.text ?? '';
}
