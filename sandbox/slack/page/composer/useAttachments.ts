import { type ClipboardEvent, type DragEvent, useState } from 'react';
import type { FileInfo } from '../../protocol.ts';
import { fileFault } from '../elements/file/fileRules.ts';
import { useUploads } from '../elements/file/useUploads.ts';

/** Slack's limit for one message. */
const MAX_FILES = 10;

/** Files that go with the next message: chosen, dropped or pasted, uploaded at once. */
export function useAttachments() {
  const [files, setFiles] = useState<FileInfo[]>([]);
  const { running, fault, add, cancel } = useUploads({
    check: (file, before) => fileFault(file, files.length + before, MAX_FILES),
    onDone: (file) => setFiles((before) => [...before, file]),
  });
  const remove = (id: string): void => setFiles((before) => before.filter((file) => file.id !== id));
  return {
    files,
    fault,
    add,
    isBusy: running.length > 0,
    clear: () => setFiles([]),
    rows: [
      ...files.map(({ id, name }) => ({ id, name, part: undefined, onRemove: () => remove(id) })),
      ...running.map(({ id, name, part }) => ({ id, name, part, onRemove: () => cancel(id) })),
    ],
    dropTarget: {
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = [...event.clipboardData.files];
      if (pasted.length === 0) return;
      event.preventDefault();
      add(pasted);
    },
  };
}
