import { useRef, useState } from 'react';
import { EmojiPicker } from '../message/EmojiPicker.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import { AtIcon, PlusIcon, SendIcon, SmileIcon, UploadIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useShortcut } from '../parts/useShortcut.ts';
import { useWorkspace } from '../state/context.ts';

interface Props {
  onAttach(files: File[]): void;
  onInsert(text: string): void;
  onFormats(): void;
  canSend: boolean;
  onSend(): void;
}

/** The lower row of the composer; its + menu holds the app's global shortcuts. */
export function ComposerTools({ onAttach, onInsert, onFormats, canSend, onSend }: Props) {
  const { shortcuts, app, me } = useWorkspace();
  const run = useShortcut();
  const [open, setOpen] = useState<'plus' | 'emoji' | null>(null);
  const plus = useRef<HTMLButtonElement>(null);
  const smile = useRef<HTMLButtonElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const ofApp = shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ callbackId, name, description }) => ({
      key: callbackId,
      label: name,
      detail: `${app.name} · ${description}`,
      lead: <Avatar userId={app.botUserId} size={28} />,
      onSelect: () => void run({ callbackId }),
    }));
  const uploads = {
    key: 'upload',
    label: 'Upload from your computer',
    lead: <UploadIcon />,
    onSelect: () => picker.current?.click(),
  };
  return (
    <div className="composer-tools">
      <button
        ref={plus}
        type="button"
        className="composer-plus"
        aria-label="Attach files and run shortcuts"
        aria-haspopup="menu"
        aria-expanded={open === 'plus'}
        onClick={() => setOpen(open === 'plus' ? null : 'plus')}
      >
        <PlusIcon />
      </button>
      <button type="button" aria-label="Formatting" title="Show or hide formatting" onClick={onFormats}>
        <span className="composer-aa">Aa</span>
      </button>
      <button
        ref={smile}
        type="button"
        aria-label="Emoji"
        aria-expanded={open === 'emoji'}
        onClick={() => setOpen(open === 'emoji' ? null : 'emoji')}
      >
        <SmileIcon />
      </button>
      <button type="button" aria-label="Mention someone" onClick={() => onInsert('@')}>
        <AtIcon />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Files to attach"
        onChange={({ target }) => {
          onAttach([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <span className="composer-me" title={`As ${me.name}`}>
        <Avatar userId={me.id} size={24} />
      </span>
      <button
        type="button"
        className={canSend ? 'composer-send can-send' : 'composer-send'}
        aria-label="Send now"
        disabled={!canSend}
        onClick={onSend}
      >
        <SendIcon />
      </button>
      {open === 'plus' && (
        <Menu
          name="Attach files and run shortcuts"
          anchor={plus}
          sections={[
            { key: 'shortcuts', heading: 'Shortcuts', items: ofApp },
            { key: 'files', items: [uploads] },
          ]}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'emoji' && (
        <EmojiPicker anchor={smile} onPick={(name) => onInsert(`:${name}: `)} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
