import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Popup } from './Popup.tsx';

export interface MenuItem {
  key: string;
  label: string;
  /** Smaller, below the label. */
  detail?: string;
  lead?: ReactNode;
  isDanger?: boolean;
  /** Set if the item is one of several choices. */
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

interface ButtonProps {
  name: string;
  /** The menu's name if it is not the button's. */
  menuName?: string;
  className: string;
  sections: MenuSection[];
  isEndAligned?: boolean;
  isBusy?: boolean;
  /** Called when the menu opens or closes. */
  onToggle?(isOpen: boolean): void;
  children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton(props: ButtonProps) {
  const { name, menuName = name, className, sections, isEndAligned, isBusy, onToggle, children } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = (open: boolean): void => {
    setOpen(open);
    onToggle?.(open);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        title={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => show(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <Menu
          name={menuName}
          anchor={button}
          sections={sections}
          isEndAligned={isEndAligned}
          onClose={() => show(false)}
        />
      )}
    </>
  );
}

/** A menu at a button. Arrows, Home and End move, Enter chooses, Esc returns to the button. */
function Menu({ name, anchor, sections, onClose, isEndAligned }: Props) {
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
        {item.detail && <small>{item.detail}</small>}
      </span>
      {item.isChosen && '✓'}
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
