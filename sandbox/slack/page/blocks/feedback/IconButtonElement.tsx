import type { IconButton } from '@slack/types';
import { useElement } from '../../elements/useElement.ts';
import { TrashIcon } from '../../parts/icons.tsx';

export function IconButtonElement({ element }: { element: IconButton }) {
  const { press, isPressed } = useElement(element);
  return (
    <button
      type="button"
      className="context-action"
      aria-label={element.accessibility_label ?? element.text.text}
      title={element.text.text}
      aria-busy={isPressed}
      onClick={() => void press({ value: element.value })}
    >
      <TrashIcon />
    </button>
  );
}
