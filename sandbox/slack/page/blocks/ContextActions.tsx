import type { ContextActionsBlock, FeedbackButtons as Feedback } from '@slack/types';
import { useState } from 'react';
import { useElement } from '../elements/useElement.ts';
import { ThumbDownIcon, ThumbUpIcon } from '../parts/icons.tsx';
import { BlockContext } from './form.ts';

/** The feedback buttons of a result. Deckhand sends no icon buttons. */
export const ContextActions = ({ block, blockId }: { block: ContextActionsBlock; blockId: string }) => (
  <BlockContext value={{ blockId, dispatches: true }}>
    <div className="context">
      {block.elements.map(
        (element) =>
          element.type === 'feedback_buttons' && (
            <FeedbackButtons key={element.action_id ?? element.type} element={element} />
          ),
      )}
    </div>
  </BlockContext>
);

/** Thumbs up and down. The last clicked one stays filled if the app acknowledged it. */
function FeedbackButtons({ element }: { element: Feedback }) {
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
      className="icon-button"
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
