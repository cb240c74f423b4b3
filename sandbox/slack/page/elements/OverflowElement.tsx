import type { Overflow, PlainTextOption } from '@slack/types';
import { EllipsisIcon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/Menu.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { useElement } from './useElement.ts';

export function OverflowElement({ element }: { element: Overflow }) {
  const { press, isPressed } = useElement(element);
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
    <MenuButton name="More options" className="button button-icon" sections={[{ key: 'options', items }]}>
      {isPressed ? <Spinner /> : <EllipsisIcon />}
    </MenuButton>
  );
}
