import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../../parts/icons.tsx';
import { addDays, addMonths, isSameMonth, longDay, monthGrid, monthName } from './day.ts';

interface Props {
  chosen: string | null;
  today: string;
  onChoose(day: string): void;
}

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const steps: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** A month to choose a day from. Arrows move by days and weeks, Page Up and Down by months. */
export function Calendar({ chosen, today, onChoose }: Props) {
  const [focused, setFocused] = useState(chosen ?? today);
  const grid = useRef<HTMLTableElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another day gets the focus
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [focused]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setFocused(step(focused));
  };
  return (
    <div className="calendar">
      <header>
        <button type="button" aria-label="Previous month" onClick={() => setFocused(addMonths(focused, -1))}>
          <ChevronLeftIcon />
        </button>
        <span aria-live="polite">{monthName(focused)}</span>
        <button type="button" aria-label="Next month" onClick={() => setFocused(addMonths(focused, 1))}>
          <ChevronRightIcon />
        </button>
      </header>
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday}>{weekday}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(focused).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={longDay(day)}
                    aria-pressed={day === chosen}
                    className={`day ${isSameMonth(day, focused) ? '' : 'day-other'} ${day === today ? 'day-today' : ''}`}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
