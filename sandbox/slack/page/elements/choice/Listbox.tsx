import { useEffect, useRef } from 'react';
import { PlainText } from '../../mrkdwn/PlainText.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import type { Choice, ChoiceGroup } from './choice.ts';

interface Props {
  id: string;
  groups: ChoiceGroup[];
  activeAt: number;
  isMultiple: boolean;
  isChosen(choice: Choice): boolean;
  /** No more may be chosen. */
  isFull: boolean;
  isLoading: boolean;
  message?: string;
  onActive(index: number): void;
  onChoose(choice: Choice): void;
}

/** The list under a combobox. The focus stays in the field; `activeAt` counts over all groups. */
export function Listbox(props: Props) {
  const { id, groups, message, isLoading } = props;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another option becomes active
  useEffect(() => {
    list.current?.querySelector('.option-active')?.scrollIntoView({ block: 'nearest' });
  }, [props.activeAt]);
  const isEmpty = groups.every(({ choices }) => choices.length === 0);
  let index = -1;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Options"
      aria-busy={isLoading}
      aria-multiselectable={props.isMultiple}
      className="listbox scrolls"
      onMouseDown={(event) => event.preventDefault()}
    >
      {isLoading && (
        <div className="listbox-note" role="status">
          <Spinner /> Loading…
        </div>
      )}
      {!isLoading && (message || isEmpty) && (
        <div className="listbox-note" role="status">
          {message ?? 'No results'}
        </div>
      )}
      {!isLoading &&
        !message &&
        groups.map((group, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
          <div key={group.label ?? at} role="group" aria-label={group.label}>
            {group.label && (
              <div className="listbox-heading" aria-hidden="true">
                {group.label}
              </div>
            )}
            {group.choices.map((choice) => {
              index += 1;
              return <OptionRow key={choice.value} {...props} choice={choice} index={index} />;
            })}
          </div>
        ))}
    </div>
  );
}

function OptionRow(props: Props & { choice: Choice; index: number }) {
  const { choice, index, isMultiple } = props;
  const isChosen = props.isChosen(choice);
  const isActive = index === props.activeAt;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, see Combobox
    <div
      id={`${props.id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={props.isFull && !isChosen}
      className={isActive ? 'option option-active' : 'option'}
      onPointerMove={() => props.onActive(index)}
      onClick={() => props.onChoose(choice)}
    >
      {choice.lead}
      <span className="option-words">
        <span>
          <PlainText text={choice.label} />
        </span>
        {choice.detail && <span className="option-detail">{choice.detail}</span>}
      </span>
      {isChosen && isMultiple && <span aria-hidden="true">✓</span>}
    </div>
  );
}
