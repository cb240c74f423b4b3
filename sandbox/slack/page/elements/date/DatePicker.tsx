import type { Datepicker } from '@slack/types';
import { useElement } from '../useElement.ts';
import { DayField } from './DayField.tsx';

export function DatePicker({ element }: { element: Datepicker }) {
  const { value, choose, named } = useElement(element);
  const placeholder = element.placeholder?.text ?? 'Select a date';
  return <DayField day={value as string | null} placeholder={placeholder} onChoose={choose} named={named} />;
}
