import './composer.css';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FileInfo } from '../../protocol.ts';
import { FileRows, useUploads } from '../elements/uploads.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import { AtIcon, PlusIcon, SendIcon, UploadIcon } from '../parts/icons.tsx';
import { MenuButton, type MenuItem } from '../parts/Menu.tsx';
import { useShortcut } from '../parts/useShortcut.ts';
import { useWorkspace } from '../state/context.ts';
import { CompletionList } from './CompletionList.tsx';
import { type Suggestion, useCompletion } from './useCompletion.tsx';
import { useDraft } from './useDraft.ts';
import { useSend } from './useSend.ts';

/** Most files of a message in Slack. */
const MAX_FILES = 10;

interface Props {
  channel: string;
  threadTs?: string;
  placeholder: string;
}

/** The field for messages and commands. Enter sends, Shift+Enter starts a new line. */
export function Composer({ channel, threadTs, placeholder }: Props) {
  const { me } = useWorkspace();
  const [text, setText] = useDraft(`${channel}/${threadTs ?? ''}`);
  const [caret, setCaret] = useState(text.length);
  const [activeAt, setActive] = useState(0);
  const [isPutAway, setPutAway] = useState(false);
  const [files, setFiles] = useState<FileInfo[]>([]);
  const uploads = useUploads({
    count: files.length,
    limit: MAX_FILES,
    onDone: (file) => setFiles((before) => [...before, file]),
  });
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const send = useSend(channel, threadTs);
  const found = useCompletion(text, caret);
  const isTypedOut = found?.wanted.kind === 'command' && found.suggestions[0]?.label === text;
  const completion = isPutAway ? null : found;
  const canSend = (text.trim() !== '' || files.length > 0) && uploads.running.length === 0;

  // Focused when it opens, except on a phone, where the keyboard would cover the messages.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches && !document.querySelector('dialog[open]'))
      input.current?.focus();
  }, []);

  /** Replaces the text from `from` to the caret. */
  const insert = (added: string, from = caret): void => {
    const next = from + added.length;
    // Synchronously, so that the next typed letter comes after the caret.
    flushSync(() => {
      setText(text.slice(0, from) + added + text.slice(caret));
      setCaret(next);
      setPutAway(false);
      setActive(0);
    });
    input.current?.focus();
    input.current?.setSelectionRange(next, next);
  };
  const pick = ({ insert: added }: Suggestion): void => {
    if (completion) insert(added, completion.wanted.from);
  };
  const submit = async (): Promise<void> => {
    if (!canSend || !(await send(text, files))) return;
    setText('');
    setCaret(0);
    setFiles([]);
  };

  /** Returns whether the list of suggestions handled the key. */
  const onListKey = (key: string): boolean => {
    if (!completion) return false;
    const { suggestions } = completion;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const suggestion = suggestions[activeAt];
    if (step) setActive((activeAt + step + suggestions.length) % suggestions.length);
    else if (key === 'Escape') setPutAway(true);
    else if ((key === 'Tab' || (key === 'Enter' && !isTypedOut)) && suggestion) pick(suggestion);
    else return false;
    return true;
  };

  return (
    <div className="composer-frame">
      <div ref={box} className="composer" data-testid="composer">
        <textarea
          ref={input}
          aria-label={placeholder}
          aria-autocomplete="list"
          aria-controls={completion ? id : undefined}
          aria-activedescendant={completion ? `${id}-${activeAt}` : undefined}
          placeholder={placeholder}
          rows={1}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setCaret(target.selectionStart);
            setActive(0);
            setPutAway(false);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setPutAway(true)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (onListKey(event.key)) event.stopPropagation();
            else if (event.key === 'Enter' && !event.shiftKey) void submit();
            else return;
            event.preventDefault();
          }}
        />
        <FileRows
          files={files}
          uploads={uploads}
          onRemove={(removed) => setFiles((before) => before.filter((file) => file.id !== removed))}
        />
        <div className="composer-tools">
          <PlusMenu onAttach={() => picker.current?.click()} samples={uploads.samples} />
          <button
            type="button"
            className="icon-button"
            aria-label="Mention someone"
            onClick={() => insert('@')}
          >
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
              uploads.add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
          <span className="composer-me" title={`As ${me.name}`}>
            <Avatar userId={me.id} size={24} />
          </span>
          <button
            type="button"
            className="icon-button composer-send"
            aria-label="Send now"
            disabled={!canSend}
            onClick={() => void submit()}
          >
            <SendIcon />
          </button>
        </div>
      </div>
      {completion && (
        <CompletionList
          id={id}
          anchor={box}
          completion={completion}
          activeAt={activeAt}
          onActive={setActive}
          onPick={pick}
          onClose={() => setPutAway(true)}
        />
      )}
    </div>
  );
}

/** The + menu: the app's global shortcuts, and attaching files. */
function PlusMenu({ onAttach, samples }: { onAttach(): void; samples: MenuItem[] }) {
  const { shortcuts, app } = useWorkspace();
  const run = useShortcut();
  const ofApp = shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ callbackId, name, description }) => ({
      key: callbackId,
      label: name,
      detail: `${app.name} · ${description}`,
      lead: <Avatar userId={app.botUserId} size={28} />,
      onSelect: () => void run({ callbackId }),
    }));
  const attach = {
    key: 'upload',
    label: 'Upload from your computer',
    lead: <UploadIcon />,
    onSelect: onAttach,
  };
  return (
    <MenuButton
      name="Attach files and run shortcuts"
      className="icon-button"
      sections={[
        { key: 'shortcuts', heading: 'Shortcuts', items: ofApp },
        { key: 'files', items: [attach] },
        { key: 'samples', heading: 'Sample files', items: samples },
      ]}
    >
      <PlusIcon />
    </MenuButton>
  );
}
