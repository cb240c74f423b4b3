import type { Option } from '@slack/types';
import type { ReactNode } from 'react';
import { Text } from '../../mrkdwn/Text.tsx';

/** A radio button or checkbox with its words. */
export const OptionLabel = ({ option, children }: { option: Option; children: ReactNode }) => (
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
