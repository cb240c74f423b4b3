import type { NumberInput, PlainTextInput } from '@slack/types';
import type { KeyboardEvent } from 'react';
import { useElement } from './useElement.ts';

/** A field for text or a number. */
export function TextInput({ element }: { element: PlainTextInput | NumberInput }) {
  const { value, hold, send, dispatches, aria } = useElement(element);
  const text = typeof value === 'string' ? value : '';
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  const isMultiline = element.type === 'plain_text_input' && element.multiline === true;

  const shared = {
    ...aria,
    className: 'field',
    value: text,
    placeholder: element.placeholder?.text,
    'data-focus': element.focus_on_load || undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      const tells = dispatches && triggers.includes('on_character_entered');
      (tells ? send : hold)(target.value === '' ? null : target.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || isMultiline || !dispatches) return;
      event.preventDefault();
      if (triggers.includes('on_enter_pressed')) send(text || null);
    },
  };
  return (
    <div className="text-input">
      {isMultiline ? (
        <textarea rows={4} {...shared} />
      ) : (
        <input
          type="text"
          inputMode={element.type === 'number_input' ? 'decimal' : 'text'}
          autoComplete="off"
          {...shared}
        />
      )}
      {element.type === 'plain_text_input' && <Counter length={text.length} limit={element.max_length} />}
    </div>
  );
}

/** Characters left from which the counter is shown, or a tenth of the limit if that is more. */
const SHOWN_FROM = 20;

/** Shows how many characters are left, near a field's limit and beyond it. */
function Counter({ length, limit }: { length: number; limit?: number }) {
  if (limit === undefined) return null;
  const left = limit - length;
  if (left > Math.max(SHOWN_FROM, limit / 10)) return null;
  return (
    <span className={left < 0 ? 'counter counter-over' : 'counter'} role="status">
      {left}
      <span className="visually-hidden"> characters left</span>
    </span>
  );
}
