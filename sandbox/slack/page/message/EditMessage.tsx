import { useState } from 'react';
import type { Message } from '../../protocol.ts';
import { useClient, useWorkspace } from '../state/context.ts';
import { decodeText, encodeText } from '../state/form/encode.ts';

/** One's own message, to be changed in its place. Enter saves, Esc leaves it. */
export function EditMessage({ message, onDone }: { message: Message; onDone(): void }) {
  const client = useClient();
  const workspace = useWorkspace();
  const [text, setText] = useState(() => decodeText(message.text, workspace));
  const save = (): void => {
    const { channel, ts } = message;
    client.api
      .edit({ user: client.me(), channel, ts, text: encodeText(text.trim(), workspace) })
      .catch(() => client.tell('The message could not be changed.', { channel }));
    onDone();
  };
  return (
    <div className="edit-message">
      <textarea
        className="field"
        aria-label="Edit message"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          else if (event.key === 'Enter' && !event.shiftKey && text.trim()) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className="edit-buttons">
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="button" className="button button-primary" disabled={!text.trim()} onClick={save}>
          Save
        </button>
      </div>
    </div>
  );
}
