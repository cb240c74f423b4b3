import type { Timepicker } from '@slack/types';
import { useElement } from '../useElement.ts';
import { TimeField } from './TimeField.tsx';

export function TimePicker({ element }: { element: Timepicker }) {
  const { value, choose, isClearable, aria } = useElement(element);
  return (
    <TimeField
      time={value as string | null}
      placeholder={element.placeholder?.text ?? 'Select a time'}
      onChoose={choose}
      isClearable={isClearable}
      aria={aria}
    />
  );
}
