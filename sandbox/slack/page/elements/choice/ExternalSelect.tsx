import type { MultiExternalSelect, Option, ExternalSelect as Single } from '@slack/types';
import { useState } from 'react';
import { useElement } from '../useElement.ts';
import { Combobox } from './Combobox.tsx';
import { type Choice, toChoice } from './choice.ts';
import { useExternalOptions } from './useExternalOptions.ts';

/** Slack's own default. */
const MIN_QUERY_LENGTH = 3;

const isMulti = (element: Single | MultiExternalSelect): element is MultiExternalSelect =>
  element.type === 'multi_external_select';

/** Options that the app is asked for while the person types. */
export function ExternalSelect({ element }: { element: Single | MultiExternalSelect }) {
  const { value, choose, options, isPressed, isClearable, aria } = useElement(element);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const least = element.min_query_length ?? MIN_QUERY_LENGTH;
  const found = useExternalOptions(options, query, isOpen && query.length >= least);
  const chosen = [value ?? []].flat() as Option[];
  const onChoose = (choices: Choice[]): void => {
    const given = choices.map(({ option }) => option);
    choose(isMulti(element) ? given : (given[0] ?? null));
  };
  const tooShort = `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to search`;
  return (
    <Combobox
      groups={found.groups}
      isLoading={found.isLoading}
      message={query.length < least ? tooShort : found.error}
      query={query}
      onQuery={setQuery}
      onToggle={setOpen}
      chosen={chosen.map(toChoice)}
      onChoose={onChoose}
      placeholder={element.placeholder?.text ?? 'Search'}
      isMultiple={isMulti(element)}
      limit={isMulti(element) ? element.max_selected_items : undefined}
      isClearable={isClearable}
      isBusy={isPressed}
      startsFocused={element.focus_on_load}
      aria={aria}
    />
  );
}
