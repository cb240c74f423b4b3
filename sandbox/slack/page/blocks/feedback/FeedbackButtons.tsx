import type { FeedbackButtons as Feedback } from '@slack/types';
import { useState } from 'react';
import { useElement } from '../../elements/useElement.ts';
import { ThumbDownIcon, ThumbUpIcon } from '../../parts/icons.tsx';

/** Two thumbs. The one that was pressed last stays filled, where the app has taken it. */
export function FeedbackButtons({ element }: { element: Feedback }) {
  const { press, isPressed } = useElement(element);
  const [given, setGiven] = useState<string | null>(null);
  const thumbs = [
    { ...element.positive_button, icon: <ThumbUpIcon /> },
    { ...element.negative_button, icon: <ThumbDownIcon /> },
  ];
  const give = async (value: string): Promise<void> => {
    setGiven(value);
    if (!(await press({ value }))) setGiven(given);
  };
  return thumbs.map(({ text, value, accessibility_label: label = text.text, icon }) => (
    <button
      key={value}
      type="button"
      className="context-action"
      aria-label={label}
      title={text.text}
      aria-pressed={given === value}
      aria-busy={isPressed}
      onClick={() => void give(value)}
    >
      {icon}
    </button>
  ));
}
