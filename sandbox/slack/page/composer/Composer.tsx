import './composer.css';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FileRow } from '../elements/file/FileRow.tsx';
import { CompletionList } from './CompletionList.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { FormatBar } from './FormatBar.tsx';
import { replaceRange, wrapSelection } from './textEditing.ts';
import { useAttachments } from './useAttachments.ts';
import { type Suggestion, useCompletion } from './useCompletion.tsx';
import { useDraft } from './useDraft.ts';
import { useSend } from './useSend.ts';

interface Props {
  channel: string;
  threadTs?: string;
  placeholder: string;
}

/** Where messages and commands are typed. Enter sends, Shift and Enter begin a new line. */
export function Composer({ channel, threadTs, placeholder }: Props) {
  const [text, setText] = useDraft(`${channel}/${threadTs ?? ''}`);
  const [caret, setCaret] = useState(text.length);
  const [activeAt, setActive] = useState(0);
  const [isPutAway, setPutAway] = useState(false);
  const [hasFormats, setFormats] = useState(true);
  const attachments = useAttachments();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const send = useSend(channel, threadTs);
  const found = useCompletion(text, caret);
  const isTypedOut = found?.wanted.kind === 'command' && found.suggestions[0]?.label === text;
  const completion = isPutAway ? null : found;
  const canSend = (text.trim() !== '' || attachments.files.length > 0) && !attachments.isBusy;

  // Where one comes to, one can type at once; not on a phone, where the keyboard would cover what there is to read.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches && !document.querySelector('dialog[open]'))
      input.current?.focus();
  }, []);

  const edit = (next: { text: string; caret: number; end?: number }): void => {
    // At once: were the caret set with the next frame, a letter typed meanwhile would be left behind it.
    flushSync(() => {
      setText(next.text);
      setCaret(next.caret);
      setPutAway(false);
      setActive(0);
    });
    input.current?.focus();
    input.current?.setSelectionRange(next.caret, next.end ?? next.caret);
  };
  const insert = (added: string): void => edit(replaceRange(text, caret, caret, added));
  const pick = ({ insert: added }: Suggestion): void => {
    if (completion) edit(replaceRange(text, completion.wanted.from, caret, added));
  };
  const format = (mark: string): void => {
    if (input.current) edit(wrapSelection(text, input.current, mark));
  };
  const submit = async (): Promise<void> => {
    if (canSend && (await send(text, attachments.files))) {
      setText('');
      setCaret(0);
      attachments.clear();
    }
  };

  /** True where the list of suggestions took the key. */
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
      <div ref={box} className="composer" data-testid="composer" {...attachments.dropTarget}>
        {hasFormats && <FormatBar onFormat={format} />}
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
          onPaste={attachments.onPaste}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const shortcut = event.ctrlKey || event.metaKey ? { b: '*', i: '_' }[event.key] : undefined;
            if (shortcut) format(shortcut);
            else if (onListKey(event.key)) event.stopPropagation();
            else if (event.key === 'Enter' && !event.shiftKey) void submit();
            else return;
            event.preventDefault();
          }}
        />
        {attachments.rows.map((row) => (
          <FileRow key={row.id} name={row.name} part={row.part} onRemove={row.onRemove} />
        ))}
        {attachments.fault && (
          <p className="input-error" role="alert">
            {attachments.fault}
          </p>
        )}
        <ComposerTools
          onAttach={attachments.add}
          onInsert={insert}
          onFormats={() => setFormats(!hasFormats)}
          canSend={canSend}
          onSend={submit}
        />
      </div>
      <div className="composer-foot">
        {text.trim() !== '' && (
          <span>
            <b>Shift + Enter</b> to add a new line
          </span>
        )}
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
