import type { DateTimepicker } from '@slack/types';
import { useWorkspace } from '../../state/context.ts';
import { useElement } from '../useElement.ts';
import { DayField } from './DayField.tsx';
import { today } from './day.ts';
import { TimeField } from './TimeField.tsx';
import { toSeconds, toWallClock } from './wallClock.ts';

/** A moment, entered as day and time where the person is. Its value is in seconds since 1970. */
export function DateTimePicker({ element }: { element: DateTimepicker }) {
  const { tz } = useWorkspace().me;
  const { value, choose, isClearable, named } = useElement(element);
  const shown = typeof value === 'number' ? toWallClock(value, tz) : null;
  const set = (day: string, time: string): void => choose(toSeconds(day, time, tz));
  return (
    <div className="date-time">
      <DayField
        day={shown?.day ?? null}
        placeholder="Select a date"
        onChoose={(day) => set(day, shown?.time ?? '09:00')}
        named={named}
      />
      <TimeField
        time={shown?.time ?? null}
        placeholder="Select a time"
        onChoose={(time) => (time ? set(shown?.day ?? today(tz), time) : choose(null))}
        isClearable={isClearable}
        aria={{ 'aria-label': 'Time' }}
      />
    </div>
  );
}
