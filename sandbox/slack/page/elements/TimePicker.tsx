import type { Timepicker } from '@slack/types';
import { TimeField } from './TimeField.tsx';
import { useElement } from './useElement.ts';

export function TimePicker({ element }: { element: Timepicker }) {
  const { value, choose, dispatches, aria } = useElement(element);
  return (
    <TimeField
      time={value as string | null}
      placeholder={element.placeholder?.text ?? 'Select a time'}
      onChoose={choose}
      isClearable={!dispatches}
      aria={aria}
    />
  );
}
