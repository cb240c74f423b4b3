import type {
  ChannelsSelect,
  ConversationsSelect,
  MultiChannelsSelect,
  MultiConversationsSelect,
  MultiUsersSelect,
  UsersSelect,
} from '@slack/types';
import { useState } from 'react';
import { useWorkspace } from '../../state/context.ts';
import { useElement } from '../useElement.ts';
import { Combobox } from './Combobox.tsx';
import { type Choice, matching } from './choice.ts';
import { type EntityElement, entityChoices } from './entityChoices.tsx';

type EntitySelects =
  | UsersSelect
  | MultiUsersSelect
  | ConversationsSelect
  | MultiConversationsSelect
  | ChannelsSelect
  | MultiChannelsSelect;

/** People, channels or conversations of the workspace. */
export function EntitySelect({ element }: { element: EntitySelects }) {
  const workspace = useWorkspace();
  const { value, choose, isPressed, isClearable, aria } = useElement(element);
  const [query, setQuery] = useState('');
  const isMultiple = element.type.startsWith('multi_');
  const choices = entityChoices(workspace, element as EntityElement);
  const ids = [value ?? []].flat() as string[];
  const chosen = ids.map((id) => choices.find((choice) => choice.value === id) ?? { value: id, label: id });
  const onChoose = (picked: Choice[]): void => {
    const values = picked.map((choice) => choice.value);
    choose(isMultiple ? values : (values[0] ?? null));
  };
  return (
    <Combobox
      groups={matching([{ choices }], query)}
      query={query}
      onQuery={setQuery}
      chosen={chosen}
      onChoose={onChoose}
      placeholder={element.placeholder?.text ?? 'Select'}
      isMultiple={isMultiple}
      limit={'max_selected_items' in element ? element.max_selected_items : undefined}
      isClearable={isClearable}
      isBusy={isPressed}
      startsFocused={element.focus_on_load}
      aria={aria}
    />
  );
}
