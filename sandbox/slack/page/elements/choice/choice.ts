import type { Option, OptionGroup } from '@slack/types';
import type { ReactNode } from 'react';

/** One line of a list to choose from. */
export interface Choice {
  value: string;
  label: string;
  detail?: string;
  /** A picture before the label. */
  lead?: ReactNode;
  /** As the app gave it; sent back as it is. */
  option?: Option;
}

export interface ChoiceGroup {
  label?: string;
  choices: Choice[];
}

export const toChoice = (option: Option): Choice => ({
  value: option.value ?? '',
  label: option.text.text,
  detail: option.description?.text,
  option,
});

/** Options and option groups in one shape. */
export function toGroups(given: { options?: Option[]; option_groups?: OptionGroup[] }): ChoiceGroup[] {
  if (given.option_groups?.length)
    return given.option_groups.map(({ label, options }) => ({
      label: label.text,
      choices: options.map(toChoice),
    }));
  return [{ choices: (given.options ?? []).map(toChoice) }];
}

/** The groups with what contains the words typed; groups left empty go. */
export function matching(groups: ChoiceGroup[], query: string): ChoiceGroup[] {
  const words = query.trim().toLowerCase();
  return groups
    .map(({ label, choices }) => ({
      label,
      choices: choices.filter((choice) =>
        `${choice.label} ${choice.detail ?? ''}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}
