import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ChevronDownIcon, CloseIcon } from '../../parts/icons.tsx';
import { Popup } from '../../parts/Popup.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import type { Choice, ChoiceGroup } from './choice.ts';
import { Listbox } from './Listbox.tsx';
import { Token } from './Token.tsx';

interface Props {
  groups: ChoiceGroup[];
  query: string;
  onQuery(query: string): void;
  chosen: Choice[];
  onChoose(chosen: Choice[]): void;
  placeholder: string;
  isMultiple?: boolean;
  /** Of a multiple choice. */
  limit?: number;
  isClearable?: boolean;
  isLoading?: boolean;
  isBusy?: boolean;
  /** Said instead of a list, e.g. that more must be typed. */
  message?: string;
  onToggle?(isOpen: boolean): void;
  /** `focus_on_load` */
  startsFocused?: boolean;
  aria: object;
}

/** A field with a list below it that narrows as one types. One choice, or several as tokens. */
export function Combobox(props: Props) {
  const { groups, query, onQuery, chosen, onChoose, isMultiple = false, limit = Infinity } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const choices = groups.flatMap((group) => group.choices);
  const activeAt = Math.min(active, choices.length - 1);
  const single = isMultiple ? undefined : chosen[0];
  const isChosen = (choice: Choice): boolean => chosen.some(({ value }) => value === choice.value);

  const open = (): void => {
    if (isOpen) return;
    setOpen(true);
    setActive(Math.max(single ? choices.findIndex(isChosen) : 0, 0));
    props.onToggle?.(true);
  };
  const close = (): void => {
    if (!isOpen) return;
    setOpen(false);
    props.onToggle?.(false);
    onQuery('');
  };
  const choose = (choice: Choice): void => {
    if (!isMultiple) onChoose([choice]);
    else if (isChosen(choice)) onChoose(chosen.filter(({ value }) => value !== choice.value));
    else if (chosen.length < limit) onChoose([...chosen, choice]);
    if (isMultiple) onQuery('');
    else close();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (key === 'Backspace' && isMultiple && query === '') onChoose(chosen.slice(0, -1));
    else if (step && isOpen) setActive((activeAt + step + choices.length) % Math.max(choices.length, 1));
    else if (step) open();
    else if (key === 'Enter' && isOpen) {
      const choice = choices[activeAt];
      if (choice) choose(choice);
    } else if (key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only widens the input's own area for the mouse */}
      <div
        ref={field}
        className={`combobox ${isOpen ? 'is-open' : ''} ${isMultiple ? 'is-multiple' : ''}`}
        onMouseDown={(event) => {
          if (event.target !== input.current) event.preventDefault();
          input.current?.focus();
          if (!(event.target as HTMLElement).closest('button')) open();
        }}
      >
        {isMultiple &&
          chosen.map((choice) => (
            <Token
              key={choice.value}
              choice={choice}
              onRemove={() => onChoose(chosen.filter(({ value }) => value !== choice.value))}
            />
          ))}
        {!isOpen && single?.lead}
        <input
          ref={input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && choices.length > 0 ? `${id}-${activeAt}` : undefined}
          autoComplete="off"
          {...props.aria}
          data-focus={props.startsFocused || undefined}
          value={isOpen ? query : (single?.label ?? query)}
          placeholder={isMultiple && chosen.length > 0 ? '' : (single?.label ?? props.placeholder)}
          onChange={(event) => {
            open();
            setActive(0);
            onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {props.isBusy && <Spinner />}
        {props.isClearable && chosen.length > 0 && (
          <button type="button" className="combobox-clear" aria-label="Clear" onClick={() => onChoose([])}>
            <CloseIcon />
          </button>
        )}
        <ChevronDownIcon />
      </div>
      {isOpen && (
        <Popup anchor={field} onClose={close} isFitted>
          <Listbox
            id={id}
            groups={groups}
            activeAt={activeAt}
            isMultiple={isMultiple}
            isChosen={isChosen}
            isFull={isMultiple && chosen.length >= limit}
            isLoading={props.isLoading ?? false}
            message={props.message}
            onActive={setActive}
            onChoose={choose}
          />
        </Popup>
      )}
    </>
  );
}
