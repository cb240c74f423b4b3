import type { Option, RadioButtons } from '@slack/types';
import { useId } from 'react';
import { useElement } from '../useElement.ts';
import { OptionLabel } from './OptionLabel.tsx';

export function RadioElement({ element }: { element: RadioButtons }) {
  const { value, choose, aria } = useElement(element);
  const name = useId();
  const chosen = value as Option | null;
  return (
    <div role="radiogroup" {...aria} className="choices">
      {element.options.map((option) => (
        <OptionLabel key={option.value} option={option}>
          <input
            type="radio"
            name={name}
            checked={chosen?.value === option.value}
            onChange={() => choose(option)}
          />
        </OptionLabel>
      ))}
    </div>
  );
}
