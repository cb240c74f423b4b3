import type { Checkboxes, Option } from '@slack/types';
import { useElement } from '../useElement.ts';
import { OptionLabel } from './OptionLabel.tsx';

export function CheckboxesElement({ element }: { element: Checkboxes }) {
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
        <OptionLabel key={option.value} option={option}>
          <input type="checkbox" checked={isChosen(option)} onChange={() => toggle(option)} />
        </OptionLabel>
      ))}
    </div>
  );
}
