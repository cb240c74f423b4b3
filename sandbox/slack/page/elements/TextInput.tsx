import type { EmailInput, NumberInput, PlainTextInput, URLInput } from '@slack/types';
import type { KeyboardEvent } from 'react';
import { Counter } from './Counter.tsx';
import { useElement } from './useElement.ts';

type AnyInput = PlainTextInput | EmailInput | URLInput | NumberInput;

const inputModes = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
} as const;

/** Text, number, e-mail and web address fields. */
export function TextInput({ element }: { element: AnyInput }) {
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
        <input type="text" inputMode={inputModes[element.type]} autoComplete="off" {...shared} />
      )}
      {element.type === 'plain_text_input' && <Counter length={text.length} limit={element.max_length} />}
    </div>
  );
}
