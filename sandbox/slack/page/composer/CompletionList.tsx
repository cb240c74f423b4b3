import type { RefObject } from 'react';
import { Popup } from '../parts/Popup.tsx';
import type { Completion, Suggestion } from './useCompletion.tsx';

interface Props {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  completion: Completion;
  activeAt: number;
  onActive(index: number): void;
  onPick(suggestion: Suggestion): void;
  onClose(): void;
}

/** The list of suggestions at the composer. The focus stays in the text. */
export function CompletionList({ id, anchor, completion, activeAt, onActive, onPick, onClose }: Props) {
  return (
    <Popup anchor={anchor} onClose={onClose} isFitted>
      {completion.heading && <div className="list-heading">{completion.heading}</div>}
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        className="list-box scrolls"
        onMouseDown={(event) => event.preventDefault()}
      >
        {completion.suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the text, see Composer
          <div
            key={suggestion.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeAt}
            className={index === activeAt ? 'list-option is-active' : 'list-option'}
            onPointerMove={() => onActive(index)}
            onClick={() => onPick(suggestion)}
          >
            {suggestion.lead}
            <div>
              <span>
                <b>{suggestion.label}</b> {suggestion.hint}
              </span>
              {suggestion.detail && <small>{suggestion.detail}</small>}
            </div>
          </div>
        ))}
      </div>
    </Popup>
  );
}
