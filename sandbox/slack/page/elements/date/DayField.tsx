import { useRef, useState } from 'react';
import { CalendarIcon, ChevronDownIcon } from '../../parts/icons.tsx';
import { Popup } from '../../parts/Popup.tsx';
import { useWorkspace } from '../../state/context.ts';
import { Calendar } from './Calendar.tsx';
import { shortDay, today } from './day.ts';

interface Props {
  day: string | null;
  placeholder: string;
  onChoose(day: string): void;
  named: object;
}

/** A button that shows a day and opens the calendar. */
export function DayField({ day, placeholder, onChoose, named }: Props) {
  const { tz } = useWorkspace().me;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const shown = day ? shortDay(day) : placeholder;
  return (
    <>
      <button
        ref={button}
        type="button"
        {...named}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={day ? 'field day-field' : 'field day-field is-empty'}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarIcon />
        <span>{shown}</span>
        <ChevronDownIcon />
      </button>
      {isOpen && (
        <Popup anchor={button} onClose={() => setOpen(false)}>
          <div
            role="dialog"
            aria-label="Choose a date"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              close();
            }}
          >
            <Calendar
              chosen={day}
              today={today(tz)}
              onChoose={(picked) => {
                onChoose(picked);
                close();
              }}
            />
          </div>
        </Popup>
      )}
    </>
  );
}
