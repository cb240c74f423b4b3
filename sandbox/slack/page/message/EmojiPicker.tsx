import './emojiPicker.css';
import { type RefObject, useState } from 'react';
import { Emoji } from '../mrkdwn/Emoji.tsx';
import { Popup } from '../parts/Popup.tsx';
import { useWorkspace } from '../state/context.ts';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  onPick(name: string): void;
  onClose(): void;
  isEndAligned?: boolean;
}

/** So many are drawn at once; the search narrows the rest. */
const SHOWN = 160;

export function EmojiPicker({ anchor, onPick, onClose, isEndAligned }: Props) {
  const { emoji } = useWorkspace();
  const [query, setQuery] = useState('');
  const names = Object.keys(emoji).filter((name) => name.includes(query.toLowerCase().replaceAll(' ', '_')));
  const pick = (name: string | undefined): void => {
    if (!name) return;
    onPick(name);
    onClose();
  };
  return (
    <Popup anchor={anchor} onClose={onClose} isEndAligned={isEndAligned} className="emoji-picker">
      <input
        className="field"
        aria-label="Search emoji"
        placeholder="Search all emoji"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened it to choose
        autoFocus
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') pick(names[0]);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className="emoji-grid scrolls">
        {names.slice(0, SHOWN).map((name) => (
          <button key={name} type="button" aria-label={name} title={`:${name}:`} onClick={() => pick(name)}>
            <Emoji name={name} />
          </button>
        ))}
        {names.length === 0 && <p>No results</p>}
      </div>
    </Popup>
  );
}
