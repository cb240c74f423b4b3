import './completionList.css';
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

/** The list above the composer. The focus stays in the text. */
export function CompletionList({ id, anchor, completion, activeAt, onActive, onPick, onClose }: Props) {
  return (
    <Popup anchor={anchor} onClose={onClose} isFitted className="completion">
      {completion.heading && <div className="completion-heading">{completion.heading}</div>}
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Suggestions"
        className="scrolls"
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
            className={index === activeAt ? 'suggestion suggestion-active' : 'suggestion'}
            onPointerMove={() => onActive(index)}
            onClick={() => onPick(suggestion)}
          >
            <span className="suggestion-lead">{suggestion.lead}</span>
            <span className="suggestion-words">
              <span>
                <b>{suggestion.label}</b> <span className="suggestion-hint">{suggestion.hint}</span>
              </span>
              {suggestion.detail && <span className="suggestion-detail">{suggestion.detail}</span>}
            </span>
          </div>
        ))}
      </div>
    </Popup>
  );
}
