import type { Overflow, PlainTextOption } from '@slack/types';
import { useRef, useState } from 'react';
import { EllipsisIcon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import { useElement } from '../useElement.ts';

export function OverflowElement({ element }: { element: Overflow }) {
  const { press, isPressed } = useElement(element);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (option: PlainTextOption): void => {
    if (option.url) window.open(option.url, '_blank', 'noopener');
    void press({ selected_option: option });
  };
  const items = element.options.map((option, index) => ({
    key: option.value ?? String(index),
    label: option.text.text,
    detail: option.description?.text,
    onSelect: () => choose(option),
  }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-icon"
        aria-label="More options"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isPressed ? <Spinner /> : <EllipsisIcon />}
      </button>
      {isOpen && (
        <Menu
          name="More options"
          anchor={button}
          sections={[{ key: 'options', items }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
