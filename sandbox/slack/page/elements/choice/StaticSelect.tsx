import type { MultiStaticSelect, Option, StaticSelect as Single } from '@slack/types';
import { useState } from 'react';
import { useElement } from '../useElement.ts';
import { Combobox } from './Combobox.tsx';
import { type Choice, matching, toChoice, toGroups } from './choice.ts';

const isMulti = (element: Single | MultiStaticSelect): element is MultiStaticSelect =>
  element.type === 'multi_static_select';

/** Options that came with the block. */
export function StaticSelect({ element }: { element: Single | MultiStaticSelect }) {
  const { value, choose, isPressed, isClearable, aria } = useElement(element);
  const [query, setQuery] = useState('');
  const chosen = [value ?? []].flat() as Option[];
  const onChoose = (choices: Choice[]): void => {
    const options = choices.map(({ option }) => option);
    choose(isMulti(element) ? options : (options[0] ?? null));
  };
  return (
    <Combobox
      groups={matching(toGroups(element), query)}
      query={query}
      onQuery={setQuery}
      chosen={chosen.map(toChoice)}
      onChoose={onChoose}
      placeholder={element.placeholder?.text ?? (isMulti(element) ? 'Select options' : 'Select an option')}
      isMultiple={isMulti(element)}
      limit={isMulti(element) ? element.max_selected_items : undefined}
      isClearable={isClearable}
      isBusy={isPressed}
      startsFocused={element.focus_on_load}
      aria={aria}
    />
  );
}
