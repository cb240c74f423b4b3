import './menu.css';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Popup } from './Popup.tsx';

export interface MenuItem {
  key: string;
  label: string;
  /** Smaller, below the label. */
  detail?: string;
  lead?: ReactNode;
  isDanger?: boolean;
  /** A choice among several, as "act as". */
  isChosen?: boolean;
  onSelect(): void;
}

export interface MenuSection {
  key: string;
  heading?: string;
  items: MenuItem[];
}

interface Props {
  name: string;
  anchor: RefObject<HTMLElement | null>;
  sections: MenuSection[];
  onClose(): void;
  isEndAligned?: boolean;
}

/** A menu at a button: arrows, Home and End move, Enter chooses, Esc goes back to the button. */
export function Menu({ name, anchor, sections, onClose, isEndAligned }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
  useEffect(() => list.current?.querySelector<HTMLElement>('.menu-item')?.focus(), []);

  const leave = (): void => {
    onClose();
    anchor.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items().indexOf(document.activeElement as HTMLElement);
    const to = moved(event.key, at, items().length);
    if (to !== null) items()[to]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popup anchor={anchor} onClose={onClose} isEndAligned={isEndAligned} className="menu">
      <div ref={list} role="menu" tabIndex={-1} aria-label={name} className="scrolls" onKeyDown={onKeyDown}>
        {sections
          .filter(({ items }) => items.length > 0)
          .map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
            <div key={section.key} role="group" aria-label={section.heading} className="menu-section">
              {section.heading && (
                <div className="menu-heading" aria-hidden="true">
                  {section.heading}
                </div>
              )}
              {section.items.map((item) => (
                <Item key={item.key} item={item} onLeave={leave} />
              ))}
            </div>
          ))}
      </div>
    </Popup>
  );
}

function Item({ item, onLeave }: { item: MenuItem; onLeave(): void }) {
  const role =
    item.isChosen === undefined
      ? { role: 'menuitem' }
      : { role: 'menuitemradio', 'aria-checked': item.isChosen };
  return (
    <button
      type="button"
      {...role}
      aria-label={item.label}
      tabIndex={-1}
      className={item.isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
      onPointerMove={(event) => event.currentTarget.focus()}
      onClick={() => {
        onLeave();
        item.onSelect();
      }}
    >
      {item.lead && <span className="menu-lead">{item.lead}</span>}
      <span className="menu-words">
        <span>{item.label}</span>
        {item.detail && <span className="menu-detail">{item.detail}</span>}
      </span>
      {item.isChosen && <span className="menu-check">✓</span>}
    </button>
  );
}

function moved(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
