import { useState } from 'react';
import { Combobox } from '../choice/Combobox.tsx';
import type { Choice } from '../choice/choice.ts';
import { halfHours, readTime, showTime } from './time.ts';

interface Props {
  time: string | null;
  placeholder: string;
  onChoose(time: string | null): void;
  isClearable: boolean;
  aria: object;
}

const toChoice = (time: string): Choice => ({ value: time, label: showTime(time) });

/** A time of day: one of the half hours, or any that is typed. */
export function TimeField({ time, placeholder, onChoose, isClearable, aria }: Props) {
  const [query, setQuery] = useState('');
  const typed = readTime(query);
  const narrowed = halfHours
    .map(toChoice)
    .filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()));
  const extra = typed && !halfHours.includes(typed) ? [toChoice(typed)] : [];
  return (
    <Combobox
      groups={[{ choices: [...extra, ...(query ? narrowed : halfHours.map(toChoice))] }]}
      query={query}
      onQuery={setQuery}
      chosen={time ? [toChoice(time)] : []}
      onChoose={([choice]) => onChoose(choice?.value ?? null)}
      placeholder={placeholder}
      isClearable={isClearable}
      aria={aria}
    />
  );
}
