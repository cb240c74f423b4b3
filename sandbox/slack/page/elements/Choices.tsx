import type { Checkboxes as CheckboxesElement, Option, RadioButtons as Radio } from '@slack/types';
import { type ReactNode, useId } from 'react';
import { Text } from '../mrkdwn/Text.tsx';
import { useElement } from './useElement.ts';

export function Checkboxes({ element }: { element: CheckboxesElement }) {
  const { value, choose, named } = useElement(element);
  const chosen = (value ?? []) as Option[];
  const isChosen = (option: Option): boolean => chosen.some((other) => other.value === option.value);
  const toggle = (option: Option): void =>
    choose(
      element.options.filter((other) => (other.value === option.value ? !isChosen(option) : isChosen(other))),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the block's own label names it, not a legend
    <div role="group" {...named} className="choices">
      {element.options.map((option) => (
        <Choice key={option.value} option={option}>
          <input type="checkbox" checked={isChosen(option)} onChange={() => toggle(option)} />
        </Choice>
      ))}
    </div>
  );
}

export function RadioButtons({ element }: { element: Radio }) {
  const { value, choose, aria } = useElement(element);
  const name = useId();
  const chosen = value as Option | null;
  return (
    <div role="radiogroup" {...aria} className="choices">
      {element.options.map((option) => (
        <Choice key={option.value} option={option}>
          <input
            type="radio"
            name={name}
            checked={chosen?.value === option.value}
            onChange={() => choose(option)}
          />
        </Choice>
      ))}
    </div>
  );
}

const Choice = ({ option, children }: { option: Option; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is given as children
  <label className="choice">
    {children}
    <span>
      <Text of={option.text} />
      {option.description && (
        <span className="choice-detail">
          <Text of={option.description} />
        </span>
      )}
    </span>
  </label>
);
