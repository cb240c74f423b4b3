import type { ExternalSelect, Option } from '@slack/types';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { PlainText } from '../mrkdwn/PlainText.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { Popup } from '../parts/Popup.tsx';
import type { OptionsAnswer } from '../state/api.ts';
import { useElement } from './useElement.ts';

/** Slack's own default. */
const MIN_QUERY_LENGTH = 3;

/** A field with a list of options that are requested from the app while the person types. */
export function SearchSelect({ element }: { element: ExternalSelect }) {
  const { value, choose, options: ask, isPressed, isClearable, aria } = useElement(element);
  /** The typed text; null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const least = element.min_query_length ?? MIN_QUERY_LENGTH;
  const isTooShort = query !== null && query.length < least;
  const found = useOptions(ask, isTooShort ? null : query);
  const groups = isTooShort ? [] : found.groups;
  const options = groups.flatMap((group) => group.options);
  const chosen = value as Option | null;

  const close = (): void => setQuery(null);
  const open = (): void => {
    if (query !== null) return;
    setQuery('');
    setActive(0);
  };
  const pick = (option: Option | undefined): void => {
    if (!option) return;
    choose(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && query === null) open();
    else if (step) setActive((active + step + options.length) % Math.max(options.length, 1));
    else if (event.key === 'Enter' && query !== null) pick(options[active]);
    else if (event.key === 'Escape' && query !== null) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const note = isTooShort
    ? `Type at least ${least} ${least === 1 ? 'character' : 'characters'} to search`
    : found.isLoading
      ? 'Loading…'
      : (found.error ?? (options.length === 0 ? 'No results' : undefined));

  return (
    <div ref={field} className="search-select">
      <input
        role="combobox"
        aria-expanded={query !== null}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        aria-busy={isPressed}
        autoComplete="off"
        {...aria}
        className="field"
        data-focus={element.focus_on_load || undefined}
        value={query ?? chosen?.text.text ?? ''}
        placeholder={chosen?.text.text ?? element.placeholder?.text ?? 'Search'}
        onChange={({ target }) => {
          setQuery(target.value);
          setActive(0);
        }}
        onClick={open}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isClearable && chosen && (
        <button type="button" className="icon-button" aria-label="Clear" onClick={() => choose(null)}>
          <CloseIcon />
        </button>
      )}
      {query !== null && (
        <Popup anchor={field} onClose={close} isFitted>
          <div
            id={id}
            role="listbox"
            tabIndex={-1}
            aria-label="Options"
            className="list-box scrolls"
            onMouseDown={(event) => event.preventDefault()}
          >
            {note ? (
              <div className="list-heading" role="status">
                {note}
              </div>
            ) : (
              groups.map(({ label, options: inGroup }) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
                <div key={label ?? ''} role="group" aria-label={label}>
                  {label && (
                    <div className="list-heading" aria-hidden="true">
                      {label}
                    </div>
                  )}
                  {inGroup.map((option) => (
                    <OptionRow
                      key={option.value}
                      id={`${id}-${options.indexOf(option)}`}
                      option={option}
                      isActive={options[active] === option}
                      isChosen={chosen?.value === option.value}
                      onPoint={() => setActive(options.indexOf(option))}
                      onPick={() => pick(option)}
                    />
                  ))}
                </div>
              ))
            )}
          </div>
        </Popup>
      )}
    </div>
  );
}

interface RowProps {
  id: string;
  option: Option;
  isActive: boolean;
  isChosen: boolean;
  onPoint(): void;
  onPick(): void;
}

function OptionRow({ id, option, isActive, isChosen, onPoint, onPick }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={isActive ? 'list-option is-active' : 'list-option'}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      <PlainText text={option.text.text} />
      {option.description && <small>{option.description.text}</small>}
    </div>
  );
}

interface Group {
  label?: string;
  options: Option[];
}

/** Time between the last key and the request, in ms. */
const PAUSE_MS = 150;
const FAILED = 'The options could not be loaded';

/** Requests the options of a query from the app; none for null. Responses to earlier queries are ignored. */
function useOptions(ask: (query: string) => Promise<OptionsAnswer>, query: string | null) {
  const [found, setFound] = useState<{ query: string | null; groups: Group[]; error?: string }>({
    query: null,
    groups: [],
  });
  const fetch = useEffectEvent((text: string) => ask(text));
  useEffect(() => {
    if (query === null) return setFound({ query, groups: [] });
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const answer = await fetch(query).catch((): OptionsAnswer => ({ error: FAILED }));
        const groups: Group[] = answer.option_groups
          ? answer.option_groups.map(({ label, options }) => ({ label: label.text, options }))
          : [{ options: answer.options ?? [] }];
        if (isCurrent) setFound({ query, groups, error: answer.error ? FAILED : undefined });
      },
      query === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);
  return { ...found, isLoading: found.query !== query };
}
