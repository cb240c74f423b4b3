import type { Confirm } from '@slack/types';
import { stateField } from '../../views/state.ts';
import { useBlock, useFormContext } from '../blocks/form.ts';

interface AnyElement {
  type: string;
  action_id?: string;
  confirm?: Confirm;
  placeholder?: { text: string };
}

/** Returns the state and actions of one element of a form. */
export function useElement(element: AnyElement) {
  const form = useFormContext();
  const { blockId, dispatches, labelId, describedBy, isInvalid, isRequired } = useBlock();
  const actionId = element.action_id ?? '';
  const field = stateField(element.type) ?? 'value';
  const { confirm } = element;
  const stateWith = (value: unknown) => ({ type: element.type, [field]: value });

  /** Keeps a value without sending it to the app. */
  const hold = (value: unknown): void => change(() => value);
  const change = (update: (before: unknown) => unknown): void =>
    form.hold(blockId, actionId, (before) => stateWith(update(before?.[field])));
  const send = (value: unknown): void =>
    void form.press({ blockId, actionId, confirm, payload: stateWith(value), value: stateWith(value) });

  const named = {
    'aria-labelledby': labelId,
    'aria-label': labelId ? undefined : element.placeholder?.text,
    'aria-describedby': describedBy,
  };

  return {
    value: form.state[blockId]?.[actionId]?.[field],
    isPressed: form.isPressed(blockId, actionId),
    dispatches,
    /** Whether a choice can be cleared. In Slack only optional inputs can. */
    isClearable: !dispatches && !isRequired,
    hold,
    change,
    /** Keeps a value and sends it to the app. */
    send,
    /** Keeps a choice in an input block, or sends it to the app from other blocks. */
    choose: (value: unknown): void => (dispatches ? send(value) : hold(value)),
    /** For elements without state. */
    press: (payload: Record<string, unknown>): Promise<boolean> =>
      form.press({ blockId, actionId, confirm, payload: { type: element.type, ...payload } }),
    options: (query: string) => form.options(blockId, actionId, query),
    currentChannel: form.currentChannel,
    /** Name and description for screen readers. `aria` adds attributes that only text fields and lists may have. */
    named,
    aria: { ...named, 'aria-invalid': isInvalid || undefined, 'aria-required': isRequired || undefined },
  };
}
