import type { Timepicker } from '@slack/types';
import { useElement } from './useElement.ts';

/** A time of day (`09:15`) in the browser's own field. */
export function TimeInput({ element }: { element: Timepicker }) {
  const { value, choose, aria } = useElement(element);
  return (
    <input
      {...aria}
      type="time"
      className="field time-field"
      value={(value as string | null) ?? ''}
      onChange={({ target }) => choose(target.value || null)}
    />
  );
}
