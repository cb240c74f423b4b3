import type { Confirm } from '@slack/types';
import { useBlock, useFormContext } from '../blocks/form.ts';
import { heldValue, valueField } from '../state/form/elementState.ts';
import { actionIdOf } from '../state/form/form.ts';

interface AnyElement {
  type: string;
  action_id?: string;
  confirm?: Confirm;
  placeholder?: { text: string };
}

/** One element's part of its form. */
export function useElement(element: AnyElement) {
  const form = useFormContext();
  const { blockId, dispatches, labelId, describedBy, isInvalid, isRequired } = useBlock();
  const actionId = actionIdOf(element);
  const { confirm } = element;
  const stateWith = (value: unknown) => ({
    type: element.type,
    [valueField(element.type) ?? 'value']: value,
  });

  /** Holds a value without telling the app. */
  const hold = (value: unknown): void => change(() => value);
  const change = (update: (before: unknown) => unknown): void =>
    form.hold(blockId, actionId, (before) => stateWith(update(heldValue(element.type, before))));
  const send = (value: unknown): void =>
    void form.press({ blockId, actionId, confirm, payload: stateWith(value), value: stateWith(value) });

  const named = {
    'aria-labelledby': labelId,
    'aria-label': labelId ? undefined : element.placeholder?.text,
    'aria-describedby': describedBy,
  };

  return {
    value: heldValue(element.type, form.state[blockId]?.[actionId]),
    isPressed: form.isPressed(blockId, actionId),
    dispatches,
    /** Slack takes a choice back only where there need not be one. */
    isClearable: !dispatches && !isRequired,
    hold,
    change,
    /** Holds a value and tells the app of it. */
    send,
    /** What a choice does here: input blocks keep it, others tell the app. */
    choose: (value: unknown): void => (dispatches ? send(value) : hold(value)),
    /** For elements without state. */
    press: (payload: Record<string, unknown>): Promise<boolean> =>
      form.press({ blockId, actionId, confirm, payload: { type: element.type, ...payload } }),
    options: (query: string) => form.options(blockId, actionId, query),
    currentChannel: form.currentChannel,
    /** How a screen reader names the field; `aria` adds what only a field of text or a list may say. */
    named,
    aria: { ...named, 'aria-invalid': isInvalid || undefined, 'aria-required': isRequired || undefined },
  };
}
